import Results

/// How the figures came about, what they do not mean, and how to get them again.
enum ReviewMethod {
    private static let method = [
        "The operations were drawn from the seed before any stack existed, and every topology got "
            + "the same ones at the same due times. Arrivals are open-loop: an operation that "
            + "starts late is late, and its time counts from when it was due.",
        "Every repetition ran in a process of its own, on a new store, the topologies in turn. At "
            + "its end the store was read back and compared with what follows from the operations "
            + "alone.",
        "Stretches, blocks and spans of the main queue are recorded, not sampled. “Delay” is what "
            + "an event that arrives at a random instant of the phase waits.",
        "“Busy” is processor time of the main thread, without what the display draws.",
    ]
    private static let limits = [
        "These are no times of an iPhone or a Mac: the core is a re-implementation for Linux; "
            + "storage, scheduler and clock rates differ. Orders and ratios carry over sooner than "
            + "seconds do.",
        "A kill is not a loss of power. What the kernel has survives a kill; after a power loss "
            + "only what was synced does.",
        "One seed is one stream of operations. Another (`--seed`) shows what chance has in it.",
        "Energy, heat, memory pressure and other apps are not modelled; the display is a cost for "
            + "each frame, no drawing.",
    ]

    static func section(of review: Review) -> PageSection? {
        guard let head = review.head else { return nil }
        var blocks: [PageBlock] = [.list(Self.method.map(Prose.init))]
        if let result = review.leading?.content {
            let lines = [TellingText.method(of: result), RunQuality(result)?.text]
            blocks.append(.list(lines.compactMap(\.self).map(Prose.init)))
        }
        blocks += modelGaps(of: head)
        blocks += [.heading("What is not modelled"), .list(Self.limits.map(Prose.init))]
        blocks += PageBlock.warnings(head.warnings)
        if let table = PageTable("Where the figures come from", ReportTables.provenance(of: head)) {
            blocks.append(.table(table))
        }
        if let result = review.leading?.content {
            let trace = ReviewTrace(of: result)
            blocks += [
                .heading("Data"),
                .paragraph(
                    "`figures.csv` has the medians of phase `\(result.headlinePhase)`; every phase "
                        + "and repetition is in `results.csv` beside this page, every stretch of "
                        + "main in `stretches.csv`."),
            ]
            if let trace { blocks.append(.paragraph(trace.sentence)) }
            blocks.append(.files([ReviewData.file(of: result), trace?.file].compactMap(\.self)))
        }
        return PageSection("method", "Method, machine and data", blocks)
    }

    /// What of this workload's model is left out, and what that may do to a verdict.
    private static func modelGaps(of head: WorkloadResult) -> [PageBlock] {
        guard let gaps = head.modelGaps else { return [] }
        let heading = PageBlock.heading("What of this model is not modelled")
        guard !gaps.isEmpty else {
            return [heading, .paragraph("Every entity and property of the model is in the store.")]
        }
        let table = PageTable(
            "Parts of the model of `\(head.workload)`, and what their treatment may do to a "
                + "verdict",
            head: ["part", "here", "so"], left: 3,
            rows: gaps.map { gap in
                [gap.names, gap.treatment, gap.effect]
                    .map { PageTable.Cell($0) }
            })
        return [heading, .table(table)]
    }
}
