"""What the screens of an app cost: how many requests, and how many bytes, plain and compressed."""

import gzip
import json
import urllib.request

from .examples import DAY, Walk
from .tools import Failed

PLAYERS = 200
GAMES = 50


def fill(call):
    """A club of 200 players with 50 games of four in as many rounds as a match of Block takes."""
    made = call("createClub", {"name": "Friday table", "time_zone": "Europe/Berlin"})
    call.key, club = made["key"], made["id"]
    for number in range(GAMES):
        seats = [{"name": f"Player {4 * number + seat + 1}"} for seat in range(PLAYERS // GAMES)]
        rounds = [{"detail": "points", "points": {"ABCD"[round % 4]: 24}} for round in range(17)]
        call("createGame", {"variant": "block", "seats": seats, "played_on": DAY, "rounds": rounds}, club=club)
    seats = [{"name": "Player 1"}, {"name": "Player 2"}]
    played = call("createGame", {"variant": "block", "seats": seats, "played_on": DAY, "rules": {"lead": {"tile": "any"}}}, club=club)
    game, player = played["id"], played["seats"][0]["player"]
    call("addRound", {"detail": "plays", "leader": "A"}, game=game)
    tiles = ["5-6", "5-5", "4-5", "4-4", "3-4", "3-3", "2-3", "2-2", "1-2", "1-1", "0-1", "0-0"]
    turns = [{"seat": "AB"[number % 2], "play": {"tile": tile}} for number, tile in enumerate(tiles)]
    turns[0]["play"]["at"] = "lead"
    for turn, at in zip(turns[1:], ["5-6/5", "5-5/far", "4-5/4", "4-4/far", "3-4/3", "3-3/far", "2-3/2", "2-2/far", "1-2/1", "1-1/far", "0-1/0"]):
        turn["play"]["at"] = at
    call("addTurns", {"turns": turns}, game=game, round=1)
    return club, game, player


def answered(call, path):
    """What is answered, its bytes, and those of the same answer compressed."""
    sizes = []
    for encoding in ["identity", "gzip"]:
        headers = {"Authorization": f"Bearer {call.key}", "Accept-Encoding": encoding}
        with urllib.request.urlopen(urllib.request.Request(call.url + path, headers=headers), timeout=60) as answer:
            text = answer.read()
            sizes.append(len(text))
            if answer.headers.get("Content-Encoding") == "gzip":
                text = gzip.decompress(text)
            elif encoding == "gzip" and len(text) >= 1024:
                raise Failed(f"{path}: {len(text)} bytes are not compressed")
    return json.loads(text), *sizes


def shows_games(page):
    """What a list of games has to show without asking for each."""
    finished = [game for game in page["items"] if game["status"] == "finished"]
    return len(page["items"]) == GAMES and finished and all(game["totals"] and game["winners"] for game in finished)


def check(url):
    call = Walk(url)
    club, game, player = fill(call)
    standings = f"/v1/clubs/{club}/standings"
    home = f"/v1/clubs/{club}/games?limit=50"
    screens = {
        "home, 50 games": ([home], shows_games, 40_000),
        "a running game, 12 turns": ([f"/v1/games/{game}"], lambda it: it["score"] and it["rounds"] and it["seats"], 4_000),
        "a round": ([f"/v1/games/{game}/rounds/1"], lambda it: it["turns"], 1_000),
        "standings of 200": ([f"{standings}?limit=200"], lambda it: len(it["rows"]) == PLAYERS, 120_000),
        "their first 20": ([f"{standings}?limit=20"], lambda it: len(it["rows"]) == 20, 12_500),
        "a player": ([f"/v1/clubs/{club}/players/{player}/stats"], lambda it: it["total"] and it["by_opponent"], 2_000),
        "first start from a pasted key": (["/v1/key", home], shows_games, 41_000),
    }
    lines = [f"{'screen':30} requests   bytes    gzip"]
    for name, (paths, shows, most) in screens.items():
        answers, plain, compressed = zip(*(answered(call, path) for path in paths))
        plain, compressed = sum(plain), sum(compressed)
        if not shows(answers[-1]):
            raise Failed(f"{name}: {paths[-1]} does not have what the screen shows")
        if plain > most:
            raise Failed(f"{name}: {plain} bytes are more than {most}")
        lines.append(f"{name:30} {len(paths):8} {plain:7} {compressed:7}")
    return "\n" + "\n".join(lines)
