import Results

/// The output of `lab crash --faults`, except the machine line.
package enum FaultSummaryText {
    static let legend =
        "told: trials in which an error came to who opened, edited or saved; silent: in which a "
        + "save failed that the app believed done, and the most edits in one; unheard: in which "
        + "nothing that was asked for failed; ghost: a save that was told to have failed, and was "
        + "there after a kill; gone: one that was not; retried: all edits in the store in the "
        + "end, once each; bad: trials that broke a rule"

    /// The text, each line with its newline.
    ///
    /// - Parameter width: in characters; lines keep to it wherever words allow.
    package static func text(of result: FaultResult, width: Int = TextLines.fileWidth) -> String {
        var sections = [head(of: result, width: width)]
        for configuration in result.configurations {
            sections.append(section(of: configuration, width: width))
        }
        for scenario in result.scenarios { sections.append(lines(of: scenario, width: width)) }
        sections.append(
            result.omissions.flatMap { TextLines.wrapped("not tried: \($0)", width: width) })
        sections.append(TextLines.wrapped(legend, width: width))
        return sections.filter { !$0.isEmpty }.joined(separator: [""])
            .map { $0 + "\n" }.joined()
    }

    private static func head(of result: FaultResult, width: Int) -> [String] {
        let trials = result.configurations.reduce(0) { $0 + $1.trials.count }
        var facts = [
            "every call of a short run of \(result.head.workload) made to fail: "
                + "\(NumberText.grouped(Double(trials))) trials",
            "\(result.violationCount) bad", "seed \(result.head.seed)",
            "\(result.head.build) build", "commit \(result.head.commit.prefix(12))",
        ]
        if result.head.isInterrupted { facts.append("INTERRUPTED: what had run until then") }
        return TextLines.wrapped(facts.joined(separator: ", "), width: width)
    }

    private static func section(
        of configuration: FaultConfiguration, width: Int
    ) -> [String] {
        let head =
            "\(configuration.variant) in \(configuration.mode): \(configuration.calls) calls, "
            + "\(configuration.commits) commits"
        let (table, zeros) = TextTable(columns: columns(of: configuration.summaries), labels: 2)
            .foldingZeros()
        return TextLines.wrapped(head, width: width) + table.lines(width: width)
            + (zeros.map { TextLines.wrapped($0, width: width) } ?? [])
            + uncalled(in: configuration, width: width)
            + violations(of: configuration, width: width)
    }

    /// The calls that were not made to fail, by file: a file that the run never touches stands
    /// alone.
    private static func uncalled(in configuration: FaultConfiguration, width: Int) -> [String] {
        var files: [(file: String, calls: [String])] = []
        for call in configuration.uncalled {
            if files.last?.file != call.file { files.append((call.file, [])) }
            files[files.count - 1].calls.append(call.call)
        }
        guard !files.isEmpty else { return [] }
        let touched = Set(configuration.trials.map(\.file))
        let words = files.map { file, calls in
            touched.contains(file) ? "\(calls.joined(separator: "/")) \(file)" : file
        }
        return TextLines.wrapped(
            "never called, and not tried: \(words.joined(separator: ", "))", width: width)
    }

    /// The first few: all are in faults.csv.
    private static func violations(
        of configuration: FaultConfiguration, width: Int
    ) -> [String] {
        let bad = configuration.trials.filter { !$0.violations.isEmpty }
        return bad.prefix(5).flatMap { trial in
            TextLines.wrapped("\(trial.name): \(trial.violations[0])", width: width, first: "    ")
        }
    }

    private static func columns(of summaries: [FaultSummary]) -> [TextTable.Column] {
        func count(_ title: String, _ value: (FaultSummary) -> Int) -> TextTable.Column {
            TextTable.Column(
                title: title, zeros: title, cells: summaries.map { String(value($0)) })
        }
        return [
            TextTable.Column(
                title: "call", alignsLeft: true, cells: summaries.map { "\($0.call) \($0.file)" }),
            TextTable.Column(title: "code", alignsLeft: true, cells: summaries.map(\.code)),
            count("trials", \.trials), count("told", \.told), count("silent", \.silent),
            count("edits", \.silentEdits), count("unheard", \.swallowed),
            count("ghost", \.ghosts), count("gone", \.absent), count("retried", \.retriedWell),
            count("bad", \.violations),
        ]
    }

    private static func lines(of scenario: FaultScenarioRecord, width: Int) -> [String] {
        let count = scenario.silentEdits
        let edits = count > 0 ? ", loss.silent \(count) \(count == 1 ? "edit" : "edits")" : ""
        return TextLines.wrapped(
            "\(scenario.variant) in \(scenario.mode): \(scenario.name)\(edits)", width: width)
            + scenario.findings.flatMap { finding in
                let expected =
                    finding.found == finding.expected ? "" : ", NOT \(finding.expected)"
                return TextLines.wrapped(
                    "\(finding.question): \(finding.found)\(expected)", width: width,
                    first: "    ")
            }
    }
}
