/// The arguments of a command, made from its request.
///
/// They serve readers of suite.json and `--dry-run`, and show whether a suite's run has run. No
/// part of the lab parses them.
struct CommandLineWords {
    private(set) var words: [String] = []

    mutating func add(_ option: String, _ values: [String]) {
        for value in values { words += [option, value] }
    }

    mutating func add(_ option: String, _ value: String?) {
        add(option, value.map { [$0] } ?? [])
    }

    mutating func add(_ flag: String, if isSet: Bool) {
        if isSet { words.append(flag) }
    }

    mutating func add(_ work: WorkloadRequest) {
        add("--workload", work.workload)
        add("--topology", work.topologies)
        add("--topology-file", work.topologyFiles)
        add("--set", work.settings.map(\.text))
        add("--seed", work.seed.map(String.init))
    }

    mutating func add(_ gating: GateRequest) {
        add("--fail-on", gating.named.map(\.text))
        add("--require-verdict", if: gating.requiresVerdict)
        add("--baselines", gating.shelf == BaselineShelf.usualFolder ? nil : gating.shelf)
        add("--noise-floor", gating.noiseFloor)
    }

    mutating func add(_ charts: ChartRequest) {
        add("--no-charts", if: !charts.areDrawn)
        add("--require-charts", if: charts.areRequired)
    }
}
