"""The interfaces described from the code that serves them: OpenAPI of HTTP, AsyncAPI of MQTT."""

import importlib.metadata
import json

from fastapi import FastAPI

from gateway.access import policy
from gateway.api.router import router
from shared_rules import events, topics, wire

ERROR = {
    "type": "object",
    "required": ["error"],
    "properties": {
        "error": {
            "type": "object",
            "required": ["code", "message"],
            "properties": {"code": {"type": "string"}, "message": {"type": "string"}},
        }
    },
}
MISTAKES = {
    "401": "no session, and no token as Authorization: Bearer",
    "403": "the role may not do that, or not at that table",
    "404": "no such table, or what is asked for is closed",
    "422": "a parameter has a wrong value",
    "503": "the gateway cannot do that at present",
}
TOKEN = {
    "type": "http", "scheme": "bearer",
    "description": "feltwire user token LABEL --role ROLE; browsers send their session's cookie",
}  # fmt: skip
WHOLE = {"type": "integer", "minimum": 0}
TABLE = {"description": "letters, digits, - and _, at most 32"}
ROW = {
    "type": "array",
    "minItems": 2,
    "prefixItems": [
        {"type": "integer", "minimum": 0, "maximum": len(events.KINDS) - 1},
        {"type": "integer", "description": "ms of the table's clock"},
    ],
    "description": "[code, t, fields...]: see events.md",
}
POSITION = {
    "type": "object",
    "required": ["boot", "seq"],
    "additionalProperties": False,
    "properties": {"boot": WHOLE, "seq": WHOLE},
}
BYTES = {"type": "string", "format": "binary"}
# topic -> (who sends, what for, schema of the payload)
MESSAGES = {
    topics.UP_EVENTS: (
        "controller",
        "table events seq, seq + 1, ... of one boot; repeated until acknowledged",
        {
            "type": "object",
            "required": ["v", "dev", "boot", "seq", "ev"],
            "properties": {
                "v": {"const": wire.VERSION},
                "dev": {"type": "string", "minLength": 1, "maxLength": 32},
                "boot": WHOLE,
                "seq": WHOLE,
                "ev": {"type": "array", "minItems": 1, "items": ROW},
            },
        },
    ),
    topics.UP_STATE: (
        "controller",
        "it is there; retained, and as its last will that it is gone",
        {
            "type": "object",
            "required": ["online"],
            "properties": {
                "online": {"type": "boolean"}, "dev": {"type": "string"}, "boot": WHOLE,
            },
        },
    ),
    topics.UP_HEALTH: (
        "controller",
        "its figures; what is no number is left out",
        {"type": "object"},
    ),
    topics.UP_BEAT: (
        "controller",
        "a sign of life, QoS 0, unsigned: sent when it has said nothing else for 2 s",
        {"type": "object"},
    ),
    topics.UP_TIME: (
        "controller",
        "its clock, in answer to the question id of down/time: ms since its boot",
        {
            "type": "object",
            "required": ["id", "dev", "boot", "t"],
            "properties": {"id": WHOLE, "dev": {"type": "string"}, "boot": WHOLE, "t": WHOLE},
        },
    ),
    topics.UP_PROGRAM: (
        "controller",
        "which program runs, with its hash: at boot, when asked, daily",
        {
            "type": "object",
            "required": ["dev", "boot", "version", "sha256"],
            "properties": {
                "dev": {"type": "string"}, "boot": WHOLE, "version": WHOLE,
                "sha256": {"type": "string"}, "slot": {"type": "string"},
                "why": {"type": "string"}, "changed": {"type": "boolean"},
                "trial": {"type": "boolean"},
                "refused": {"type": "array", "items": {"type": "string"}},
            },
        },
    ),
    topics.UP_IMAGE: (
        "controller",
        "how the loading of an image goes: the bytes it wants next, ready, refused",
        {
            "type": "object",
            "required": ["state"],
            "properties": {
                "state": {"type": "string"}, "version": WHOLE, "at": WHOLE, "n": WHOLE,
            },
        },
    ),
    topics.UP_CALIBRATE: (
        "controller",
        "while it is calibrated: dwells, sums of the gain and of its square, reads of test tags",
        {
            "type": "object",
            "required": ["state"],
            "properties": {
                "state": {"enum": [
                    "ready", "counting", "counted", "kept", "ended", "refused",
                ]},
                "dev": {"type": "string"}, "boot": WHOLE, "id": WHOLE,
                "why": {"type": "string"},
                "zones": {"type": "object", "additionalProperties": {"type": "array"}},
            },
        },
    ),
    topics.UP_ENROL: (
        "controller",
        "at its first boot: a key to agree on a root with the vault by, proven by its ticket",
        {
            "type": "object",
            "required": ["dev", "key", "mac"],
            "properties": {
                "dev": {"type": "string"}, "key": {"type": "string"}, "mac": {"type": "string"},
            },
        },
    ),
    topics.DOWN_ENROL: (
        "gateway",
        "the vault's answer to the key named in for, and the boot to go on from",
        {
            "type": "object",
            "required": ["for", "key", "boot", "mac"],
            "properties": {
                "for": {"type": "string"}, "key": {"type": "string"}, "boot": WHOLE,
                "mac": {"type": "string"},
            },
        },
    ),
    topics.DOWN_TIME: (
        "gateway",
        "wall time in seconds, and the question up/time answers",
        {
            "type": "object",
            "required": ["id", "unix"],
            "properties": {"id": WHOLE, "unix": WHOLE},
        },
    ),
    topics.DOWN_PROGRAM: ("gateway", "asks for up/program now", {"type": "object"}),
    topics.DOWN_IMAGE: (
        "who sends images", "offers an image by its head, or has one run", {"type": "object"}
    ),
    topics.DOWN_BLOCK: (
        "who sends images",
        "bytes of an image: offset, 4 bytes little endian, then the bytes",
        BYTES,
    ),
    topics.DOWN_CALIBRATE: (
        "who calibrates",
        "between hands: into the calibrating mode; there: count, keep thresholds, end",
        {
            "type": "object",
            "required": ["do"],
            "properties": {
                "do": {"enum": ["start", "count", "keep", "end"]},
                "id": WHOLE, "dwells": WHOLE,
                "zones": {"type": "array", "items": {"type": "string"}},
                "of": {"type": "array", "items": {"type": "string"}},
                "leave": {"type": "object", "additionalProperties": WHOLE},
                "cross": {
                    "type": "object",
                    "additionalProperties": {"type": "object", "additionalProperties": WHOLE},
                },
            },
        },
    ),
    topics.DOWN_BEAT: (
        "gateway", "a sign of life every 2 s, QoS 0, to tables that give them", {"type": "object"}
    ),
    topics.DOWN_ACK: ("gateway", "everything up to seq of this boot is committed", POSITION),
    topics.DOWN_RESEND: ("gateway", "send again from seq of this boot on", POSITION),
    topics.DOWN_KEY: (
        "gateway",
        "what was keyed on the panel; the controller stamps it and sends it as an event",
        {"type": "object", "required": ["key"], "properties": {"key": {"type": "object"}}},
    ),
    topics.DOWN_HEAD: (
        "gateway",
        "how long the table's log is and the hash it ends with; retained, off the machine",
        {
            "type": "object",
            "required": ["n", "hash", "first"],
            "properties": {
                "table": {"type": "string"}, "n": WHOLE, "first": WHOLE, "wall": WHOLE,
                "hash": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
            },
        },
    ),
    topics.DOWN_LIGHT: (
        "gateway",
        "what the dealer's light shows",
        {
            "type": "object",
            "required": ["level", "seat"],
            "properties": {
                "level": {"enum": ["ok", "ask", "alert"]},
                "seat": {"type": ["integer", "null"]},
            },
        },
    ),
}  # fmt: skip


def openapi():
    """The OpenAPI document of ``/api/v1``, health and metrics, as JSON text."""
    app = FastAPI(title="Feltwire gateway", version=importlib.metadata.version("feltwire"))
    app.include_router(router)
    found = app.openapi()
    for name in ("HTTPValidationError", "ValidationError"):  # ours have one shape
        found.get("components", {}).get("schemas", {}).pop(name, None)
    found.setdefault("components", {}).setdefault("schemas", {})["Error"] = ERROR
    answer = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
    for methods in found["paths"].values():
        for operation in methods.values():
            for status, text in MISTAKES.items():
                operation["responses"][status] = {"description": text, "content": answer}
    for path, method in _open_to_all(found["paths"]):
        found["paths"][path][method]["security"] = []
    found["components"]["securitySchemes"] = {"token": TOKEN}
    found["security"] = [{"token": []}]
    return _text(found)


def _open_to_all(paths):
    """Operations that need no token, as the policy says: ``(path, method)``."""
    for path, methods in paths.items():
        for method in methods:
            if policy.RULES[method.upper(), path] is policy.EVERYBODY:
                yield path, method


def asyncapi():
    """The AsyncAPI document of the MQTT topics, as JSON text."""
    channels, operations, messages = {}, {}, {}
    for name, (sender, text, schema) in MESSAGES.items():
        key = name.replace("/", "_")
        channels[key] = {
            "address": topics.topic("{table}", name),
            "parameters": {"table": TABLE},
            "messages": {key: {"$ref": f"#/components/messages/{key}"}},
        }
        operations[key] = {
            "action": "receive" if sender == "controller" else "send",
            "summary": text,
            "channel": {"$ref": f"#/channels/{key}"},
        }
        kind = "application/octet-stream" if schema is BYTES else "application/json"
        messages[key] = {"contentType": kind, "summary": text, "payload": schema}
    return _text(
        {
            "asyncapi": "3.0.0",
            "info": {
                "title": "Feltwire, seen from the gateway",
                "version": importlib.metadata.version("feltwire"),
                "description": "QoS 1 everywhere; delivery is explained in architecture.md.",
            },
            "channels": channels,
            "operations": operations,
            "components": {"messages": messages},
        }
    )


def _text(document):
    return json.dumps(document, indent=1, sort_keys=True, ensure_ascii=False) + "\n"
