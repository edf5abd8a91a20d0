extension DecisionMapPage {
    /// The page for a browser.
    ///
    /// - Throws: `ReportingError` when a template is wrong: a bug in the lab.
    func html(
        _ charts: [Chart], pictures: [String: String]
    ) throws(ReportingError) -> String {
        let entries: [(name: String, text: Prose)] = [
            ("Question", Prose(question)), ("Answer", Prose(found)),
        ]
        let map: [PageBlock?] = [
            .table(
                "In each cell \(what). With fewer than six draws, stacks whose waits differ by a "
                    + "tenth or less, or by 0.1 ms, share the cell; with more, those that the "
                    + "draws do not tell apart", table),
            .paragraph(legend),
            hasFailures ? .list(failures.map(Prose.init)) : nil,
        ]
        let method: [PageBlock?] =
            PageBlock.warnings(warnings) + [
                .table("Where the figures come from", provenance),
                .paragraph("`map.csv` has every stack's figures in every cell."),
            ]
        let sections = [
            PageSection(
                "answer", "The answer",
                [
                    PageBlock.interruption(isInterrupted), .entries(entries), .notice(caution),
                ]),
            PageSection("map", "The map", map + PageBlock.figures(charts, pictures)),
            PageSection("method", "Machine and data", method),
        ]
        return try HTMLPage(
            title: title, origin: "A decision map", sections: sections.compactMap(\.self)
        ).text()
    }
}
