extension RunRequest {
    /// The arguments of a `lab run` that does the same.
    ///
    /// They serve readers of suite.json and `--dry-run`, and show whether a suite's run has run. No
    /// part of the lab parses them.
    package var commandLine: [String] {
        var words: [String] = []
        func add(_ option: String, _ values: [String]) {
            for value in values { words += [option, value] }
        }
        func add(_ option: String, _ value: String?) { add(option, value.map { [$0] } ?? []) }
        func add(_ flag: String, if isSet: Bool) { if isSet { words.append(flag) } }
        add("--workload", work.workload)
        add("--topology", work.topologies)
        add("--topology-file", work.topologyFiles)
        add("--set", work.settings.map(\.text))
        add("--seed", work.seed.map(String.init))
        add("--repetitions", repetitions.map(String.init))
        add("--until-told", if: telling != nil)
        add("--within", telling?.text)
        add("--limit", limits.map(\.description))
        add("--sweep", sweep.map { "\($0.key)=\($0.values.joined(separator: ","))" })
        add("--plant", planted.map(\.text))
        add("--output", output)
        add("--keep-stores", keptStores)
        add("--baseline", baseline)
        add("--fail-on", gating.named.map(\.text))
        add("--require-verdict", if: gating.requiresVerdict)
        add("--baselines", gating.shelf == BaselineShelf.usualFolder ? nil : gating.shelf)
        add("--noise-floor", gating.noiseFloor)
        add("--no-charts", if: !charts.areDrawn)
        add("--require-charts", if: charts.areRequired)
        add("--quiet", if: isQuiet)
        return words
    }
}
