import Foundation

/// Slurm on this machine alone: one node without control groups, for as long as a command runs.
enum SlurmCluster {
    /// Whether Debian's `slurm-wlm` and `munge` are installed.
    static let isInstalled = ["munged", "slurmctld", "slurmd", "sbatch"].allSatisfy { name in
        ["/usr/sbin", "/usr/bin"].contains {
            FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
        }
    }

    /// Starts the daemons in the folder `$1`, waits for the node, and runs the other arguments.
    ///
    /// The port is the process's, so that two runs of the tests do not meet.
    static let script = """
        set -eu
        home=$1; shift
        port=$((20000 + $$ % 10000 * 2))
        mkdir -p "$home"/state "$home"/spool "$home"/run
        head -c 1024 /dev/urandom > "$home/key"; chmod 400 "$home/key"
        host=$(hostname -s)
        cat > "$home/slurm.conf" <<CONF
        ClusterName=lab
        SlurmctldHost=$host(127.0.0.1)
        SlurmUser=$(id -un)
        SlurmdUser=$(id -un)
        AuthType=auth/munge
        AuthInfo=socket=$home/run/munge
        CredType=cred/munge
        ProctrackType=proctrack/pgid
        TaskPlugin=task/none
        MpiDefault=none
        SelectType=select/cons_tres
        SelectTypeParameters=CR_CPU
        JobAcctGatherType=jobacct_gather/none
        AccountingStorageType=accounting_storage/none
        SlurmctldPort=$port
        SlurmdPort=$((port + 1))
        StateSaveLocation=$home/state
        SlurmdSpoolDir=$home/spool
        SlurmctldPidFile=$home/run/slurmctld.pid
        SlurmdPidFile=$home/run/slurmd.pid
        SlurmdParameters=config_overrides
        NodeName=$host NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
        PartitionName=all Nodes=ALL Default=YES State=UP
        CONF
        export SLURM_CONF=$home/slurm.conf PATH=$PATH:/usr/sbin
        munged --foreground --force --key-file="$home/key" --socket="$home/run/munge" \\
            --pid-file="$home/run/munged.pid" --seed-file="$home/seed" 2> "$home/munged.log" &
        # The daemons may have been started with the signals of a test's process blocked.
        trap 'kill -KILL $(jobs -p) 2>/dev/null; wait' EXIT
        # Five minutes are enough for a busy machine; a Slurm that does not start is an error.
        waited() { for try in $(seq 1500); do "$@" && return; sleep 0.2; done; exit 1; }
        waited test -S "$home/run/munge"
        slurmctld -D -c 2> "$home/slurmctld.log" &
        slurmd -D 2> "$home/slurmd.log" &
        is_ready() { sinfo -h -o %t 2>/dev/null | grep -qE 'idle|mix'; }
        waited is_ready
        "$@"
        """
}
