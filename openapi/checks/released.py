"""Compares the document with the one that was released last: what apps use may only become more.

What is sent may have more choices and no new needs; what is answered may have more members and no new forms.
"""

import json
import sys

from .tools import DOCUMENT, ROOT, Failed, run

FILE = ROOT / "openapi" / "released.json"
PREFIX = "#/components/"

SCOPES = [None, "view", "score", "manage"]
# What a limit of a value is called, and whether a greater number allows less.
LIMITS = {"minimum": True, "exclusiveMinimum": True, "minLength": True, "minItems": True, "minProperties": True,
          "maximum": False, "exclusiveMaximum": False, "maxLength": False, "maxItems": False, "maxProperties": False}


def compare(old, new):
    """What is gone or different in `new`, one sentence each."""
    problems = []
    for path, item in old["paths"].items():
        for method, operation in item.items():
            now = new["paths"].get(path, {}).get(method)
            place = f"{method.upper()} {path}"
            if now is None:
                problems.append(f"{place}: is gone")
            else:
                problems += [f"{place}: {what}" for what in operations(operation, now, old, new)]
    requests = reached(old, "requestBody", "parameters")
    answers = reached(old, "responses")
    for name, schema in old["components"]["schemas"].items():
        now = new["components"]["schemas"].get(name)
        if now is not None:
            problems += schemas(name, schema, now, name in requests, name in answers)
        elif name in requests | answers:
            problems.append(f"{name}: is gone")
    return problems


def operations(old, new, before, now):
    if old["operationId"] != new["operationId"]:
        yield f"is called {new['operationId']} now, not {old['operationId']}"
    yield from parameters(old.get("parameters", []), new.get("parameters", []))
    yield from bodies(old.get("requestBody", {}), new.get("requestBody", {}))
    if needs_key(new) and not needs_key(old):
        yield "needs a key now"
    scopes = [SCOPES.index(it.get("x-required-scope")) for it in (old, new)]
    if scopes[1] > scopes[0]:
        yield f"needs the scope {SCOPES[scopes[1]]} now"
    for status, answer in old["responses"].items():
        if status in new["responses"]:
            yield from answers(status, resolved(answer, before), resolved(new["responses"][status], now))
        else:
            yield f"does not answer {status} any more"
    yield from (f"answers {status} now" for status in new["responses"].keys() - old["responses"].keys() if status < "400")


def parameters(old, new):
    known = {(it["in"], it["name"]): it for it in old}
    for parameter in new:
        before = known.pop((parameter["in"], parameter["name"]), None)
        if parameter.get("required") and not (before and before.get("required")):
            yield f"needs the parameter {parameter['name']} now"
        if before:
            place = f"parameter {parameter['name']}"
            yield from same(place, before, parameter, ["style", "explode"])
            yield from schemas(place, before.get("schema", {}), parameter.get("schema", {}), True, False)
    yield from (f"has no parameter {name} any more" for _, name in known)


def bodies(old, new):
    if old and not new:
        yield "takes no body any more"
        return
    if new.get("required") and not old.get("required"):
        yield "needs a body now"
    yield from contents("the body", old, new, True, False)


def answers(status, old, new):
    yield from contents(status, old, new, False, True)
    for name, header in old.get("headers", {}).items():
        if name not in new.get("headers", {}):
            yield f"{status}: has no header {name} any more"
        else:
            yield from schemas(f"{status}: {name}", header.get("schema", {}), new["headers"][name].get("schema", {}), False, True)


def contents(place, old, new, asked, answered):
    for kind, content in old.get("content", {}).items():
        if kind not in new.get("content", {}):
            yield f"{place}: is not {kind} any more"
        else:
            yield from schemas(place, content.get("schema", {}), new["content"][kind].get("schema", {}), asked, answered)


def resolved(value, document):
    """What a reference to a part of the components refers to."""
    kind, _, name = value.get("$ref", "").removeprefix(PREFIX).partition("/")
    return document["components"][kind][name] if name else value


def needs_key(operation):
    return {} not in operation.get("security", [{"bearerAuth": []}]) and operation.get("security") != []


def same(place, old, new, words):
    for word in words:
        if old.get(word) != new.get(word):
            yield f"{place}: {word} is {new.get(word)} now, not {old.get(word)}"


def schemas(place, old, new, asked, answered):
    """What breaks: less may be sent, or more must be understood."""
    yield from same(place, old, new, ["type", "format", "$ref", "default"])
    yield from choices(place, old, new, asked, answered)
    yield from limits(place, old, new, asked, answered)
    yield from members(place, old, new, asked, answered)
    for word in ["items", "additionalProperties"]:
        parts = old.get(word), new.get(word)
        if all(isinstance(part, dict) for part in parts):
            yield from schemas(f"{place}.{word}", *parts, asked, answered)
        elif asked and isinstance(parts[1], dict) or answered and isinstance(parts[0], dict):
            yield f"{place}: {word} is {parts[1]} now, not {parts[0]}"
    if asked and new.get("additionalProperties") is False and old.get("additionalProperties") is not False:
        yield f"{place}: takes no other members now"


def choices(place, old, new, asked, answered):
    """Words and variants."""
    words, now = (set(it.get("enum", [])) for it in (old, new))
    if asked and now and (words - now or not words):
        yield f"{place}: takes only the words {sorted(now)} now, not {sorted(words)}"
    if answered and words and (now - words or not now):
        yield f"{place}: answers the words {sorted(now - words) or 'of any text'}, which clients refuse"
    variants, now = ({json.dumps(one) for one in it.get("oneOf", [])} for it in (old, new))
    if asked and now and (variants - now or not variants):
        yield f"{place}: a variant is gone"
    if answered and variants and (now - variants or not now):
        yield f"{place}: answers a variant that clients refuse"
    tags, now = (it.get("discriminator", {}) for it in (old, new))
    moved = tags.get("mapping", {}).items() - now.get("mapping", {}).items()
    if tags.get("propertyName") != now.get("propertyName") or asked and moved:
        yield f"{place}: its variants are told apart in another way"


def limits(place, old, new, asked, answered):
    for word, falls in LIMITS.items():
        limits = old.get(word), new.get(word)
        if limits[0] == limits[1]:
            continue
        is_narrower = limits[0] is None or limits[1] is not None and (limits[1] > limits[0]) == falls
        if asked and is_narrower or answered and not is_narrower:
            yield f"{place}: {word} is {limits[1]} now, not {limits[0]}"
    for word in ["pattern", "multipleOf", "uniqueItems"]:
        is_free = not (new if asked else old).get(word)
        if old.get(word) != new.get(word) and (asked and answered or not is_free):
            yield f"{place}: {word} is {new.get(word)} now, not {old.get(word)}"


def members(place, old, new, asked, answered):
    required, needed = set(old.get("required", [])), set(new.get("required", []))
    if asked and needed - required:
        yield f"{place}: needs {sorted(needed - required)} now"
    if answered and required - needed:
        yield f"{place}: may leave out {sorted(required - needed)} now"
    for name, member in old.get("properties", {}).items():
        if name not in new.get("properties", {}):
            yield f"{place}: {name} is gone"
        else:
            yield from schemas(f"{place}.{name}", member, new["properties"][name], asked, answered)


def reached(document, *parts):
    """The schemas that these parts of operations refer to."""
    found, prefix = set(), f"{PREFIX}schemas/"
    waiting = [operation.get(part) for item in document["paths"].values() for operation in item.values() for part in parts]
    if "responses" in parts:
        waiting.append(document["components"].get("responses"))
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            waiting += value.values()
        elif isinstance(value, list):
            waiting += value
        elif isinstance(value, str) and value.startswith(prefix) and value[len(prefix):] not in found:
            found.add(value[len(prefix):])
            waiting.append(document["components"]["schemas"][value[len(prefix):]])
    return found


def check(_url):
    run(sys.executable, "-B", "-m", "unittest", "checks.released_test", cwd=ROOT / "openapi")
    if not FILE.exists():
        return "finds what breaks; nothing is released yet"
    problems = compare(json.loads(FILE.read_text()), json.loads(DOCUMENT.read_text()))
    if problems:
        raise Failed("\n".join(problems))
    return "everything that was released is still there"
