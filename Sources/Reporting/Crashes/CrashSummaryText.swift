import Results

/// The output of `lab crash`, except the machine line.
package enum CrashSummaryText {
    /// The limits of the crash model, to be printed beside every figure.
    static let model =
        "Model: sectors of 512 bytes, each file synced by itself, names durable with the directory "
        + "only; times are virtual. Not in it: bytes that rot, writes that go astray, syncs that "
        + "lie."

    /// The text, each line with its newline.
    ///
    /// - Parameter width: in characters; lines keep to it wherever words allow.
    package static func text(of result: CrashResult, width: Int = TextLines.fileWidth) -> String {
        var sections = [head(of: result, width: width)]
        sections.append(table(of: result.configurations, width: width))
        sections.append(
            result.configurations.variants.compactMap { variant in
                result.configurations.first { $0.variant == variant }?.settings.flatMap {
                    SettingsText.replaced(in: $0, of: variant)
                }
            }.flatMap { TextLines.wrapped($0, width: width) })
        sections.append(failures(of: result, width: width))
        sections.append(violations(of: result, width: width))
        for text in [
            CrashConclusion.sentences(result.configurations),
            CrashConclusion.states(result.configurations),
            CrashSpeed.sentence(result.configurations), unmeasured(of: result),
        ].compactMap(\.self) {
            sections.append(TextLines.wrapped(text, width: width))
        }
        sections.append(TextLines.wrapped(model, width: width))
        sections.append(TextLines.wrapped(SummaryText.caution, width: width))
        return sections.filter { !$0.isEmpty }.joined(separator: [""])
            .map { $0 + "\n" }.joined()
    }

    private static func table(
        of configurations: [CrashConfiguration], width: Int
    ) -> [String] {
        let judgedWell = CrashColumns.judgedWell(configurations)
        let (table, zeros) = TextTable(
            columns: CrashColumns.losses(of: configurations)
                + (judgedWell == nil ? CrashColumns.judged(of: configurations) : []),
            labels: 2
        ).foldingZeros()
        let legend = CrashColumns.legend(of: table.columns)
        return table.lines(width: width)
            + [legend, zeros, judgedWell].compactMap(\.self).flatMap {
                TextLines.wrapped($0, width: width)
            }
    }

    private static func head(of result: CrashResult, width: Int) -> [String] {
        var facts = [
            "seed \(result.head.seed)", "digest \(result.head.workloadDigest.prefix(12))",
            "\(result.head.build) build", "commit \(result.head.commit.prefix(12))",
        ]
        if result.head.isInterrupted { facts.append("INTERRUPTED: what had run until then") }
        return TextLines.wrapped("\(result.head.workload): \(result.head.title)", width: width)
            + TextLines.wrapped(facts.joined(separator: ", "), width: width)
    }

    private static func unmeasured(of result: CrashResult) -> String? {
        guard !result.unmeasured.isEmpty else { return nil }
        let reasons = result.unmeasured.map(\.reason).reduce(into: [String]()) {
            if !$0.contains($1) { $0.append($1) }
        }
        let clauses = reasons.map { reason in
            let types = result.unmeasured.filter { $0.reason == reason }.map(\.type)
            return "\(TextLines.list(types)): \(reason)"
        }
        return "Not measured: \(clauses.joined(separator: "; "))."
    }

    private static func failures(of result: CrashResult, width: Int) -> [String] {
        result.configurations.flatMap { configuration -> [String] in
            guard let failure = configuration.failure else { return [] }
            return TextLines.wrapped(
                "\(configuration.name): \(failure.message)", width: width)
                + failure.details.flatMap {
                    TextLines.wrapped($0, width: width, first: "    ")
                }
        }
    }

    /// A control is meant to cause violations, so they do not count as failures.
    private static func violations(of result: CrashResult, width: Int) -> [String] {
        result.configurations.flatMap { configuration -> [String] in
            guard let exploration = configuration.exploration, !exploration.control.isEmpty
            else { return [] }
            let count = exploration.violations.count
            guard let first = exploration.violations.first else {
                return TextLines.wrapped(
                    "\(configuration.name) with \(exploration.control): nothing was caught",
                    width: width)
            }
            let cause = first.cause.isEmpty ? "" : " (\(first.cause))"
            return TextLines.wrapped(
                "\(configuration.name) with \(exploration.control): \(count) caught, the first "
                    + "\(first.state): \(first.message)\(cause)", width: width)
        }
    }
}
