"""Schemathesis: whatever the document allows is answered as it says, and nothing else is taken."""

import json
import os

from .examples import Walk
from .tools import DOCUMENT, ROOT, VENV, WORK, run

# How long it may take, in seconds.
BUDGET = int(os.environ.get("PIPKEEPER_FUZZ_SECONDS", "240"))


def prepare(url):
    """A club with one of everything, and its key."""
    call = Walk(url)
    made = call("createClub", {"name": "Fuzzed"})
    call.key, club = made["key"], {"club": made["id"]}
    player = call("createPlayer", {"name": "Ann"}, **club)["id"]
    seats = [{"name": "Ann"}, {"name": "Bob"}]
    game = call("createGame", {"variant": "block", "seats": seats}, **club)["id"]
    call("addRound", {"detail": "points", "points": {"A": 15, "B": 0}}, game=game)
    call("addRound", {"detail": "plays", "leader": "A"}, game=game)
    call("addPenalty", {"seat": "B", "amount": {"points": 5}, "reason": "late"}, game=game)
    call("addBonus", {"side": "A", "points": 5, "reason": "first hand"}, game=game)
    season = call("createSeason", {"name": "Spring", "from": "2026-01-01", "to": "2026-06-30"}, **club)["id"]
    fine = {"player": player, "points": -1, "reason": "late"}
    adjustment = call("addAdjustment", fine, season=season, **club)["id"]
    key = call("createKey", {"label": "Hall", "scope": "view"}, **club)["id"]
    link = call("createLink", {"label": "Grandma", "scope": "view"}, game=game)["id"]
    ids = {"club": club["club"], "player": player, "game": game, "season": season, "adjustment": adjustment,
           "key": key, "link": link, "round": 1, "penalty": 1, "bonus": 1, "seat": "A", "variant": "block"}
    return call.key, ids


def lenient(document):
    """The document with what it says in words only: in a request null stands for a member that is left out, and
    takes an entry out where the description says so."""
    schemas, prefix = document["components"]["schemas"], "#/components/schemas/"
    seen, waiting = set(), [
        operation.get("requestBody") for item in document["paths"].values() for operation in item.values()]
    while waiting:
        value = waiting.pop()
        if isinstance(value, list):
            waiting += value
        elif isinstance(value, str) and value.startswith(prefix) and value not in seen:
            seen.add(value)
            waiting.append(schemas[value.removeprefix(prefix)])
        elif isinstance(value, dict):
            waiting += value.values()
            members, required = value.get("properties", {}), value.get("required", [])
            if value.get("type") == "object":
                for name in members.keys() - set(required):
                    members[name] = {"anyOf": [members[name], {"type": "null"}]}
                if "null takes" in value.get("description", ""):
                    entries = value["additionalProperties"]
                    value["additionalProperties"] = {"anyOf": [entries, {"type": "null"}]}
    return document


def check(url):
    key, ids = prepare(url)
    named = {f"path.{name}": value for name, value in ids.items()} | {"header.If-Match": "*"}
    lines = "".join(f"{json.dumps(name)} = {json.dumps(value)}\n" for name, value in named.items())
    config, document = WORK / "schemathesis.toml", WORK / "fuzzed.json"
    text = (ROOT / "openapi" / "schemathesis.toml").read_text()
    # The table of parameters has to come before the lists of tables.
    config.write_text(text.replace("[warnings]", f"[parameters]\n{lines}\n[warnings]", 1))
    document.write_text(json.dumps(lenient(json.loads(DOCUMENT.read_text()))))
    said = []
    for phases, share in [("examples,coverage,fuzzing", 0.75), ("stateful", 0.25)]:
        out = run(VENV / "bin" / "schemathesis", "--config-file", config, "run", document, "--url", url,
                  "-H", f"Authorization: Bearer {key}", "--checks", "all", "--phases", phases,
                  "--max-time", int(BUDGET * share), "--max-examples", 40,
                  "--generation-database", "none", "--no-color", cwd=WORK)
        said.append(next(line.strip() for line in out.splitlines() if "generated" in line))
    return "; ".join(said)
