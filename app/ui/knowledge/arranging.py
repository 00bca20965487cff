"""Where the entities of a neighbourhood stand in its picture: forces between them, the same each time. No Qt."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from app.core.knowledge.values import Neighbourhood

Places = dict[int, tuple[float, float]]

APART = 130.0  # px that linked entities would like to be apart
ROUNDS = 140
STRETCH = 1.5  # sideways: names are wide, and so is the picture
ROOM_X, ROOM_Y = 140.0, 74.0  # px that an entity and its name take
MAKE_ROOM = 60  # rounds of moving apart what would lie over one another
TURN = math.pi * (3 - math.sqrt(5))  # between two that follow: no two directions are alike


def arranged(shown: Neighbourhood) -> Places:
    """Entity -> its place in px, the centre at (0, 0)."""
    ids = [one.id for one in shown.entities]
    if not ids:
        return {}
    order = sorted(ids, key=lambda one: (shown.hops.get(one, 9), one))
    known = set(ids)
    ends = {(min(one.subject, one.object), max(one.subject, one.object)) for one in shown.relations}
    links = sorted(pair for pair in ends if pair[0] != pair[1] and known.issuperset(pair))
    places = _settled(order, links, {one: _first(at, shown.hops.get(one, 9)) for at, one in enumerate(order)})
    places = {one: (x * STRETCH, y) for one, (x, y) in places.items()}
    _make_room(order, places)
    left, top = places.get(shown.center, (0.0, 0.0))
    return {one: (x - left, y - top) for one, (x, y) in places.items()}


def _first(at: int, hops: int) -> tuple[float, float]:
    """Where one begins: the further from the centre, the further away, and each in a direction of its own."""
    far = APART * hops * (1.0 + 0.02 * at)
    return 1.5 * far * math.cos(TURN * at), far * math.sin(TURN * at)


def _settled(order: Sequence[int], links: Iterable[tuple[int, int]], places: Places) -> Places:
    """Linked entities attract, all others repel each other, less and less (Fruchterman and Reingold)."""
    number = {one: at for at, one in enumerate(order)}
    xs, ys = [places[one][0] for one in order], [places[one][1] for one in order]
    pairs = [(number[one], number[other]) for one, other in links]
    count = len(order)
    for turn in range(ROUNDS):
        most = APART * 0.5 * (1.0 - turn / ROUNDS) + 1.0  # px that one moves in this round
        moves_x, moves_y = [0.0] * count, [0.0] * count
        for one in range(count):
            for other in range(one + 1, count):
                dx, dy = xs[one] - xs[other], ys[one] - ys[other]
                far = dx * dx + dy * dy + 1.0
                push = APART * APART / far
                moves_x[one] += dx * push
                moves_y[one] += dy * push
                moves_x[other] -= dx * push
                moves_y[other] -= dy * push
        for one, other in pairs:
            dx, dy = xs[one] - xs[other], ys[one] - ys[other]
            pull = math.hypot(dx, dy) / APART
            moves_x[one] -= dx * pull
            moves_y[one] -= dy * pull
            moves_x[other] += dx * pull
            moves_y[other] += dy * pull
        for one in range(1, count):  # the centre stays
            length = math.hypot(moves_x[one], moves_y[one]) or 1.0
            step = min(length, most) / length
            xs[one] += moves_x[one] * step
            ys[one] += moves_y[one] * step
    return {one: (xs[at], ys[at]) for at, one in enumerate(order)}


def _make_room(order: Sequence[int], places: Places) -> None:
    """Move apart what would lie over one another, along the shorter way."""
    for _ in range(MAKE_ROOM):
        moved = False
        for at, one in enumerate(order):
            for other in order[at + 1 :]:
                (x, y), (u, v) = places[one], places[other]
                over_x, over_y = ROOM_X - abs(x - u), ROOM_Y - abs(y - v)
                if over_x <= 0.5 or over_y <= 0.5:
                    continue
                moved = True
                if over_x / ROOM_X < over_y / ROOM_Y:
                    shift = math.copysign(over_x / 2, x - u)
                    places[one], places[other] = (x + shift, y), (u - shift, v)
                else:
                    shift = math.copysign(over_y / 2, y - v)
                    places[one], places[other] = (x, y + shift), (u, v - shift)
        if not moved:
            return
