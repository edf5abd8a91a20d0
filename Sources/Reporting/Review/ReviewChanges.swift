import Results
import Verdicts

/// What would change the answer: other values of a field, other devices, uncertain costs; and the
/// commands that find out where nothing was tried.
enum ReviewChanges {
    static func section(of review: Review) -> PageSection? {
        var blocks: [PageBlock?] = []
        for sweep in review.sweeps { blocks += self.blocks(of: sweep) }
        for run in review.others {
            blocks += [.heading(heading(of: run.content))] + self.blocks(beside: run)
        }
        if let leading = review.leading { blocks += uncertainty(of: leading) }
        blocks += untried(review)
        return PageSection("changes", "What would change it", blocks)
    }

    private static func blocks(of part: Review.Part<WorkloadResult>) -> [PageBlock?] {
        guard let sweep = Sweep(part.content), let ranking = part.ranking else { return [] }
        let report = ReportSweep(sweep)
        return [
            .heading("Across \(sweep.key)"),
            SweepConclusion.sentences(sweep, of: part.content, ranking).map(PageBlock.paragraph),
            Scorecard.figure(SweepChart.name, of: part),
        ]
            + report.tables.map { PageTable($0.title, $0.table).map(PageBlock.table) }
            + [.paragraph(report.legend + ".")]
    }

    private static func heading(of result: WorkloadResult) -> String {
        guard let device = result.simulated else { return "\(result.workload), \(result.device)" }
        return "\(result.workload) on \(device.title), simulated"
    }

    /// The answer of another run, and its figures.
    private static func blocks(beside part: Review.Part<WorkloadResult>) -> [PageBlock?] {
        guard let ranking = part.ranking else { return [] }
        let result = part.content
        let headlines = Headline.all(of: result)
        let columns = SummaryColumns.columns(of: headlines, ranking)
        return [
            Conclusion.sentence(of: result, ranking).map(PageBlock.paragraph),
            PageTable(
                SummaryColumns.legend(headlines, ranking, of: columns), ReportTable(columns)
            ).map(PageBlock.table),
            .notice(Caution.text(of: result)),
        ] + uncertainty(of: part)
    }

    private static func uncertainty(of part: Review.Part<WorkloadResult>) -> [PageBlock?] {
        let result = part.content
        guard let sentence = UncertaintyText.sentence(of: result) else { return [] }
        return [
            .paragraph(sentence), Scorecard.figure(TornadoChart.name, of: part),
            PageTable(
                "In how many draws one topology comes before the other",
                UncertaintyTables.orders(on: result)
            ).map(PageBlock.table),
            PageTable(
                "What if a cost were half of what it is", UncertaintyTables.whatIf(on: result)
            ).map(PageBlock.table),
        ]
    }

    /// What this page does not answer, and the commands that would.
    private static func untried(_ review: Review) -> [PageBlock?] {
        guard let head = review.head else { return [] }
        let workload = head.workload
        var questions: [(name: String, text: Prose)] = []
        let imports = head.topologies.contains { topology in
            topology.summary.contains { $0.role == Role.importer.rawValue }
        }
        if review.sweeps.isEmpty, imports {
            let sweep = "--sweep roles.importer.batch=…"
            questions.append(("Other batches", Prose("`lab run --workload \(workload) \(sweep)`")))
        }
        if !review.runs.contains(where: { $0.content.simulated != nil }) {
            questions.append(
                ("Other devices", Prose("`lab simulate --workload \(workload) --device …`")))
        }
        if review.crashes.isEmpty {
            questions.append(
                ("Every state of a crash", Prose("`lab crash --workload \(workload)`")))
        }
        guard !questions.isEmpty else { return [] }
        return [.heading("Not asked here"), .entries(questions)]
    }
}
