import Results

/// How the figures came about, what they do not mean, and how to get them again.
enum ReviewMethod {
    /// How figures come about.
    private enum Kind: String, CaseIterable {
        case measured = "Measured runs"
        case simulated = "Simulated runs"
        case explored = "Crash states"

        func isOf(_ review: Review) -> Bool {
            let results = (review.runs + review.sweeps).map(\.content)
            return switch self {
            case .measured: results.contains { $0.simulated == nil }
            case .simulated: results.contains { $0.simulated != nil }
            case .explored: !review.crashes.isEmpty
            }
        }
    }

    private static let sameOperations =
        "and every topology got the same ones at the same due times. Arrivals are open-loop: an "
        + "operation that starts late is late, and its time counts from when it was due."
    private static let comparison =
        "At its end the store was read back and compared with what follows from the operations "
        + "alone."
    private static let mainQueue = [
        "Stretches, blocks and spans of the main queue are recorded, not sampled. “Delay” is what "
            + "an event that arrives at a random instant of the phase waits.",
        "“Busy” is processor time of the main thread, without what the display draws.",
    ]

    private static func method(of kind: Kind) -> [String] {
        let drawn = "The operations were drawn from the seed before any stack existed, "
        return switch kind {
        case .measured:
            [
                drawn + sameOperations,
                "Every repetition ran in a process of its own, on a new store, the topologies in "
                    + "turn. " + comparison,
            ] + mainQueue
        case .simulated:
            [
                "The operations of each draw were drawn from a seed of its own before any stack "
                    + "existed, " + sameOperations,
                "Every run went in virtual time, on a new store: time is counted work at the "
                    + "device's costs, with syncs drawn from its tail. " + comparison,
            ] + mainQueue
        case .explored:
            [
                drawn + sameOperations,
                "Each topology ran once in each mode and with each size of batches, in virtual "
                    + "time, while every write, truncation, sync, creation and deletion of its "
                    + "store was logged. Crash states follow from the log; SQLite recovered each, "
                    + "and its content was compared with what the commits had left.",
            ]
        }
    }

    private static func blocks(of kinds: [Kind], leading: WorkloadResult?) -> [PageBlock] {
        let own = leading.map { [TellingText.method(of: $0), RunQuality($0)?.text] } ?? []
        let deciding = leading.map { $0.simulated == nil ? Kind.measured : .simulated }
        return kinds.flatMap { kind in
            let lines = method(of: kind) + (kind == deciding ? own.compactMap(\.self) : [])
            return (kinds.count > 1 ? [PageBlock.heading(kind.rawValue)] : [])
                + [.list(lines.map(Prose.init))]
        }
    }

    private static func limits(of kinds: [Kind]) -> [String] {
        let seconds = "Orders and ratios carry over sooner than seconds do."
        let times = [
            kinds.contains(.measured)
                ? "Measured times are no times of an iPhone or a Mac: the core is a "
                    + "re-implementation for Linux; storage, scheduler and clock rates differ. "
                    + seconds : nil,
            kinds == [.measured]
                ? nil
                : "Times in virtual time are not measured: costs are as sure as their sources, and "
                    + "the core is a re-implementation for Linux. " + seconds,
        ].compactMap(\.self)
        let kills =
            "A kill is not a loss of power. What the kernel has survives a kill; after a power "
            + "loss only what was synced does."
        let seed =
            "One seed is one stream of operations. Another (`--seed`) shows what chance has in it."
        let absent =
            "Energy, heat, memory pressure and other apps are not modelled; the display is a cost "
            + "for each frame, no drawing."
        return times + [kills] + (kinds == [.simulated] ? [] : [seed]) + [absent]
    }

    static func section(of review: Review) -> PageSection? {
        guard let head = review.head else { return nil }
        let kinds = Kind.allCases.filter { $0.isOf(review) }
        var blocks = blocks(of: kinds, leading: review.leading?.content)
        blocks += modelGaps(of: head)
        blocks += [.heading("What is not modelled"), .list(limits(of: kinds).map(Prose.init))]
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
                        + "and repetition is in `results.csv` of the run's folder, every stretch "
                        + "of main in `stretches.csv`."),
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
