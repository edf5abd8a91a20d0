import Verdicts

extension StudyPage {
    /// The page for a browser.
    ///
    /// - Throws: `ReportingError` when a template is wrong: a bug in the lab.
    func html(
        _ charts: [Chart], pictures: [String: String]
    ) throws(ReportingError) -> String {
        let entries: [(name: String, text: Prose)] = [("Found", Prose(found ?? "Nothing yet."))]
        let answer: [PageBlock?] =
            [PageBlock.interruption(isInterrupted)]
            + PageBlock.failures(failures) + [.entries(entries), .notice(caution)]
        let figures: [PageBlock?] = [
            .table(
                "Medians over the repetitions, and their range; `main.busy` is processor time of "
                    + "main", arms)
        ]
        let ratios: [PageBlock?] = [
            hasPairs ? .table("Published ratios beside measured ones: \(pairsLegend)", pairs) : nil
        ]
        let sections = [
            PageSection("answer", "What was found", answer),
            PageSection("figures", "Figures", figures),
            PageSection("ratios", "Ratios", ratios + PageBlock.figures(charts, pictures)),
            PageSection("orders", "Orders", orders.flatMap(Self.blocks)),
            PageSection("claims", "Claims", claims.flatMap(Self.blocks)),
            PageSection(
                "notes", "What is otherwise here",
                [hasNotes ? .list(notes.map(Prose.init)) : nil]),
            PageSection("method", "Method, machine and data", methodBlocks),
        ]
        return try HTMLPage(
            title: title, origin: "lab study \(name) repeats what was published by \(source)",
            sections: sections.compactMap(\.self)
        ).text()
    }

    private static func blocks(of entry: StudyEntry) -> [PageBlock] {
        [.paragraph("**\(entry.verdict)**: \(entry.text)")]
            + (entry.details.isEmpty ? [] : [.list(entry.details.map(Prose.init))])
    }

    private var methodBlocks: [PageBlock?] {
        let text =
            "Every repetition ran in a process of its own on a new store, and its outcome was "
            + "compared with what follows from the operations alone. "
            + order.replacing("\n", with: " ") + (method.map { " Here, \($0)." } ?? "")
        let verdicts =
            "An order or a claim holds or does not hold if figures that every repetition repeats "
            + "say so, or if the interval excludes the bound. It cannot be told if more rounds "
            + "could decide it, and cannot be tested here if none could."
        let entries = commands.map { (name: $0.name, text: Prose("`\($0.text)`")) }
        return [.paragraph(text), .paragraph(verdicts), .heading("Each arm alone")]
            + [.entries(entries)] + PageBlock.warnings(warnings)
            + [.table("Where the figures come from", provenance)]
    }
}
