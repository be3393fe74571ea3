#!/usr/bin/env bash
# kill_node.sh FOLDER NODE: ends a node of cluster.sh as a loss of power does: all its processes at once, so that none tells
# the controller.
set -eu

processes=$(grep --files-with-matches --null-data --line-regexp "SLURMD_NODENAME=$2" /proc/[0-9]*/environ 2>/dev/null | cut -d / -f 3) || true
victims=("$(cat "$1/$2.pid")")
for process in $processes; do
  parent=$(sed 's/.*) . \([0-9]*\) .*/\1/' "/proc/$process/stat" 2>/dev/null) || continue
  [ "$(cat "/proc/$parent/comm" 2>/dev/null)" != slurmstepd ] || victims+=("$parent")
done
# shellcheck disable=SC2086 # they are numbers
kill -KILL "${victims[@]}" $processes 2>/dev/null || true
