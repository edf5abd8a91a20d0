import Results
import Verdicts

/// The output of a run, except the machine line.
package enum SummaryText {
    /// The caution beside every table and chart, because readers quote figures without their
    /// report.
    package static let caution =
        "Linux, this core, this machine: compare orders and ratios, not seconds."

    /// The text, each line with its newline.
    ///
    /// The table; the three worst stalls with their causes; limits kept or not; failures; one
    /// sentence on the topologies' prices; the caution.
    ///
    /// - Parameter width: in characters; lines keep to it wherever words allow.
    package static func text(of result: WorkloadResult, width: Int = TextLines.fileWidth) -> String
    {
        let headlines = Headline.all(of: result)
        let ranking = Ranking(of: result)
        var sections = [head(of: result, width: width)]
        let sweep = Sweep(result)
        sections.append(sweep?.lines(width: width) ?? table(of: headlines, ranking, width: width))
        sections.append(
            result.topologies.filter { $0.point == nil }.compactMap { topology in
                topology.settings.flatMap {
                    SettingsText.replaced(in: $0, of: topology.variant)
                }
            }.flatMap { TextLines.wrapped($0, width: width) })
        sections.append(failures(of: result, width: width))
        sections.append(stalls(of: result, width: width))
        sections.append(limits(of: result, width: width))
        if let quality = RunQuality(result) {
            sections.append(TextLines.wrapped(quality.text, width: width))
        }
        let sentence =
            sweep.map { SweepConclusion.sentences($0, of: result, ranking) }
            ?? Conclusion.sentence(of: result, ranking)
        if let sentence {
            sections.append(TextLines.wrapped(sentence, width: width))
        }
        if let telling = TellingText.sentence(of: result, ranking) {
            sections.append(TextLines.wrapped(telling, width: width))
        }
        if let sureness = UncertaintyText.sentence(of: result) {
            sections.append(TextLines.wrapped(sureness, width: width))
        }
        sections.append(TextLines.wrapped(Caution.text(of: result), width: width))
        return sections.filter { !$0.isEmpty }.joined(separator: [""])
            .map { $0 + "\n" }.joined()
    }

    private static func table(
        of headlines: [Headline], _ ranking: Ranking, width: Int
    ) -> [String] {
        let (table, zeros) = TextTable(columns: SummaryColumns.columns(of: headlines, ranking))
            .foldingZeros()
        let legend = SummaryColumns.legend(headlines, ranking, of: table.columns)
        return table.lines(width: width) + TextLines.wrapped(legend, width: width)
            + (zeros.map { TextLines.wrapped($0, width: width) } ?? [])
    }

    private static func head(of result: WorkloadResult, width: Int) -> [String] {
        var facts = [
            "phase \(result.headlinePhase)",
            RunQuality.repetitions(of: result),
            "seed \(result.seed)", "digest \(result.workloadDigest.prefix(12))",
            "\(result.build) build", "commit \(result.commit.prefix(12))",
        ]
        if result.topologies.contains(where: { $0.isPlanted == true }) {
            facts.append("PLANTED: a topology pays for a fault that this run committed on purpose")
        }
        if result.isInterrupted { facts.append("INTERRUPTED: what had run until then") }
        return TextLines.wrapped("\(result.workload): \(result.title)", width: width)
            + TextLines.wrapped(facts.joined(separator: ", "), width: width)
    }

    private static func failures(of result: WorkloadResult, width: Int) -> [String] {
        result.topologies.flatMap { topology -> [String] in
            guard let failure = topology.failure else { return [] }
            return TextLines.wrapped(
                "\(topology.variant) has no figures: \(failure.message)", width: width)
                + failure.details.flatMap {
                    TextLines.wrapped($0, width: width, first: "    ")
                }
        }
    }

    private static func stalls(of result: WorkloadResult, width: Int) -> [String] {
        let worst = Stall.worst(3, of: result)
        guard !worst.isEmpty else { return [] }
        let names = worst.map(\.topology.count).max() ?? 0
        let lengths = worst.map { NumberText.short(Double($0.length) / 1e6) }
        let digits = lengths.map(\.count).max() ?? 0
        return TextLines.wrapped(
            "worst stalls, the longest of each kind in each topology", width: width)
            + zip(worst, lengths).flatMap { stall, length -> [String] in
                let first =
                    "  " + String(repeating: " ", count: digits - length.count) + "\(length) ms  "
                    + stall.topology
                    + String(repeating: " ", count: names - stall.topology.count) + "  "
                return TextLines.wrapped(story(of: stall), width: width, first: first)
            }
    }

    /// `import-batch #412 of importer, 1.28 s into run 2: save 61 %, fetch 24 %`.
    static func story(of stall: Stall) -> String {
        let seconds = NumberText.short(Double(stall.began) / 1e9)
        let others = stall.stretch.blocks.count - 1
        let crowd = others == 0 ? "" : ", with \(others) more block\(others == 1 ? "" : "s")"
        let chain = stall.chain.isEmpty ? "" : ": \(stall.chain)"
        let mark = stall.isDisturbed ? " (disturbed)" : ""
        return "\(stall.name)\(crowd), \(seconds) s into run \(stall.repetition)\(mark)\(chain)"
    }

    private static func limits(of result: WorkloadResult, width: Int) -> [String] {
        let limits = LimitSummary.all(of: result)
        guard !limits.isEmpty else { return [] }
        let longest = limits.map(\.limit.count).max() ?? 0
        return ["limits"]
            + limits.flatMap { limit in
                let filler = String(repeating: " ", count: longest - limit.limit.count)
                return TextLines.wrapped(
                    limit.text, width: width, first: "  \(limit.limit)\(filler)  ")
            }
            + (LimitSummary.sentence(of: result).map { TextLines.wrapped($0, width: width) } ?? [])
    }
}
