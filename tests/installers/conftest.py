"""The Windows installer under Wine: ``python3 dev.py test --wine`` sets ``LONGTHREAD_WINE``.

Without it nothing here is collected, unless a file is named: each takes minutes, and Wine is not what people have.
"""

from __future__ import annotations

import os

collect_ignore_glob = [] if os.environ.get("LONGTHREAD_WINE") else ["test_*.py"]
