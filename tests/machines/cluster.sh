#!/usr/bin/env bash
# A Slurm of two nodes on this machine, for tests, run by the user who starts it:
#
#   cluster.sh FOLDER    starts it; makes FOLDER/ready once it is; FOLDER/slurm.conf is for SLURM_CONF; writes FOLDER/NODE.pid of node1 and
#                        node2; ends all of it on SIGTERM, or when who has started it is gone
#
# Exit code: 0, ended; 1, it did not start, and the message says why.
set -eu

folder=$1
user=$(id -un)
PATH=$PATH:/usr/sbin
cd "$folder"
children=()
# shellcheck disable=SC2317 # called by the trap
end() {
  for child in "${children[@]}"; do kill "$child" 2>/dev/null || true; done
  for child in "${children[@]}"; do wait "$child" || true; done
}
trap end EXIT
trap 'exit 0' TERM

free_port() { # free_port NUMBER: a port that nobody uses; another one for each number
  local port=$((20000 + ($$ * 16 + $1) % 12000))
  while (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do port=$((port + 1)); done
  echo "$port"
}

mkdir state munge spool-node1 spool-node2
chmod 700 munge
dd if=/dev/urandom of=munge/key bs=128 count=1 status=none
chmod 600 munge/key
munged --foreground --force --socket="$folder/munge/socket" --key-file="$folder/munge/key" --pid-file="$folder/munge/pid" \
  --log-file="$folder/munge/log" --seed-file="$folder/munge/seed" --num-threads=2 >munge/out 2>&1 </dev/null &
children+=($!)

machine=$(hostname -s)
cat >slurm.conf <<CONF
ClusterName=agontest
SlurmctldHost=$machine(127.0.0.1)
SlurmUser=$user
SlurmdUser=$user
AuthType=auth/munge
AuthInfo=socket=$folder/munge/socket,cred_expire=5
CredType=cred/munge
SlurmctldPort=$(free_port 1)
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool-%n
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd-%n.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd-%n.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=batch_sched_delay=0,sched_min_interval=0
SlurmdTimeout=10
SlurmctldTimeout=30
InactiveLimit=0
KillWait=15
ReturnToService=2
MailProg=/bin/true
NodeName=node1 NodeHostname=$machine NodeAddr=127.0.0.1 Port=$(free_port 2) CPUs=2
NodeName=node2 NodeHostname=$machine NodeAddr=127.0.0.1 Port=$(free_port 3) CPUs=2
PartitionName=all Nodes=node1,node2 Default=YES MaxTime=60 State=UP
CONF
export SLURM_CONF=$folder/slurm.conf
for ((i = 0; i < 100; ++i)); do
  [ -S munge/socket ] && break
  sleep 0.1
done
slurmctld -D >slurmctld.out 2>&1 </dev/null &
children+=($!)
for node in node1 node2; do
  slurmd -D -N "$node" >"$node.out" 2>&1 </dev/null &
  children+=($!)
  echo $! >"$node.pid"
done
for ((i = 0; i < 300; ++i)); do
  if [ "$(sinfo --noheader --format='%T %D' 2>/dev/null)" = 'idle 2' ]; then
    : >ready
    while kill -0 "$PPID" 2>/dev/null; do
      sleep 1 &
      wait $! || true
    done
    exit 0
  fi
  sleep 0.2
done
echo "the cluster did not start:" >&2
tail -n 20 ./*.out ./*.log munge/out munge/log >&2
exit 1
