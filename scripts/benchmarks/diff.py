"""Comparing two runs whose differences are known, against the time it takes to read both."""
import json
import multiprocessing
import random
import sys

from bench_run import interleaved, medians, timed
from sample_log import make_log
from table import Row

COUNTS = (10_000, 100_000)
LARGE = 1_000_000


def measure(run):
    return {count: contest(run, count) for count in COUNTS + ((LARGE,) if run.large else ())}


def contest(run, count):
    base = make_log(run, count)
    # In a process of its own: what this one holds is the floor of the memory that is seen of others.
    with multiprocessing.get_context("fork").Pool(1) as pool:
        head, truth = pool.apply(edited, (run, base, count))
    result = run.path("diff.json")
    compare = [run.reporter, "diff", base, head, "-o", result, "--fail-on", "none"]
    rounds = interleaved([
        ("pushreport diff", lambda: timed(compare)),
        ("reading both", lambda: timed([run.reporter, "query", base, head, "--format", "count"])),
    ], run.rounds)
    with open(result, encoding="utf-8") as file:
        found = {edit(entry) for entry in json.load(file)["entries"]}
    if found != truth:
        sys.exit(f"bench: the diff of {count} has {len(found - truth)} edits that nobody made, and lacks "
                 f"{len(truth - found)} of {len(truth)}")
    return {name: medians(runs) for name, runs in rounds.items()}


def edit(entry):
    """What a diff found of one push: what it is, how often, and the identifiers in BASE and HEAD."""
    return entry["kind"], entry["count"], entry.get("base", {}).get("id"), entry.get("head", {}).get("id")


def edited(run, base, count):
    """The run of a later build: 5 % of the pushes changed, 2 % removed, 2 % added, the rest in another order."""
    chance = random.Random(20261201)
    truth = set()
    lines = []
    with open(base, encoding="utf-8") as log:
        for line in log:
            event = json.loads(line)
            fate = chance.random()
            if fate < 0.02:
                truth.add(("removed", 1, event["id"], None))
                continue
            if fate < 0.07:
                change(event, chance, len(lines))
                lines.append(("changed", event))
                continue
            if fate < 0.09:
                lines.append(("added", added(event, len(lines))))
            lines.append((None, event))
    for start in range(0, len(lines), 20):
        window = lines[start:start + 20]
        chance.shuffle(window)
        lines[start:start + 20] = window
    name = run.path(f"head-{count}.ndjson")
    with open(name, "w", encoding="utf-8") as log:
        for number, (fate, event) in enumerate(lines):
            base_id, event["id"] = event["id"], f"01L{number:023}"
            if fate:
                truth.add((fate, 1, base_id if fate == "changed" else None, event["id"]))
            event["time"] = f"2026-12-01T{number // 3600 % 24:02}:{number // 60 % 60:02}:{number % 60:02}.000000Z"
            log.write(json.dumps(event, separators=(",", ":")) + "\n")
    return name, truth


def alert(payload):
    return payload["aps"]["alert"] if "aps" in payload else payload["message"]["notification"]


def change(event, chance, number):
    """A change that no other push has, as the same one would be told once and counted."""
    payload = json.loads(event["request"]["body"]["text"])
    if chance.random() < 0.5:
        alert(payload)["title"] += f" again, {number}"
    else:
        alert(payload)["body"] += f" tomorrow, {number}"
    event["request"]["body"]["text"] = json.dumps(payload, separators=(",", ":"))


def added(event, number):
    copy = json.loads(json.dumps(event))
    payload = json.loads(copy["request"]["body"]["text"])
    alert(payload).update(title=f"New {number}", body="nobody asked for it")
    # A device that BASE never sent to.
    token = f"{number:064x}"
    if "aps" in payload:
        copy["request"]["target"] = f"/3/device/{token}"
    else:
        payload["message"]["token"] = token
    copy["request"]["body"]["text"] = json.dumps(payload, separators=(",", ":"))
    return copy


def rows(results):
    for count, ways in results.items():
        reading = ways["reading both"]
        for name, value in ways.items():
            row = Row(f"compare, {int(count):,} with as many", name, f"{value['wall_seconds']:.2f} s",
                      f"{value['cpu_seconds']:.2f} s CPU, {value['peak_megabytes']:.1f} MB",
                      value["wall_seconds"] / reading["wall_seconds"])
            if name == "pushreport diff":
                row.budget, row.met = "≤ 3 × reading both", row.ratio <= 3
            yield row
