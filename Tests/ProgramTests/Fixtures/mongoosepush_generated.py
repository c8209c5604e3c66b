"""Posts generated notifications, good and bad, and compares what the recorder answers and what the report says goes on
with a second implementation of MongoosePush.

usage: mongoosepush_generated.py PORT POOLS LOG PUSHREPORT COUNT
"""
import json
import random
import subprocess
import sys
from urllib.parse import quote

import httpx

import mongoosepush_model as model

port, pools, log, pushreport, count = sys.argv[1:]
pools = json.load(open(pools, encoding="utf-8"))["pools"]
chance = random.Random(20261130)

TEXTS = ["T", "", "é", "😀", 'a"b\\', "\0", "<b>", "com.x", "a.voip", "line\nbreak", "\u202e"]
NUMBERS = ["0", "-0", "7", "-1", "2147483647", "2147483648", "-2147483647", "-2147483648", "1.0", "60.0", "1e2", "1E+2",
           "-0.0", "0.001", "1e-5", "5e-324", "1e22", "123456789.125", "9007199254740992.0", "123456789012345678901234567890"]
WORDS = ["+60", "-1", "007", " 60", "60 ", "60\n", "1_000", "+", "--1", "0x10", "٣", "2147483648", "true", "True", "fcm",
         "FCM", "prod", "normal", "HIGH"]
ODD = ["null", "true", "false", "[]", "{}", '["a","b"]', "[104,105]", '["a",1,null]', "[[]]", "[1.5]", "[-1]", "[55296]",
       '[{"a":1}]', '{"a":1}', '{"aps":{}}', '{"k":{}}', '{"k":[1.5]}', '{"k":[{}],"l":1}', '{"type":"jmi"}']
KEYS = [*model.DEEP, "alert", "data", "body", "title", "badge", "click_action", "tag", "sound", "field", "", "é", "Service",
        "a/b", "x" * 50, "device_id", "_json", "_format", "_method"]
BROKEN = ["", "{", "nul", "{} x", "\ufeff{}", "[1,]", "{'a':1}", "NaN", "01", "+1", "1.", '"\\x"', '{"a":"\t"}', "null", "[]",
          '"x"', "1", '{"_json":{"service":"apns","data":{}}}', '{"_json":[1]}', '{"_format":"xml"}', '{"_method":"put"}']


def scalar():
    pick = chance.random()
    if pick < 0.35:
        return json.dumps(chance.choice(TEXTS), ensure_ascii=chance.random() < 0.5)
    if pick < 0.55:
        return chance.choice(NUMBERS)
    return json.dumps(chance.choice(WORDS)) if pick < 0.7 else chance.choice(ODD)


def members(pairs):
    pairs = list(pairs)
    chance.shuffle(pairs)
    return "{" + ",".join(f"{json.dumps(key)}:{value}" for key, value in pairs) + "}"


def good(key):
    """A value that fits the key."""
    words = {"service": model.SERVICE, "mode": model.MODE, "priority": model.PRIORITY}
    if key in words:
        return json.dumps(chance.choice(words[key]))
    if key in ("badge", "time_to_live"):
        return chance.choice(["0", "7", "-5", '"60"', '"+007"', '"-1"', "2147483647"])
    if key == "mutable_content":
        return chance.choice(["true", "false", '"true"', '"false"'])
    if key == "tags":
        return chance.choice(["[]", '["t1"]', '["t2","t1"]', '["t2","t2"]', '["prod"]', '["x"]'])
    if key == "alert":
        more = chance.sample(["badge", "click_action", "tag", "sound"], chance.randint(0, 4))
        return members((key, good(key)) for key in ["title", "body", *more])
    if key == "data":
        call = ["type", "jmi-sid", "jmi-from"] if chance.random() < 0.3 else []
        own = chance.sample(["k", "n", "aps", "é", "last-message-body"], chance.randint(0, 3))
        values = {"type": '"jmi"', "jmi-sid": chance.choice(['"sid-1"', '""', "12", "null"])}
        return members((key, values.get(key) or scalar()) for key in call + own)
    return json.dumps(chance.choice(TEXTS))


def body(version, faulty):
    if faulty and chance.random() < 0.1:
        return chance.choice(BROKEN)
    if version == "v1":
        keys = ["service", "title", "body", *chance.sample(["badge", "click_action", "tag", "topic", "data", "mode"], 2)]
    else:
        keys = ["service", *chance.choice([["alert"], ["data"], ["alert", "data"]])]
        keys += chance.sample([key for key in model.DEEP if key != "service"], chance.randint(0, 3))
    pairs = [(key, good(key)) for key in keys]
    if faulty:
        for _ in range(chance.randint(1, 2)):
            change, place = chance.choice(["drop", "spoil", "add", "repeat"]), chance.randrange(len(pairs) or 1)
            if change == "drop":
                del pairs[place:place + 1]
            elif change == "spoil" and pairs:
                pairs[place] = (pairs[place][0], scalar())
            elif change == "add":
                key = chance.choice(KEYS)
                pairs.append((key, good(key) if chance.random() < 0.5 else scalar()))
            elif pairs:
                pairs.append((pairs[place][0], scalar()))
    return members(pairs)


def comparable(answer):
    """An answer whose errors stand in an order of their own unless they tell of missing fields."""
    if isinstance(answer, dict) and "errors" in answer:
        if not all(error["message"].startswith("Missing field: ") for error in answer["errors"]):
            return sorted(json.dumps(error, sort_keys=True) for error in answer["errors"])
    return answer


posted, wrong = [], []
with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60, trust_env=False) as client:
    for number in range(int(count)):
        version, device = chance.choice(["v1", "v2", "v3"]), chance.choice(["TOK", "a/b", "é", "a b", "%", "😀"])
        text = body(version, faulty=number % 2 == 0)
        answer = client.post(f"/{version}/notification/{quote(device, safe='')}", content=text.encode(),
                             headers={"content-type": "application/json"})
        status, expected, pool, outgoing = model.answered(version, text, device, pools)
        got = json.loads(answer.text) if answer.text else ""
        if (answer.status_code, comparable(got)) != (status, comparable(expected)):
            wrong.append(f"{version} {text}\n  expected {status} {expected}\n  got {answer.status_code} {answer.text}")
        posted.append((version, text, pool, outgoing))

query = subprocess.run([pushreport, "query", log, "--format", "ndjson"], capture_output=True, text=True, check=True)
pushes = [json.loads(line) for line in query.stdout.splitlines()]
if len(pushes) != len(posted):
    sys.exit(f"{len(posted)} were posted and {len(pushes)} are in the log")
for push, (version, text, pool, expected) in zip(pushes, posted):
    message = push["message"]
    outgoing = message.get("outgoing")
    got = outgoing and (outgoing["path"], dict(outgoing["headers"]), outgoing["body"])
    if got != expected or expected and message["gateway"].get("pool") != pool:
        wrong.append(f"{version} {text}\n  expected on {pool} {expected}\n  got {message.get('gateway')} {got}")
if sum(outgoing is not None for _, _, _, outgoing in posted) < len(posted) // 4:
    sys.exit("too few of the generated requests are good ones")
print(f"{len(posted)} posted, {len(wrong)} wrong", *wrong[:10], sep="\n")
