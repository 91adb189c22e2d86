"""Keeps the score of a match through the client of openapi-python-client."""

import json
import sys
from pathlib import Path
from typing import cast
from uuid import UUID

from pipkeeper_client import models
from pipkeeper_client import AuthenticatedClient, Client
from pipkeeper_client.api.clubs import create_club
from pipkeeper_client.api.games import create_game, list_games
from pipkeeper_client.api.rounds import add_round, add_turns, amend_round, finish_round, undo_turn
from pipkeeper_client.api.standings import export_standings, get_standings
from pipkeeper_client.models import (
    AddTurns, CreateClub, CreatedClub, CreateGame, Game, GameChange, GameSummaryPage, HandsReport,
    HandsReportDetail, HandsReportHands, HandsShown, HandsShownHands, HandSizes, MatchOverrides,
    MatchType, Play, PlaysReport, PlaysReportDetail, Problem, RulesetOverrides, SeatTaken,
    ShownHand, Standings, Turn, Variant,
)
from pipkeeper_client.models import EndingWord
from pipkeeper_client.types import UNSET, File, Unset


def change(answer: GameChange | Problem | None) -> GameChange:
    assert isinstance(answer, GameChange), answer
    return answer


def totals(answer: GameChange | Problem | None) -> dict[str, int]:
    score = change(answer).score
    assert not isinstance(score, Unset)
    return score.totals.additional_properties


def turn(seat: str, tile: str, at: str) -> Turn:
    return Turn(seat=seat, play=Play(tile=tile, at=at))


def hands(out: str, seat: str, left: ShownHand) -> HandsReport:
    shown = HandsReportHands()
    shown[seat] = left
    return HandsReport(detail=HandsReportDetail.HANDS, ending=EndingWord.DOMINO, out=out, hands=shown)


def rules() -> RulesetOverrides:
    sizes = HandSizes()
    sizes["2"] = 3
    return RulesetOverrides(hand_size=sizes, match=MatchOverrides(type_=MatchType.ROUNDS, rounds=3))


def seats(*names: str) -> list[SeatTaken]:
    return [SeatTaken(name=name) for name in names]


def play(api: AuthenticatedClient, game: UUID, *turns: Turn) -> GameChange | Problem | None:
    return add_turns.sync(game, 1, client=api, body=AddTurns(turns=list(turns)))


def record_plays(api: AuthenticatedClient, game: UUID) -> None:
    """A round as plays, with a tile that does not fit and a turn that is taken back."""
    change(add_round.sync(game, client=api, body=PlaysReport(detail=PlaysReportDetail.PLAYS, leader="A")))
    played = change(play(api, game, turn("A", "6-6", "lead"), turn("B", "2-6", "6-6/N"),
                         turn("A", "0-6", "6-6/E"), turn("B", "3-6", "6-6/S")))
    refused = play(api, game, turn("A", "1-5", "6-6/W"))
    assert isinstance(refused, Problem)
    assert refused.code == "no_match"
    assert refused.detail == "1-5 does not fit at 6-6/W: the only open end is 6."
    undone = change(undo_turn.sync(game, 1, client=api, if_match=f'"{played.version}"'))
    assert not isinstance(undone.removed, Unset) and not isinstance(undone.removed.turn, Unset)
    last = change(play(api, game, undone.removed.turn, turn("A", "1-6", "6-6/W")))
    shown = HandsShownHands()
    shown["B"] = ShownHand(tiles=["4-6"])
    body = HandsShown(hands=shown)
    finished = finish_round.sync(game, 1, client=api, body=body, if_match=f'"{last.version}"')
    assert totals(finished) == {"A": 0, "B": 10}


def record_hands(api: AuthenticatedClient, game: UUID) -> None:
    """Rounds as hands until the match is over, a correction, and one by somebody who comes too late."""
    change(add_round.sync(game, client=api, body=hands("B", "A", ShownHand(tiles=["0-1"]))))
    over = change(add_round.sync(game, client=api, body=hands("A", "B", ShownHand(pips=5))))
    assert not isinstance(over.score, Unset)
    assert over.score.winners == ["A"]
    version = f'"{over.version}"'
    amended = amend_round.sync(
        game, 2, client=api, body=hands("B", "A", ShownHand(tiles=["0-2"])), if_match=version)
    assert totals(amended) == {"A": 2, "B": 15}
    stale = amend_round.sync_detailed(
        game, 2, client=api, body=hands("B", "A", ShownHand(tiles=["0-3"])), if_match=version)
    assert stale.status_code == 412
    assert isinstance(stale.parsed, Problem) and stale.parsed.code == "stale_version"


def read_pages(api: AuthenticatedClient, club: UUID) -> set[UUID]:
    """The games of the club, a page for each."""
    seen: set[UUID] = set()
    cursor: str | Unset = UNSET
    while True:
        page = list_games.sync(club, client=api, limit=1, cursor=cursor)
        assert isinstance(page, GameSummaryPage), page
        seen.update(game.id for game in page.items)
        if isinstance(page.next_cursor, Unset):
            return seen
        cursor = page.next_cursor


def main(url: str) -> None:
    # What may be asked with a key or without one is typed as if it needed one.
    stranger = cast(AuthenticatedClient, Client(base_url=url))
    made = create_club.sync(client=stranger, body=CreateClub(name="Friday"))
    assert isinstance(made, CreatedClub)
    club = made.id
    api = AuthenticatedClient(base_url=url, token=made.key)

    # A game that is sent twice is made once.
    new = CreateGame(variant=Variant.CHICKENFOOT, seats=seats("Ann", "Bob"), rules=rules())
    game = create_game.sync(club, client=api, body=new, idempotency_key="match-1")
    again = create_game.sync_detailed(club, client=api, body=new, idempotency_key="match-1")
    assert isinstance(game, Game) and isinstance(again.parsed, Game)
    assert game.id == again.parsed.id and again.headers["Idempotent-Replayed"] == "true"

    record_plays(api, game.id)
    record_hands(api, game.id)
    standings = get_standings.sync(club, client=api, variant=Variant.CHICKENFOOT)
    assert isinstance(standings, Standings)
    assert [(row.rank, row.player.name) for row in standings.rows] == [(1, "Ann"), (2, "Bob")]
    table = export_standings.sync(club, client=api)
    assert isinstance(table, File) and table.payload.read().startswith(b"rank,")
    for names in [("Ann", "Cem"), ("Bob", "Cem")]:
        create_game.sync(club, client=api, body=CreateGame(variant=Variant.BLOCK, seats=seats(*names)))
    assert len(read_pages(api, club)) == 3


def read_examples(file: str) -> None:
    """Reads every example as its model, and writes it again."""
    for it in json.loads(Path(file).read_text()):
        model = getattr(models, it["schema"], None)
        # A union is a type of Python, not a model.
        if model is not None:
            read = model.from_dict(it["example"])
            assert model.from_dict(read.to_dict()) == read, it
            assert read.to_dict().keys() == it["example"].keys(), it


main(sys.argv[1])
read_examples(sys.argv[2])
