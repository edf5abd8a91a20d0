import Execution
import Probes
import Results
import Topologies

/// The facts about a topology's runs from which its kills are planned.
package struct KillTarget: Sendable {
    /// `private-writer:flush=5s`.
    package var variant: String
    package var topology: Topology
    /// From the begin of the first phase to the end of the last.
    package var length: Duration
    /// How often a run saves a context.
    package var saves: Int
    /// How often a run commits.
    package var commits: Int

    package init(
        variant: String, topology: Topology, length: Duration, saves: Int, commits: Int
    ) {
        self.variant = variant
        self.topology = topology
        self.length = length
        self.saves = saves
        self.commits = commits
    }

    /// Takes the facts from a measured run.
    package init(variant: String, topology: Topology, measured record: RunRecord) {
        let began = record.phases.first?.began ?? 0
        let ended = record.phases.last?.ended ?? 0
        self.init(
            variant: variant, topology: topology, length: .nanoseconds(max(0, ended - began)),
            saves: record.probes.reduce(0) { $1.name == ProbeKind.save.name ? $0 + $1.count : $0 },
            commits: Set(record.edits.compactMap(\.committed)).count)
    }
}
