"""Texts with everything a reply may hold, for pictures and tests, and how a reply grows."""

# ruff: noqa: E501  (tables and code whose lines are long on purpose)

from __future__ import annotations

from app.ui.chat.transcript import MessageItem, TranscriptView

FORMULAS = r"""
The bias of each kept key is fitted so that the *mass* of the old block stays: $\sum_j e^{\beta_j} e^{q k_j} \approx
\sum_i e^{q k_i}$ for the queries $q_1, \dots, q_n \in \mathbb{R}^d$. With weights $w_i = \frac{e^{q k_i}}{Z}$ that is

$$
\hat\beta = \arg\min_{\beta} \left\| \exp(QK_S^\top + \beta) \mathbf{1} - \exp(QK^\top) \mathbf{1} \right\|_2^2
$$

and the values follow by least squares, \(C_v = (A^\top A)^{-1} A^\top Y\), where
\[
A = \begin{pmatrix} a_{11} & \cdots & a_{1m} \\ \vdots & \ddots & \vdots \\ a_{n1} & \cdots & a_{nm} \end{pmatrix},
\qquad
f(x) = \begin{cases} 1 & x > 0 \\ 0 & \text{otherwise} \end{cases}
\]

1. In a list: $\alpha_i \le 1$
2. It costs $5 to $10, which is no formula, and this one is wrong: $\frac{a$.
"""

WIDE = """
Each preset with what it costs:

| preset | keys chosen by | bias | values | queries | merges | rows kept | error, mean | error, worst head | time |
|---|---|---|---|---|:-:|--:|--:|--:|--:|
| `select` | attention mass of the model's own queries | none | as they are | repeated text | – | 901 | 4.1 % | 18 % | 0.4 s |
| `fit` | attention mass of the model's own queries | least squares | as they are | repeated text | – | 901 | 2.2 % | 9.7 % | 1.1 s |
| `default` | orthogonal matching pursuit | NNLS, log | least squares | repeated text | yes | 901 | 0.7 % | 3.1 % | 3.8 s |
| `thorough` | orthogonal matching pursuit, two passes | NNLS, log | least squares, ridge | self-study | yes | 901 | 0.5 % | 2.4 % | 21 s |

And a small one:

| part | kept as |
|---|---|
| system prompt | word for word |
| older turns | 901 rows per head |
"""

NOTES = """
## What is measured

The error is told on queries that nothing was fitted on[^1], head by head[^2]. Where it is above the floor, the ratio is
halved and the compaction is done again.

- [x] keys are chosen by *attention mass*
- [x] values are **fitted**, not averaged
- [ ] rotary positions are left as they are

> A row with bias ln 2 counts as two rows.
>
> > So a block of one row can stand for a thousand.

### Further reading

Details are in [the paper](https://arxiv.org/abs/2106.00001) and at <https://example.org/notes>; ~~the old page~~ is gone.

---

[^1]: They come from the text after the block, which the fit never sees.
[^2]: A head that looks only at the first token needs one row; see `profile.py`.
"""

CODE = (
    """
The whole search, with everything on one line where it hurts:

```python
from dataclasses import dataclass


@dataclass(frozen=True)
class Kept:
    \"\"\"Rows of one head, in order of their positions, with bias and values as they were fitted on the queries; see `fit` below.\"\"\"

    rows: tuple[int, ...]
    bias: tuple[float, ...]


def pursue(keys, queries, mass, budget):
"""
    + "\n".join(
        f"    step_{n} = min({n}, budget)  # the residual after step {n} is at most {100 / (n + 1):.1f} % of the mass"
        for n in range(24)
    )
    + """
    return Kept(rows, bias)
```

Run it with:

```bash
python -m engine bench quality --model "$MODEL" --preset default | tee out.txt
```
"""
)

THINKING = """<think>
The person asks for a table. Three parts should do: what is fixed, what was compacted, and what is live.

I should say that the text itself stays readable.
</think>

Three parts: the **system prompt** stays word for word, *older turns* become rows with a bias, and the recent turns stay exact.
"""


def grow(view: TranscriptView, key: str, text: str) -> None:
    """Let ``text`` stream into a reply that a transcript shows."""
    item = view.item(key)
    assert isinstance(item, MessageItem)
    view.set_text(key, item.text + text)
