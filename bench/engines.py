#!/usr/bin/env python3
"""Measures matches of two engines that answer at once, through UCI: plies a second, and CPU time of the runner a ply.

    bench/engines.py [BUILD [SEEDS]]    default: build/release, with the tests; 500 seeds, each two matches of 100 plies

Prints medians and the quotients between them. The runner is all that is not the two engines. A run of one seed is
subtracted from each, so that starting and ending does not count. Other load on the machine makes plies a second fewer and,
less so, CPU times longer: the first line tells it.
"""

import json
import os
import pathlib
import resource
import statistics
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
ROUNDS = 5
PLIES = 100  # of a match: its engine walks until 50 moves of each side are played
WAYS = [(level, jobs) for level in ("sandbox", "none") for jobs in (1, 2)]


def run(host, engine, seeds, level, jobs):
    """Plays a run. Returns its seconds, its CPU seconds, and those of the engines."""
    began = time.monotonic()
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    out = subprocess.run(
        [host, "tournament", "--game", "chess", "--set", "fen=k7/8/8/8/8/8/8/K2R4 w - - 0 1", "--no-db", "--json",
         "--plugin", f"uci:{engine},nodes=1", "--plugin", f"uci:{engine},nodes=2,name=other", "--isolation", level,
         "--jobs", str(jobs), "--seeds", f"1-{seeds}"],
        check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    seconds = time.monotonic() - began
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    table = json.loads(out.splitlines()[-1])["run"]
    if any(each["failures"] for each in table["strategies"]):
        sys.exit("bench/engines.py: an engine has failed")
    return seconds, cpu, sum(each["cpu_s"] for each in table["strategies"])


def main():
    build = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build/release").resolve()
    seeds = int(sys.argv[2]) if len(sys.argv) > 2 else 500
    host = build / "bin/host"
    engine = build / "tests/programs/engine/engine"
    if not engine.exists():
        sys.exit(f"bench/engines.py: {engine} is not built (target programs_engine)")
    plies = 2 * PLIES * (seeds - 1)
    measured = {way: [] for way in WAYS}
    print(f"load {os.getloadavg()[0]:.1f} on {len(os.sched_getaffinity(0))} cores")
    for _ in range(ROUNDS):
        for way in WAYS:
            one = run(host, engine, 1, *way)
            measured[way].append([long - short for long, short in zip(run(host, engine, seeds, *way), one)])
    medians = {}
    print("isolation  jobs  plies/s  runner us/ply  engines us/ply")
    for (level, jobs), rounds in measured.items():
        rate = statistics.median(plies / seconds for seconds, _, _ in rounds)
        runner = statistics.median((cpu - engines) / plies * 1e6 for _, cpu, engines in rounds)
        engines = statistics.median(engines / plies * 1e6 for _, _, engines in rounds)
        medians[level, jobs] = rate, runner
        print(f"{level:9}  {jobs:4}  {rate:7.0f}  {runner:13.1f}  {engines:14.1f}")
    for level in ("sandbox", "none"):
        print(f"{level}: two jobs play {medians[level, 2][0] / medians[level, 1][0]:.2f} times as many plies a second as one")
    print(f"the sandbox takes {medians['sandbox', 1][1] / medians['none', 1][1]:.2f} times the runner's CPU time without it")


if __name__ == "__main__":
    main()
