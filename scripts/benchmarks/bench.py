"""The benchmarks behind scripts/bench: ratios against named peers in the same run, so that they carry between machines.

usage: bench.py BINARIES PEERS [--rounds N] [--requests N] [--large] [--only PART,…]

BINARIES is the folder of the built programs, PEERS the virtual environment that holds the peers written in Python.
"""
import argparse
import json
import os
import platform
import shutil
import sys

import diff
import opening
import record
import render
import start
import table
from bench_run import Run

PARTS = {"record": record, "render": render, "diff": diff, "open": opening, "start": start}
BUILD = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../build")


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("binaries")
    arguments.add_argument("peers")
    arguments.add_argument("--rounds", type=int, default=3)
    arguments.add_argument("--requests", type=int, default=100_000)
    arguments.add_argument("--large", action="store_true", help="also open 100,000 cards on one page, and compare a million with a million")
    arguments.add_argument("--only", default=",".join(PARTS), help="the parts to measure: " + ", ".join(PARTS))
    options = arguments.parse_args()
    chosen = options.only.split(",")
    for part in chosen:
        if part not in PARTS:
            sys.exit(f"bench: there is no part '{part}'; there are {', '.join(PARTS)}")

    run = Run(options)
    results = {
        "machine": {"cores": os.cpu_count(), "processor": processor(), "system": platform.platform()},
        "rounds": options.rounds, "requests": options.requests,
    }
    try:
        for part in chosen:
            print(f"bench: measuring {part}", file=sys.stderr)
            results[part] = PARTS[part].measure(run)
    finally:
        shutil.rmtree(run.folder, ignore_errors=True)

    os.makedirs(BUILD, exist_ok=True)
    with open(os.path.join(BUILD, "bench.json"), "w", encoding="utf-8") as file:
        json.dump(results, file, indent=2)
    table.show(row for part in chosen for row in PARTS[part].rows(results[part]))
    print("\nwritten: build/bench.json")


def processor():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        return next((line.partition(":")[2].strip() for line in file if line.startswith("model name")), platform.machine())


main()
