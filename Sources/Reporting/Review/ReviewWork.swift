import Results

/// What the operations took and what the engine and the store did, for who wants to know why.
enum ReviewWork {
    static func section(of part: Review.Part<WorkloadResult>) -> PageSection? {
        let headlines = Headline.all(of: part.content)
        return PageSection(
            "work", "Operations and counted work",
            [
                details(
                    "Each kind of operation",
                    "From when an operation was due to when it was done, in ms",
                    ReportTables.operations(headlines)),
                details(
                    "Counted work",
                    "What the engine and the store did; where the order of operations decides, "
                        + "repetitions differ, and the median is marked ~",
                    ReportTables.work(headlines)),
            ])
    }

    private static func details(
        _ title: String, _ caption: String, _ table: ReportTable
    ) -> PageBlock? {
        PageTable(caption, table).map { .details(title, [.table($0)]) }
    }
}
