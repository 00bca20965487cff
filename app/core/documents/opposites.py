"""Words that turn what a sentence says into its opposite, in English and German."""

from __future__ import annotations

from app.core.documents.terms import fold

_NEGATIONS = """
no not never none neither nor without cannot nobody nothing nowhere hardly unable failed fails lacks
nicht kein keine keinen keinem keiner keines nie niemals niemand nichts ohne weder kaum nirgends
"""
NEGATIONS = frozenset(_NEGATIONS.split())
_PAIRS = """
rise fall; rose fell; risen fallen; increase decrease; increased decreased; increases decreases; grow shrink;
grew shrank; higher lower; highest lowest; more fewer; more less; most least; before after; above below; over
under; win lose; won lost; first last; largest smallest; larger smaller; longer shorter; longest shortest; older
younger; oldest youngest; early late; earlier later; open closed; opened closed; opens closes; allowed
forbidden; legal illegal; true false; buy sell; bought sold; north south; east west; northern southern; eastern
western; left right; hot cold; cheap expensive; begin end; began ended; begins ends; start end; started ended;
added removed; gained lost; profit loss; success failure; accepted rejected; approved rejected; minimum maximum;
least most; with without; day night; male female; up down; steigt sinkt; stieg sank; gestiegen gesunken; erhöht
gesenkt; zunahme abnahme; mehr weniger; höher niedriger; höchste niedrigste; vor nach; über unter; gewonnen
verloren; gewinn verlust; erste letzte; größte kleinste; größer kleiner; länger kürzer; älter jünger; älteste
jüngste; früher später; offen geschlossen; geöffnet geschlossen; erlaubt verboten; gekauft verkauft; nördlich
südlich; östlich westlich; norden süden; osten westen; links rechts; heiß kalt; billig teuer; beginnt endet;
begann endete; angenommen abgelehnt; genehmigt abgelehnt; mindestens höchstens; minimum maximum; mit ohne; tag
nacht; zu ab
"""
_VAGUE = """
before after over under with first last more most up down right left mit vor nach uber unter mehr zu ab least less end
ends below
"""
VAGUE = frozenset(_VAGUE.split())  # too common to say much where the other sentence has neither of the two


def _opposites() -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for pair in _PAIRS.replace("\n", " ").split(";"):
        one, other = map(fold, pair.split())
        for word, opposite in ((one, other), (other, one)):
            found[word] = found.get(word, frozenset()) | {opposite}
    return found


OPPOSITES = _opposites()
