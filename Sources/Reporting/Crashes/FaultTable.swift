import Results

/// faults.csv: every failed call and its consequences, and the calls that the run never makes; then
/// the two scenarios.
package enum FaultTable {
    static let columns = [
        "schema", "workload", "seed", "topology", "variant", "mode", "kind", "call", "file",
        "occurrence", "lasting", "code", "hits", "told", "silent_saves", "silent_edits",
        "swallowed", "error", "after_kill", "retry", "violations", "detail",
    ]

    /// The file's bytes: the same for every run with one seed.
    package static func bytes(of result: FaultResult) -> [UInt8] {
        var table = CSVTable(columns: columns)
        let head = [String(result.head.schema), result.head.workload, String(result.head.seed)]
        for configuration in result.configurations {
            let place = [configuration.topology, configuration.variant, configuration.mode]
            for trial in configuration.trials { table.append(head + place + cells(of: trial)) }
            for call in configuration.uncalled { table.append(head + place + cells(of: call)) }
        }
        for scenario in result.scenarios {
            for finding in scenario.findings {
                table.append(head + cells(of: finding, in: scenario))
            }
        }
        return table.bytes
    }

    private static func cells(of trial: FaultTrial) -> [String] {
        [
            "fault", trial.call, trial.file, String(trial.occurrence), String(trial.isLasting),
            trial.code, String(trial.hits), String(trial.told), String(trial.silentSaves),
            String(trial.silentEdits), String(trial.isSwallowed), trial.errorCodes,
            trial.ghost?.rawValue ?? "", trial.retry.rawValue, String(trial.violations.count),
            trial.violations.joined(separator: "; "),
        ]
    }

    private static func cells(of call: FaultConfiguration.Call) -> [String] {
        ["not-called", call.call, call.file] + Array(repeating: "", count: 13)
    }

    private static func cells(
        of finding: FaultScenarioRecord.Finding, in scenario: FaultScenarioRecord
    ) -> [String] {
        let topology = String(scenario.variant.prefix { $0 != ":" })
        let isGood = finding.found == finding.expected
        let detail =
            isGood ? finding.found : "\(finding.found), where \(finding.expected) was expected"
        return [topology, scenario.variant, scenario.mode, "story"]
            + Array(repeating: "", count: 8)
            + [
                String(scenario.silentEdits), "", "", "", "", isGood ? "0" : "1",
                "\(scenario.name): \(finding.question): \(detail)",
            ]
    }
}
