"""Compares the document with the one that was released last: what apps use may only become more."""

import json

from .tools import DOCUMENT, ROOT, Failed

FILE = ROOT / "openapi" / "released.json"
METHODS = ["get", "put", "post", "patch", "delete"]


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
                problems += [f"{place}: {what}" for what in operations(operation, now)]
    requests = reached(new, "requestBody", "parameters")
    answers = reached(new, "responses")
    for name, schema in old["components"]["schemas"].items():
        now = new["components"]["schemas"].get(name)
        if now is None:
            problems.append(f"{name}: is gone")
        else:
            problems += schemas(name, schema, now, name in requests, name in answers)
    return problems


def operations(old, new):
    if old["operationId"] != new["operationId"]:
        yield f"is called {new['operationId']} now, not {old['operationId']}"
    known = {(it["in"], it["name"]): it for it in old.get("parameters", [])}
    for parameter in new.get("parameters", []):
        before = known.pop((parameter["in"], parameter["name"]), None)
        if parameter.get("required") and not (before and before.get("required")):
            yield f"needs the parameter {parameter['name']} now"
        if before:
            yield from schemas(f"parameter {parameter['name']}", before.get("schema", {}), parameter.get("schema", {}), True, False)
    yield from (f"has no parameter {name} any more" for _, name in known)
    if new.get("requestBody", {}).get("required") and not old.get("requestBody", {}).get("required"):
        yield "needs a body now"
    if needs_key(new) and not needs_key(old):
        yield "needs a key now"
    for status, answer in old["responses"].items():
        now = new["responses"].get(status)
        if now is None:
            yield f"does not answer {status} any more"
            continue
        for kind, content in answer.get("content", {}).items():
            if kind not in now.get("content", {}):
                yield f"{status}: is not {kind} any more"
            else:
                yield from schemas(status, content.get("schema", {}), now["content"][kind].get("schema", {}), False, True)
        yield from (f"{status}: has no header {name} any more" for name in answer.get("headers", {}) if name not in now.get("headers", {}))


def needs_key(operation):
    return {} not in operation.get("security", [{"bearerAuth": []}]) and operation.get("security") != []


def schemas(place, old, new, asked, answered):
    """What breaks: less may be sent, or more must be understood."""
    for word in ["type", "format", "$ref", "discriminator"]:
        if old.get(word) != new.get(word):
            yield f"{place}: {word} is {new.get(word)} now, not {old.get(word)}"
    words, now = set(old.get("enum", [])), set(new.get("enum", []))
    if asked and words - now or words and not now and answered:
        yield f"{place}: the words {sorted(words - now)} are gone"
    if answered and now - words:
        yield f"{place}: answers the words {sorted(now - words)}, which clients refuse"
    required, needed = set(old.get("required", [])), set(new.get("required", []))
    if asked and needed - required:
        yield f"{place}: needs {sorted(needed - required)} now"
    if answered and required - needed:
        yield f"{place}: may leave out {sorted(required - needed)} now"
    for word, narrower in [("minimum", max), ("minLength", max), ("minItems", max), ("maximum", min), ("maxLength", min), ("maxItems", min)]:
        if asked and word in new and (word not in old or narrower(old[word], new[word]) != old[word]):
            yield f"{place}: {word} is {new[word]} now, not {old.get(word)}"
    if asked and new.get("pattern") not in (None, old.get("pattern")):
        yield f"{place}: has another pattern"
    for name, member in old.get("properties", {}).items():
        if name not in new.get("properties", {}):
            yield f"{place}: {name} is gone"
        else:
            yield from schemas(f"{place}.{name}", member, new["properties"][name], asked, answered)
    for word in ["items", "additionalProperties"]:
        if isinstance(old.get(word), dict) and isinstance(new.get(word), dict):
            yield from schemas(f"{place}.{word}", old[word], new[word], asked, answered)
    variants = {it.get("$ref") for it in old.get("oneOf", [])}, {it.get("$ref") for it in new.get("oneOf", [])}
    if asked and variants[0] - variants[1]:
        yield f"{place}: a variant is gone"
    if answered and variants[1] - variants[0]:
        yield f"{place}: answers a variant that clients refuse"


def reached(document, *parts):
    """The schemas that these parts of operations refer to."""
    found, prefix = set(), "#/components/schemas/"
    waiting = [operation.get(part) for item in document["paths"].values() for operation in item.values() for part in parts]
    if "responses" in parts:
        waiting.append(document["components"]["responses"])
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
    if not FILE.exists():
        return "nothing is released yet"
    problems = compare(json.loads(FILE.read_text()), json.loads(DOCUMENT.read_text()))
    if problems:
        raise Failed("\n".join(problems))
    return "everything that was released is still there"
