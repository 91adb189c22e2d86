"""The examples of the document: what the service really answers to a walk through every operation.

Ids, keys, times and cursors are written as the same ones in every run.
"""

import json
import re
import urllib.error
import urllib.request

from .tools import DOCUMENT, ROOT, Failed

FILE = ROOT / "openapi" / "examples.json"
WRITE = False

DAY = "2026-11-27"


class Walk:
    """Requests by the names of operations, and what was answered to the first of each kind."""

    def __init__(self, url):
        self.url = url
        self.key = None
        self.seen = {}
        self.paths = {
            operation["operationId"]: (method.upper(), path)
            for path, item in json.loads(DOCUMENT.read_text())["paths"].items()
            for method, operation in item.items()
        }

    def __call__(self, name, body=None, *, tag=None, query="", called=None, expect=None, **ids):
        method, path = self.paths[name]
        for part, value in ids.items():
            path = path.replace("{" + part + "}", str(value))
        request = urllib.request.Request(self.url + path + query, method=method)
        if self.key:
            request.add_header("Authorization", f"Bearer {self.key}")
        if body is not None:
            request.data = json.dumps(body).encode()
            request.add_header("Content-Type", "application/json")
        if tag:
            request.add_header("If-Match", f'"{tag}"')
        try:
            answer = urllib.request.urlopen(request, timeout=60)
        except urllib.error.HTTPError as refused:
            answer = refused
        text = answer.read()
        if not (200 <= answer.status < 300 or answer.status == expect):
            raise Failed(f"{name} {path}: {answer.status} {text.decode()}")
        known = self.seen.setdefault(name, {})
        if body is not None:
            known.setdefault("requests", {}).setdefault(called or "example", body)
        is_json = "json" in answer.headers.get("Content-Type", "")
        if 200 <= answer.status < 300 and text:
            known.setdefault("answers", {}).setdefault(str(answer.status), json.loads(text) if is_json else text.decode())
        return json.loads(text) if is_json and text else text


def walk(call):
    """A club with its games, from the first request to the last."""
    call("getLiveness")
    call("getReadiness")
    call("getService")
    call("listVariants")
    call("getVariant", variant="chickenfoot")
    ask(call)
    made = call("createClub", {"name": "Friday table", "time_zone": "Europe/Berlin"})
    call.key, club = made["key"], {"club": made["id"]}
    call("getOwnKey")
    call("getClub", **club)
    call("updateClub", {"visibility": "public"}, **club)
    ann = call("createPlayer", {"name": "Ann"}, **club)["id"]
    play_plays(call, club)
    game = play_hands(call, club)
    keep_seats(call, club, game)
    keep_people(call, club, ann)
    keep_seasons(call, club, ann)
    keep_keys(call, club, game)
    read(call, club, game, ann)
    call("deleteClub", {"confirm": "Friday table"}, **club)


def ask(call):
    call("askLead", {"variant": "hathaway", "hands": {"A": ["5-5", "0-1"], "B": ["6-6", "1-2"]}})
    layout = [{"tile": "2-2", "at": "lead"}, {"tile": "2-5", "at": "2-2/W"}]
    call("askPlacement", {"variant": "block", "rules": {"lead": {"tile": "any"}}, "layout": layout, "tile": "2-4", "at": "2-2/E"})
    call("askMoves", {"variant": "block", "rules": {"lead": {"tile": "any"}}, "layout": layout, "hand": ["2-3", "4-4"]})
    call("askScore", {"variant": "block", "ending": "domino", "out": "A", "hands": {"A": {"tiles": []}, "B": {"tiles": ["5-6", "0-4"]}}})
    call("askRound", {"variant": "block", "players": 2, "leader": "A", "turns": [
        {"seat": "A", "play": {"tile": "6-6", "at": "lead"}}, {"seat": "B", "play": {"tile": "2-6", "at": "6-6/W"}}]})


def play_plays(call, club):
    """A round of Chickenfoot as plays, with its corrections."""
    rules = {"hand_size": {"2": 3}, "match": {"type": "rounds", "rounds": 3}}
    new = {"variant": "chickenfoot", "seats": [{"name": "Ann"}, {"name": "Bob"}], "rules": rules, "played_on": DAY}
    game = {"game": call("createGame", new, **club)["id"]}
    call("addRound", {"detail": "plays", "leader": "A"}, called="plays", **game)
    turn = lambda seat, tile, at: {"seat": seat, "play": {"tile": tile, "at": at}}
    call("addTurns", turn("A", "6-6", "lead"), called="one turn", round=1, **game)
    turns = [turn("B", "2-6", "6-6/N"), turn("A", "0-6", "6-6/E"), turn("B", "3-6", "6-6/S")]
    played = call("addTurns", {"turns": turns}, called="several turns", round=1, **game)
    undone = call("undoTurn", tag=played["version"], round=1, **game)
    call("addTurns", undone["removed"]["turn"], query="?dry_run=true", round=1, **game)
    call("addTurns", undone["removed"]["turn"], round=1, **game)
    last = call("addTurns", turn("A", "1-6", "6-6/W"), round=1, **game)
    call("finishRound", {"hands": {"B": {"tiles": ["4-6"]}}}, tag=last["version"], round=1, **game)


def play_hands(call, club):
    """A game of Block with rounds as hands and as points, penalties, bonuses and an early end."""
    new = {"variant": "block", "seats": [{"name": "Ann"}, {"name": "Bob"}], "name": "Friday", "played_on": DAY}
    game = {"game": call("createGame", new, **club)["id"]}
    hands = {"detail": "hands", "ending": "domino", "out": "A", "hands": {"B": {"tiles": ["5-6", "0-4"]}}}
    call("addRound", hands, called="hands", **game)
    call("addRound", hands, query="?dry_run=true", **game)
    now = call("addRound", {"detail": "points", "points": {"A": 0, "B": 12}}, called="points", **game)
    now = call("amendRound", {"detail": "points", "points": {"A": 15, "B": 0}}, tag=now["version"], round=2, **game)
    now = call("undoRound", tag=now["version"], **game)
    now = call("addRound", now["removed"]["report"], **game)
    now = call("voidRound", tag=now["version"], query="?reason=misdeal", round=2, **game)
    now = call("restoreRound", round=2, **game)
    now = call("amendRules", {"rules": {"match": {"target": 150}}, "reason": "the club plays to 150"}, tag=now["version"], **game)
    fine = {"seat": "B", "amount": {"points": 5}, "reason": "drew though able to play"}
    call("addPenalty", fine, query="?dry_run=true", **game)
    call("addPenalty", fine, **game)
    call("cancelPenalty", {"reason": "the referee looked again"}, penalty=1, **game)
    bonus = {"side": "A", "points": 25, "reason": "capicúa"}
    call("addBonus", bonus, query="?dry_run=true", **game)
    call("addBonus", bonus, **game)
    call("cancelBonus", {"reason": "the referee looked again"}, bonus=1, **game)
    call("endMatch", {"kind": "time_limit", "reason": "last hand played at 22:00"}, **game)
    call("getBgStatsPlay", query="?bgg_id=12", expect=409, **game)
    call("getBoardGameGeekPlay", **game)
    call("reopenMatch", **game)
    call("updateGame", {"name": "Friday, late"}, **game)
    repeat(call, club, game)
    return game


def repeat(call, club, game):
    """A rematch whose rounds come in a batch, and which was a mistake."""
    again = {"game": call("createGame", {"like": game["game"], "played_on": DAY}, called="rematch", **club)["id"]}
    rounds = {"rounds": [{"detail": "points", "points": {"A": 15}}, {"detail": "points", "points": {"B": 20}}]}
    call("addRounds", rounds, query="?dry_run=true", **again)
    now = call("addRounds", rounds, **again)
    now = call("correctRound", {"points": {"B": 12}}, tag=now["version"], round=2, **again)
    call("deleteGame", tag=now["version"], query="?reason=duplicate", **again)
    now = call("restoreGame", **again)
    call("deleteGame", tag=now["version"], query="?reason=duplicate", **again)
    seats = [{"name": "Ann"}, {"name": "Bob"}]
    noted = {"variant": "block", "seats": seats, "played_on": DAY, "result": {"scores": {"A": 100, "B": 65}}}
    call("createGame", noted, called="only the result", **club)


def keep_seats(call, club, game):
    now = call("correctSeats", {"seats": {"A": {"name": "Bob"}, "B": {"name": "Ann"}}}, tag=call("getGame", **game)["version"], **game)
    call("joinGame", {"name": "Dora", "start": 12}, query="?dry_run=true", **game)
    now = call("joinGame", {"name": "Dora", "start": 12}, **game)
    now = call("removeSeat", tag=now["version"], seat="C", **game)
    call("joinGame", {"name": "Dora"}, **game)
    call("leaveSeat", {"reason": "had to catch the last bus"}, seat="C", **game)
    call("returnToSeat", {"from_round": 3}, seat="C", **game)
    call("replacePlayer", {"name": "Eve", "result_for": "leaver"}, seat="A", **game)


def keep_people(call, club, ann):
    zoe, zoey = (call("createPlayer", {"name": name}, **club)["id"] for name in ["Zoe", "Zoey"])
    call("updatePlayer", {"name": "Zoë"}, player=zoe, **club)
    call("mergePlayer", {"into": zoe}, player=zoey, **club)
    call("unmergePlayer", player=zoey, **club)
    call("deletePlayer", player=zoey, **club)
    call("getPlayer", player=ann, **club)
    call("listPlayers", query="?limit=2", **club)


def keep_seasons(call, club, ann):
    new = {"name": "Autumn", "from": "2026-09-01", "to": "2026-12-31", "games": {"variant": "block"},
           "chain": {"rank_by": ["points", "mini_table", "lots"], "narrow_loss": 1}}
    call("createSeason", new, query="?dry_run=true", **club)
    season = {"season": call("createSeason", new, **club)["id"], **club}
    call("updateSeason", {"to": "2026-12-23"}, **season)
    fine = {"player": ann, "points": -2, "reason": "did not turn up"}
    call("addAdjustment", fine, query="?dry_run=true", **season)
    adjustment = call("addAdjustment", fine, **season)["id"]
    call("getAdjustment", adjustment=adjustment, **season)
    call("listAdjustments", **season)
    call("cancelAdjustment", {"reason": "a score sheet came late"}, adjustment=adjustment, **season)
    call("closeSeason", **season)
    call("getSeason", **season)
    call("reopenSeason", {"reason": "a score sheet came late"}, **season)
    call("getSeasonLog", **season)
    call("listSeasons", **club)
    other = call("createSeason", {**new, "name": "Winter"}, **club)["id"]
    call("deleteSeason", season=other, **club)


def keep_keys(call, club, game):
    key = call("createKey", {"label": "The screen in the hall", "scope": "view"}, **club)["id"]
    call("getKey", key=key, **club)
    call("listKeys", **club)
    call("revokeKey", key=key, **club)
    code = call("createPairing", {"label": "Bob's phone"}, **club)["code"]
    call("redeemPairing", {"code": code})
    link = call("createLink", {"label": "Grandma", "scope": "view"}, **game)["id"]
    call("listLinks", **game)
    call("revokeLink", link=link, **game)


def read(call, club, game, ann):
    call("getGame", **game)
    call("getRound", round=1, **game)
    call("getLog", query="?limit=5", **game)
    call("exportScoresheet", **game)
    call("listGames", query="?limit=1", **club)
    call("getStandings", **club)
    call("exportStandings", **club)
    call("exportResults", **club)
    call("getRatings", **club)
    call("getPlayerRatings", player=ann, **club)
    call("getPlayerStats", player=ann, **club)


# What differs from run to run, and what stands for it.
UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}")
OTHERS = [
    (re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"), "2026-11-27T20:44:10Z"),
    (re.compile(r"pk_[0-9a-f]{64}"), "pk_" + "5f21c07b" * 8),
    (re.compile(r'("next_cursor": ")[0-9a-f]+'), r"\g<1>" + "5f21c07b" * 7),
    (re.compile(r'("seed": ")[0-9a-f]{32}'), r"\g<1>" + "5f21c07b" * 4),
    (re.compile(r'("code": ")[0-9A-Z]{4}-[0-9A-Z]{4}(?=")'), r"\g<1>7KQM-2XWP"),
]


def settled(seen):
    """The examples with the same ids, keys and times in every run."""
    text = json.dumps(seen, ensure_ascii=False, indent=1, sort_keys=True)
    ids = {}
    text = UUID.sub(lambda it: ids.setdefault(it.group(), f"019aa000-0000-7000-8000-{len(ids) + 1:012}"), text)
    for pattern, instead in OTHERS:
        text = pattern.sub(instead, text)
    return text + "\n"


def check(url):
    call = Walk(url)
    walk(call)
    text = settled(call.seen)
    if WRITE:
        FILE.write_text(text)
        return f"written for {len(call.seen)} operations"
    written, found = json.loads(FILE.read_text()), json.loads(text)
    different = [name for name in {**written, **found} if written.get(name) != found.get(name)]
    if different:
        raise Failed(f"other than openapi/examples.json says: {', '.join(different)}\nopenapi/check --write examples")
    return f"{len(found)} operations answer as the examples say"
