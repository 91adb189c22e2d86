"""Whether the comparison finds what breaks an app, and nothing else. `openapi/check released` runs it."""

import copy
import unittest

from .released import compare

REF = "#/components/schemas/"


def json_of(name):
    return {"content": {"application/json": {"schema": {"$ref": REF + name}}}}


# A small service: who orders tea is answered with the order. `Cup` is sent and answered.
DOCUMENT = {
    "paths": {
        "/tea": {
            "get": {
                "operationId": "listTea", "security": [],
                "parameters": [{"name": "limit", "in": "query", "schema": {"type": "integer", "minimum": 1, "maximum": 50}}],
                "responses": {"200": {**json_of("Order"), "headers": {"ETag": {"schema": {"type": "string"}}}}},
            },
            "post": {
                "operationId": "orderTea", "x-required-scope": "score", "parameters": [],
                "requestBody": {**json_of("NewOrder"), "required": True},
                "responses": {"201": json_of("Order"), "400": {"$ref": "#/components/responses/Refused"}},
            },
            "delete": {"operationId": "pourAway", "responses": {"204": {}}},
        },
    },
    "components": {
        "responses": {"Refused": json_of("Problem")},
        "schemas": {
            "NewOrder": {
                "type": "object", "additionalProperties": False, "required": ["cup"],
                "properties": {
                    "cup": {"$ref": REF + "Cup"},
                    "leaves": {"type": "array", "maxItems": 9, "items": {"type": "string", "pattern": "^[a-z]+$", "maxLength": 20}},
                    "sugar": {"type": "integer", "minimum": 0, "default": 0},
                    "milk": {"type": "string", "enum": ["cow", "oat"]},
                    "served": {"oneOf": [{"$ref": REF + "Hot"}, {"$ref": REF + "Iced"}]},
                },
            },
            "Cup": {"type": "object", "required": ["size"], "properties": {"size": {"type": "integer", "minimum": 1, "maximum": 5}}},
            "Hot": {"type": "object", "properties": {"degrees": {"type": "integer"}}},
            "Iced": {"type": "object", "properties": {"cubes": {"type": "integer"}}},
            "Order": {
                "type": "object", "required": ["id", "cup", "state"],
                "properties": {
                    "id": {"type": "string"}, "cup": {"$ref": REF + "Cup"}, "note": {"type": "string"},
                    "state": {"type": "string", "enum": ["open", "served"]},
                    "growing": {"type": "string", "x-extensible-enum": ["a"]},
                    "way": {"oneOf": [{"$ref": REF + "Hot"}]},
                    "lines": {"type": "object", "additionalProperties": {"type": "integer"}},
                },
            },
            "Problem": {"type": "object", "required": ["code"], "properties": {"code": {"type": "string"}}},
        },
    },
}

GONE = object()

TEA, SCHEMAS = "paths /tea", "components schemas"
NEW, ORDER = f"{SCHEMAS} NewOrder properties", f"{SCHEMAS} Order properties"
LIMIT = f"{TEA} get parameters 0"

# Where something is changed, what it is then, and what is to be said of it.
BREAKING = [
    (f"{TEA} delete", GONE, "DELETE /tea: is gone"),
    (f"{TEA} get operationId", "teas", "is called teas"),
    (f"{TEA} get security", [{"bearerAuth": []}], "needs a key"),
    (f"{TEA} post x-required-scope", "manage", "needs the scope manage"),
    (LIMIT, GONE, "no parameter limit"),
    (f"{LIMIT} required", True, "needs the parameter limit"),
    (f"{LIMIT} in", "header", "no parameter limit"),
    (f"{LIMIT} schema maximum", 20, "maximum is 20"),
    (f"{LIMIT} schema minimum", 2, "minimum is 2"),
    (f"{LIMIT} schema type", "string", "type is string"),
    (f"{TEA} post parameters", [{"name": "pot", "in": "query", "required": True}], "needs the parameter pot"),
    (f"{TEA} post requestBody", GONE, "takes no body"),
    (f"{TEA} get requestBody", {"required": True, "content": {}}, "needs a body"),
    (f"{TEA} post requestBody content", {"text/plain": {}}, "is not application/json"),
    (f"{TEA} post requestBody content application/json schema $ref", REF + "Cup", "the body: $ref"),
    (f"{TEA} post responses 201", GONE, "does not answer 201"),
    (f"{TEA} post responses 202", {}, "answers 202 now"),
    (f"{TEA} post responses 400", {}, "400: is not application/json"),
    (f"{TEA} get responses 200 headers ETag", GONE, "no header ETag"),
    (f"{TEA} get responses 200 headers ETag schema type", "integer", "200: ETag: type"),
    ("components responses Refused content", {}, "400: is not application/json"),
    (f"{SCHEMAS} Hot", GONE, "Hot: is gone"),
    (f"{SCHEMAS} NewOrder required", ["cup", "milk"], "needs ['milk']"),
    (f"{NEW} sugar", GONE, "sugar is gone"),
    (f"{NEW} sugar minimum", 1, "sugar: minimum"),
    (f"{NEW} sugar maximum", 3, "sugar: maximum"),
    (f"{NEW} sugar default", 1, "sugar: default"),
    (f"{NEW} sugar type", "number", "sugar: type"),
    (f"{NEW} cup $ref", REF + "Order", "cup: $ref"),
    (f"{NEW} milk enum", ["cow"], "takes only the words"),
    (f"{NEW} leaves items enum", ["green"], "takes only the words"),
    (f"{NEW} leaves items pattern", "^[a-f]+$", "leaves.items: pattern"),
    (f"{NEW} leaves items maxLength", 10, "leaves.items: maxLength"),
    (f"{NEW} leaves maxItems", 5, "leaves: maxItems"),
    (f"{NEW} leaves uniqueItems", True, "uniqueItems"),
    (f"{NEW} leaves items", {"type": "integer"}, "leaves.items: type"),
    (f"{NEW} served oneOf", [{"$ref": REF + "Hot"}], "a variant is gone"),
    (f"{SCHEMAS} Hot additionalProperties", False, "takes no other members"),
    (f"{SCHEMAS} Cup required", ["size", "colour"], "Cup: needs ['colour']"),
    (f"{SCHEMAS} Cup required", [], "Cup: may leave out ['size']"),
    (f"{SCHEMAS} Cup properties size maximum", 4, "Cup.size: maximum"),
    (f"{SCHEMAS} Cup properties size maximum", 9, "Cup.size: maximum"),
    (f"{SCHEMAS} Cup properties size enum", [1, 2], "takes only the words"),
    (f"{ORDER} note", GONE, "note is gone"),
    (f"{ORDER} id format", "uuid", "id: format"),
    (f"{SCHEMAS} Order required", ["id", "cup"], "may leave out ['state']"),
    (f"{ORDER} state enum", ["open", "served", "lost"], "answers the words ['lost']"),
    (f"{ORDER} state enum", GONE, "answers the words of any text"),
    (f"{ORDER} way oneOf", [{"$ref": REF + "Hot"}, {"$ref": REF + "Iced"}], "answers a variant"),
    (f"{ORDER} lines additionalProperties", GONE, "additionalProperties"),
    (f"{ORDER} lines additionalProperties type", "string", "lines.additionalProperties: type"),
    (f"{SCHEMAS} Problem properties code", GONE, "code is gone"),
]

COMPATIBLE = [
    ("paths /pots", {"get": {"operationId": "listPots", "responses": {}}}),
    (f"{TEA} put", {"operationId": "changeTea", "responses": {}}),
    (f"{TEA} post security", []),
    (f"{TEA} post x-required-scope", "view"),
    (f"{TEA} post requestBody required", False),
    (f"{TEA} post requestBody content text/plain", {}),
    (f"{TEA} post parameters", [{"name": "pot", "in": "query"}]),
    (f"{TEA} post responses 409", {"$ref": "#/components/responses/Refused"}),
    (f"{TEA} post description", "Makes it fresh."),
    (f"{LIMIT} schema maximum", 100),
    (f"{SCHEMAS} New", {"type": "object"}),
    (f"{SCHEMAS} NewOrder required", []),
    (f"{SCHEMAS} NewOrder additionalProperties", GONE),
    (f"{NEW} lemon", {"type": "boolean"}),
    (f"{NEW} sugar minimum", GONE),
    (f"{NEW} milk enum", ["cow", "oat", "soy"]),
    (f"{NEW} milk enum", GONE),
    (f"{NEW} leaves items pattern", GONE),
    (f"{NEW} leaves maxItems", 20),
    (f"{NEW} served oneOf", [{"$ref": REF + "Hot"}, {"$ref": REF + "Iced"}, {"$ref": REF + "Cup"}]),
    (f"{SCHEMAS} Order required", ["id", "cup", "state", "note"]),
    (f"{ORDER} brewed", {"type": "string"}),
    (f"{ORDER} state enum", ["open"]),
    (f"{ORDER} growing x-extensible-enum", ["a", "b"]),
    (f"{ORDER} note maxLength", 50),
]


def edited(place, value):
    """The document with one change."""
    document = copy.deepcopy(DOCUMENT)
    *parts, last = [int(part) if part.isdigit() and len(part) < 3 else part for part in place.split()]
    at = document
    for part in parts:
        at = at[part]
    if value is GONE:
        del at[last]
    else:
        at[last] = value
    return document


class Released(unittest.TestCase):
    def test_the_same_is_the_same(self):
        self.assertEqual(compare(DOCUMENT, copy.deepcopy(DOCUMENT)), [])

    def test_what_breaks_is_found(self):
        for place, value, said in BREAKING:
            with self.subTest(place=place, value=value):
                found = compare(DOCUMENT, edited(place, value))
                self.assertTrue(any(said in problem for problem in found), found)

    def test_what_is_more_is_welcome(self):
        for place, value in COMPATIBLE:
            with self.subTest(place=place, value=value):
                self.assertEqual(compare(DOCUMENT, edited(place, value)), [])
