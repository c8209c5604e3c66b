"""MongoosePush once more, from the description of its behaviour: what it answers to a notification, and what it sends on.

Written apart from the recorder, to be compared with it over requests that nobody observed.
"""
import json
import math
import re

TEXT, WHOLE, FLAG, TEXTS, OBJECT = "string", "integer", "boolean", "array", "object"
SERVICE, MODE, PRIORITY = ("fcm", "apns"), ("prod", "dev"), ("normal", "high")
ALERT = {"body": TEXT, "title": TEXT, "badge": WHOLE, "click_action": TEXT, "tag": TEXT, "sound": TEXT}
FLAT = {"service": SERVICE, "body": TEXT, "title": TEXT, "badge": WHOLE, "click_action": TEXT, "tag": TEXT,
        "topic": TEXT, "data": OBJECT, "mode": MODE}
DEEP = {"service": SERVICE, "mode": MODE, "priority": PRIORITY, "time_to_live": WHOLE, "mutable_content": FLAG,
        "tags": TEXTS, "topic": TEXT}
WHOLE_NUMBER = re.compile("[+-]?[0-9]+")


class Crash(Exception):
    """The original answers 500 and nothing else."""


class Nested(Exception):
    """Data that FCM cannot carry."""


def first_wins(members):
    result = {}
    for key, value in members:
        result.setdefault(key, value)
    return result


def refused(word):
    raise ValueError(word)


def parsed(text):
    """The body; without one, no members."""
    if not text:
        return {}
    try:
        return json.loads(text, object_pairs_hook=first_wins, parse_constant=refused)
    except ValueError:
        raise Crash from None


def kind(value):
    if isinstance(value, bool):
        return "boolean"
    return {int: "integer", float: "number", str: "string", list: "array", dict: "object"}[type(value)]


def error(path, message):
    return {"title": "Invalid value", "source": {"pointer": "/" + "/".join(path)}, "message": message}


def faults(value, rule, path):
    """Why a value does not fit, one error each."""
    choices = rule if isinstance(rule, tuple) else None
    members = rule if isinstance(rule, dict) else None
    wanted = TEXT if choices else OBJECT if members else rule
    if value is None:
        return [error(path, f"null value where {wanted} expected")]
    got = kind(value)
    if rule == WHOLE:
        if got == TEXT and WHOLE_NUMBER.fullmatch(value):
            value, got = int(value), WHOLE
        if got == WHOLE and not -2147483647 <= value <= 2147483647:
            return [error(path, "Invalid format. Expected :int32")]
    if rule == FLAG and value in ("true", "false"):
        got = FLAG
    if got != wanted:
        return [error(path, f"Invalid {wanted}. Got: {got}")]
    if choices and value not in choices:
        return [error(path, "Invalid value for enum")]
    if rule == TEXTS:
        return [fault for index, item in enumerate(value) for fault in faults(item, TEXT, path + [str(index)])]
    if members:
        return faults_of_members(value, members, ("body", "title"), path)
    return []


def faults_of_members(value, rules, required, path):
    unknown = sorted((key for key in value if key not in rules), key=str.encode)
    if unknown:
        return [error(path + [unknown[0]], f"Unexpected field: {unknown[0][:40]}")]
    missing = [key for key in required if key not in value]
    if missing:
        return [error(path + [key], f"Missing field: {key}") for key in missing]
    return [fault for key, item in value.items() for fault in faults(item, rules[key], path + [key])]


def faults_of_body(body, version):
    if body is None:
        return [error([], "null value where object expected")]
    if not isinstance(body, dict):
        return [error([], f"Invalid object. Got: {kind(body)}")]
    if version == "v1":
        return faults_of_members(body, FLAT, ("service", "body", "title"), [])
    shape = [key for key in ("alert", "data") if key in body] or ["alert"]
    rules = DEEP | {"alert": ALERT, "data": OBJECT}
    return faults_of_members(body, {key: rules[key] for key in [*DEEP, *shape]}, ("service", *shape), [])


def float_text(number):
    """The shortest text that reads back as the number, in the style of Erlang."""
    sign = "-" if math.copysign(1, number) < 0 else ""
    if number == 0:
        return sign + "0.0"
    mantissa, _, exponent = repr(abs(number)).partition("e")
    whole, _, decimals = mantissa.partition(".")
    point = len(whole) + int(exponent or 0)
    digits = whole + decimals
    zeros = len(digits) - len(digits.lstrip("0"))
    digits, point = digits.lstrip("0").rstrip("0"), point - zeros
    scientific = f"{digits[0]}.{digits[1:] or '0'}e{point - 1}"
    if point > 0:
        fixed = f"{digits[:point].ljust(point, '0')}.{digits[point:] or '0'}"
    else:
        fixed = f"0.{'0' * -point}{digits}"
    return sign + (scientific if abs(number) >= 2 ** 53 or len(scientific) < len(fixed) else fixed)


def text(value):
    """A value of data as FCM gets it."""
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return float_text(value)
    if isinstance(value, list):
        return "".join(map(part, value))
    raise Nested


def part(item):
    """An item of a list: texts and lists of them, and code points."""
    if isinstance(item, str):
        return item
    if isinstance(item, list):
        return "".join(map(part, item))
    if isinstance(item, int) and not isinstance(item, bool) and 0 <= item <= 0x10FFFF and not 0xD800 <= item <= 0xDFFF:
        return chr(item)
    raise Crash


def texts(data):
    # In the order of the keys, which decides what goes wrong first.
    return {key: text(data[key]) for key in sorted(data, key=str.encode)}


def sent_on(version, body, device, pool):
    """What goes to the service: path, header fields, body."""
    if version == "v1":
        alert = {key: body[key] for key in ("title", "body", "badge", "click_action", "tag") if key in body}
    else:
        alert = body.get("alert")
    data = body.get("data")
    is_call = alert is None and data.get("type") == "jmi"
    translate = to_apns if body["service"] == "apns" else to_fcm
    return translate(body, alert, data, is_call, device, pool)


def to_apns(body, alert, data, is_call, device, pool):
    headers = {"content-type": "application/json", "accept": "application/json"}
    if "priority" in body:
        headers["apns-priority"] = {"normal": "5", "high": "10"}[body["priority"]]
    topic = body.get("topic", None if alert is None else pool.get("default_topic"))
    if topic is not None:
        headers["apns-topic"] = topic
    if is_call:
        return f"/3/device/{device}", headers | {"apns-push-type": "voip", "apns-expiration": "0"}, data
    if alert is None:
        headers["apns-push-type"] = "background"
        aps = {"content-available": 1}
    else:
        aps = {"alert": {"title": alert["title"], "body": alert["body"]}}
        for key, name in (("badge", "badge"), ("click_action", "category"), ("sound", "sound")):
            if key in alert:
                aps[name] = int(alert[key]) if key == "badge" else alert[key]
    if body.get("mutable_content") in (True, "true"):
        aps["mutable-content"] = 1
    return f"/3/device/{device}", headers, (data or {}) | {"aps": aps}


def to_fcm(body, alert, data, is_call, device, pool):
    shown = ("title", "body", "click_action", "tag", "sound")
    android = {"notification": {key: alert[key] for key in shown if key in alert} if alert else {}}
    priority = body.get("priority", pool.get("jmi_priority", "high") if is_call else None)
    if priority:
        android["priority"] = priority.upper()
    seconds = body.get("time_to_live", pool.get("jmi_ttl", 30) if is_call else None)
    if seconds is not None:
        android["ttl"] = f"{int(seconds)}s"
    if is_call and isinstance(data.get("jmi-sid"), str) and data["jmi-sid"]:
        android["collapse_key"] = f"jmi-{data['jmi-sid']}"
    message = {"token": device, "data": texts(data or {}), "notification": {}, "android": android}
    path = f"/v1/projects/{pool.get('project_id', 'mongoosepush')}/messages:send"
    return path, {"content-type": "application/json"}, {"message": message}


def answered(version, posted, device, pools):
    """The status and the body of the answer, the pool, and what is sent on; None where there is none."""
    try:
        body = parsed(posted)
        if isinstance(body, dict):
            method = body.get("_method")
            if isinstance(method, str) and method.upper() in ("PUT", "PATCH", "DELETE") or body.get("_format", "json") != "json":
                raise Crash
        is_wrapped = isinstance(body, dict) and list(body) == ["_json"]
        body = body["_json"] if is_wrapped else body
        errors = faults_of_body(body, version)
        if errors:
            return 422, {"errors": errors}, None, None
        if is_wrapped:
            raise Crash
        fits = [pool for pool in pools if pool["service"] == body["service"]
                and pool.get("mode", "prod") == body.get("mode", "prod")
                and set(body.get("tags", [])) <= set(pool.get("tags", []))]
        if not fits:
            return *failure(version, "no_matching_pool"), None, None
        return 200, None, fits[0]["name"], sent_on(version, body, device, fits[0])
    except Nested:
        return *failure(version, "invalid_notification"), fits[0]["name"], None
    except Crash:
        return 500, "", None, None


def failure(version, reason):
    return (400, {"reason": reason}) if version == "v3" else (500, {"details": reason})
