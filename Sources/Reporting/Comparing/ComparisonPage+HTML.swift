extension ComparisonPage {
    /// The page for a browser: differences first, what is unchanged folded.
    ///
    /// - Throws: `ReportingError` when a template is wrong: a bug in the lab.
    func html() throws(ReportingError) -> String {
        var answer: [PageBlock?] = [
            .paragraph("**\(sentence)**"),
            hasNotable ? .table("What differs, or cannot be told", notable) : nil,
        ]
        if hasFindings { answer.append(.list(findings.map { Prose($0.text) })) }
        answer.append(gateCount.map(PageBlock.paragraph))
        if !gates.isEmpty { answer.append(.list(gates.map { Prose($0.text) })) }
        answer.append(.notice(caution))
        let folded: [PageBlock?] = [
            PageBlock.table("Every gate", all).map { .details("All \(count) gates", [$0]) },
            PageBlock.table(
                "These fail nothing: of hundreds of figures some change by chance, and who asks "
                    + "about all of them will always find one", described
            ).map {
                .details("Beside the gates, changed beyond chance: \(describedCount)", [$0])
            },
        ]
        let words =
            "Identical: all values are the same. Equivalent: the whole interval lies within what "
            + "does not matter. Improved, regressed: beyond it, and chance does not explain it. "
            + "Inconclusive: none of these can be told. Incomparable: there are not two values of "
            + "one thing."
        let judged: [PageBlock?] = [
            .table("The two runs", arms), .list(method.map { Prose($0.text) }),
            .paragraph(words),
        ]
        let sections = [
            PageSection("answer", "What changed", answer),
            PageSection("figures", "All figures", folded),
            PageSection("method", "How it was judged", judged),
        ]
        return try HTMLPage(
            title: "\(workload): \(mark)", origin: "A comparison of two runs",
            sections: sections.compactMap(\.self)
        ).text()
    }
}
