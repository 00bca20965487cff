"""The picture of a neighbourhood: entities and the lines between them, to be zoomed, moved and walked by arrow keys."""

from __future__ import annotations

import math
from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QContextMenuEvent,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.core.knowledge.values import Entity, Neighbourhood
from app.ui.knowledge.arranging import Places
from app.ui.knowledge.knowledge_words import ICONS, about, fact_words, kind_of
from app.ui.theme import colors, font, icon_pixmap, qcolor, theme
from app.ui.widgets.tips import show_tip

translate = QCoreApplication.translate

ROUND = 17.0  # px of a circle's radius
NAME, NAME_WIDE = 16, 118  # px
LEAST, MOST, STEP = 0.15, 2.5, 1.25  # zoom
FEW_NAMES = 0.34  # zoom below which only what is near the one looked at has its name
AROUND = 46  # px beside the outermost entities
SIDEWAYS = {
    Qt.Key.Key_Left: (-1.0, 0.0), Qt.Key.Key_Right: (1.0, 0.0), Qt.Key.Key_Up: (0.0, -1.0), Qt.Key.Key_Down: (0.0, 1.0),
}  # fmt: skip


class GraphPicture(QWidget):
    """Signals: ``chosen(id)``: another entity is looked at; ``opened(id)``: show what is around it; ``menu_asked(id,
    place)``; ``removal_asked(id)``.

    Attributes:
        current: the entity that is looked at, 0 if there is none.
    """

    chosen = Signal(int)
    opened = Signal(int)
    menu_asked = Signal(int, QPoint)
    removal_asked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setMinimumSize(200, 220)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.current = 0
        self.shown = Neighbourhood(0)
        self.entities: dict[int, Entity] = {}
        self.places: Places = {}
        self.zoom, self._shift, self._own = 1.0, QPointF(), False
        self._pointed = 0
        self._grip: QPointF | None = None
        self._moved = False
        theme().changed.connect(self.update)
        self._describe()

    def sizeHint(self) -> QSize:
        return QSize(560, 290)

    # what it shows ------------------------------------------------------------------------

    def show_graph(self, shown: Neighbourhood, places: Mapping[int, tuple[float, float]]) -> None:
        """Show a neighbourhood; its centre is looked at."""
        same = shown.center == self.shown.center and self.current in places
        self.shown, self.places = shown, dict(places)
        self.entities = {one.id: one for one in shown.entities if one.id in self.places}
        self.current = self.current if same else shown.center if shown.center in self.entities else 0
        self._pointed = 0
        if not (same and self._own):
            self.fit()
        self._describe()
        self.update()

    def choose(self, entity: int) -> None:
        """Look at an entity of the picture."""
        if entity in self.entities and entity != self.current:
            self.current = entity
            self._bring(entity)
            self._describe()
            self.update()
            self.chosen.emit(entity)
            if QAccessible.isActive():
                QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, self.accessibleDescription()))

    def linked(self, entity: int) -> list[int]:
        """The entities of the picture that are linked with one."""
        ends = [(one.subject, one.object) for one in self.shown.relations if entity in (one.subject, one.object)]
        found = dict.fromkeys(second if first == entity else first for first, second in ends)
        return [one for one in found if one in self.entities and one != entity]

    def _describe(self) -> None:
        centre, here = self.entities.get(self.shown.center), self.entities.get(self.current)
        name = translate("Knowledge", "Graph")
        if centre is not None:
            name = translate("Knowledge", "Graph around {name}").format(name=centre.name)
        self.setAccessibleName(name)
        if here is None:
            self.setAccessibleDescription("")
            return
        names = {one.id: one.name for one in self.entities.values()}
        facts = [fact_words(one, names) for one in self.shown.relations if self.current in (one.subject, one.object)]
        self.setAccessibleDescription(". ".join([f"{here.name}, {kind_of(here)}", *facts]))

    # zoom and place -------------------------------------------------------------------------

    def fit(self) -> None:
        """As large as all has room."""
        self._own = False
        xs, ys = [x for x, _ in self.places.values()] or [0.0], [y for _, y in self.places.values()] or [0.0]
        wide, high = max(xs) - min(xs), max(ys) - min(ys)
        room = QSizeF(self.width() - 2 * AROUND - 40, self.height() - AROUND - NAME)  # names keep their size
        self.zoom = max(LEAST, min(1.1, room.width() / max(1.0, wide), room.height() / max(1.0, high)))
        middle = QPointF((max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2)
        self._shift = QPointF(self.width() / 2, (self.height() - NAME) / 2) - middle * self.zoom
        self.update()

    def zoom_by(self, factor: float, at: QPointF | None = None) -> None:
        """Larger or smaller; what lies at ``at`` stays there."""
        place = at if at is not None else QPointF(self.width() / 2, self.height() / 2)
        zoom = max(LEAST, min(MOST, self.zoom * factor))
        self._shift = place - (place - self._shift) * (zoom / self.zoom)
        self.zoom, self._own = zoom, True
        self.update()

    def place_of(self, entity: int) -> QPointF:
        """Where an entity is drawn."""
        x, y = self.places[entity]
        return QPointF(x, y) * self.zoom + self._shift

    def _bring(self, entity: int) -> None:
        """Move the picture so that an entity is in sight."""
        place, edge = self.place_of(entity), AROUND
        inside = QPointF(
            max(edge, min(self.width() - edge, place.x())), max(edge, min(self.height() - edge, place.y()))
        )
        if inside != place:
            self._shift += inside - place
            self._own = True

    def entity_at(self, point: QPointF) -> int:
        """The entity that is drawn there, by its circle or its name; 0: none."""
        for entity in reversed(self.entities):
            place = self.place_of(entity)
            name = QRectF(place.x() - NAME_WIDE / 2, place.y() + self._radius, NAME_WIDE, NAME + 6)
            if math.dist((place.x(), place.y()), (point.x(), point.y())) <= self._radius + 3 or name.contains(point):
                return entity
        return 0

    @property
    def _radius(self) -> float:
        return ROUND * max(0.7, min(1.3, self.zoom))

    # what the person does -----------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in SIDEWAYS and self.current:
            self.choose(self._towards(*SIDEWAYS[key]))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.current:
            self.opened.emit(self.current)
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom_by(STEP)
        elif key == Qt.Key.Key_Minus:
            self.zoom_by(1 / STEP)
        elif key == Qt.Key.Key_0:
            self.fit()
        elif key == Qt.Key.Key_Home and self.shown.center in self.entities:
            self.choose(self.shown.center)
        elif key == Qt.Key.Key_Delete and self.current:
            self.removal_asked.emit(self.current)
        else:
            super().keyPressEvent(event)

    def _towards(self, x: float, y: float) -> int:
        """The linked entity that lies most in a direction; one that is not linked if there is none; or the same."""
        here = self.places[self.current]

        def best(entities: list[int]) -> int:
            found, least = 0, math.inf
            for one in entities:
                dx, dy = self.places[one][0] - here[0], self.places[one][1] - here[1]
                along, aside = dx * x + dy * y, abs(dx * y) + abs(dy * x)
                if along > 1.0 and along >= aside * 0.4 and along + 2 * aside < least:
                    found, least = one, along + 2 * aside
            return found

        others = [one for one in self.entities if one != self.current]
        return best(self.linked(self.current)) or best(others) or self.current

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._grip, self._moved = event.position(), False
            if entity := self.entity_at(event.position()):
                self.choose(entity)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._grip is not None and event.buttons() & Qt.MouseButton.LeftButton:
            if self._moved or (event.position() - self._grip).manhattanLength() > 4:
                self._shift += event.position() - self._grip
                self._grip, self._moved, self._own = event.position(), True, True
                self.setCursor(Qt.CursorShape.ClosedHandCursor)
                self.update()
            return
        self._point(self.entity_at(event.position()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._grip = None
        self._pointed = -1
        self._point(self.entity_at(event.position()))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if entity := self.entity_at(event.position()):
            self.opened.emit(entity)

    def wheelEvent(self, event: QWheelEvent) -> None:
        turned = event.angleDelta().y()
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier and turned:
            self.zoom_by(STEP ** (turned / 120), event.position())
            event.accept()
        else:
            event.ignore()  # the page scrolls

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        entity = self.current if by_key else self.entity_at(QPointF(event.pos()))
        if entity in self.entities:
            self.choose(entity)
            place = self.place_of(entity).toPoint() if by_key else event.pos()
            self.menu_asked.emit(entity, self.mapToGlobal(place))

    def _point(self, entity: int) -> None:
        if entity != self._pointed:
            self._pointed = entity
            self.setCursor(Qt.CursorShape.PointingHandCursor if entity else Qt.CursorShape.ArrowCursor)
            self.update()

    def leaveEvent(self, event: QEvent) -> None:
        self._point(0)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if not self._own:
            self.fit()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            entity = self.entities.get(self.entity_at(QPointF(event.pos())))
            show_tip(event.globalPos(), f"{entity.name}\n{about(entity)}" if entity is not None else "", self)
            return True
        return super().event(event)

    # painting -----------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        scheme = colors()
        frame = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setPen(QPen(qcolor(scheme.accent if self.hasFocus() else scheme.line), 1))
        painter.setBrush(qcolor(scheme.card))
        painter.drawRoundedRect(frame, 10, 10)
        painter.setClipRect(frame.adjusted(1, 1, -1, -1))
        self._paint_lines(painter)
        for entity in self.entities.values():
            if entity.id != self.current:
                self._paint_entity(painter, entity)
        if self.current in self.entities:
            self._paint_entity(painter, self.entities[self.current])
        painter.end()

    def _paint_lines(self, painter: QPainter) -> None:
        scheme = colors()
        drawn: dict[tuple[int, int], list[str]] = {}
        for one in self.shown.relations:
            if one.subject in self.entities and one.object in self.entities and one.subject != one.object:
                drawn.setdefault((min(one.subject, one.object), max(one.subject, one.object)), []).append(one.verb)
        beside = []
        for (first, second), verbs in drawn.items():
            near = self.current in (first, second)
            tint = qcolor(scheme.accent, 0.8) if near else qcolor(scheme.line_strong)
            painter.setPen(QPen(tint, 1.6 if near else 1.0))
            start, end = self.place_of(first), self.place_of(second)
            painter.drawLine(start, end)
            if near:
                beside.append(((start + end) / 2, verbs[0] if len(verbs) == 1 else f"{verbs[0]} +{len(verbs) - 1}"))
        painter.setFont(font(theme().tokens.type.tiny))
        metrics = painter.fontMetrics()
        if self.zoom < 0.55:
            return  # no room for words
        for middle, verb in beside:
            words = metrics.elidedText(verb, Qt.TextElideMode.ElideRight, 96)
            wide = metrics.horizontalAdvance(words) + 10
            box = QRectF(middle.x() - wide / 2, middle.y() - 9, wide, 18)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(qcolor(scheme.card, 0.92))
            painter.drawRoundedRect(box, 5, 5)
            painter.setPen(qcolor(scheme.dim))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, words)

    def _paint_entity(self, painter: QPainter, entity: Entity) -> None:
        scheme, place, radius = colors(), self.place_of(entity.id), self._radius
        here, centre = entity.id == self.current, entity.id == self.shown.center
        edge = scheme.accent if here or centre else scheme.line_strong
        painter.setPen(QPen(qcolor(edge), 2.5 if here else 1.5))
        painter.setBrush(qcolor(scheme.selected if here else scheme.hover if entity.id == self._pointed else scheme.bg))
        painter.drawEllipse(place, radius, radius)
        side = max(10, round(radius))
        tint = scheme.accent if centre else scheme.dim
        picture = icon_pixmap(ICONS[entity.kind], tint, side, self.devicePixelRatioF())
        painter.drawPixmap(QPointF(place.x() - side / 2, place.y() - side / 2), picture)
        near = here or centre or entity.id == self._pointed or entity.id in self.linked(self.current)
        if self.zoom < FEW_NAMES and not near:
            return
        painter.setFont(font(theme().tokens.type.small, 600 if here or centre else 400))
        metrics = painter.fontMetrics()
        words = metrics.elidedText(entity.name, Qt.TextElideMode.ElideRight, NAME_WIDE)
        wide = metrics.horizontalAdvance(words) + 6
        box = QRectF(place.x() - wide / 2, place.y() + radius + 2, wide, NAME + 2)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(qcolor(scheme.card, 0.85))
        painter.drawRoundedRect(box, 4, 4)
        painter.setPen(qcolor(scheme.text if here or centre else scheme.dim))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, words)
