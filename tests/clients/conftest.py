"""Programs of others that need environments of their own: ``python3 dev.py test --clients`` makes these and sets

``LONGTHREAD_CLIENTS``: the Python of an environment with locks/clients.txt. Without it nothing here is collected.
"""

from __future__ import annotations

import os

collect_ignore_glob = [] if os.environ.get("LONGTHREAD_CLIENTS") else ["test_*.py"]
