extension FleetReport.FleetPage {
    /// The page for a browser.
    ///
    /// - Throws: `ReportingError` when a template is wrong: a bug in the lab.
    func html() throws(ReportingError) -> String {
        let sections = [
            PageSection(
                "answer", "All sessions",
                [
                    .paragraph(about), .notice(caution), .table("\(what). \(legend)", overall),
                    hasFailures ? .list(failures.map(Prose.init)) : nil,
                ]),
            PageSection("devices", "By device", [.table("Each device alone", single)]),
            PageSection(
                "assumptions", "What was assumed", [.list(assumptions.map(Prose.init))]),
            PageSection(
                "method", "Machine and data",
                [.table("Where the figures come from", provenance)]),
        ]
        return try HTMLPage(
            title: title, origin: "A fleet of simulated devices",
            sections: sections.compactMap(\.self)
        ).text()
    }
}
