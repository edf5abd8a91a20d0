import Results

/// The leading run over time, as a file that the page holds: trace.json, thinned until page and
/// trace are small enough for a mail.
///
/// The page's own script reads it, too, to name what lies under the pointer in the timeline.
struct ReviewTrace {
    /// Bytes of the file; in the page it takes a third more, and a page of a megabyte has room for
    /// 300 KiB beside it.
    private static let most = 480_000

    let file: PageFile
    /// How it was thinned.
    let sentence: String

    /// - Returns: `nil` where no topology has a whole repetition.
    init?(of result: WorkloadResult) {
        let whole = RunTrace(of: result)
        guard !whole.isEmpty else { return nil }
        let trace = whole.fitting(Self.most)
        file = PageFile(
            TraceEventFile.name, TraceEventFile.bytes(of: trace), type: "application/json")
        let thinned = trace.thinning.map {
            "Thinned for this page: \($0.sentence). `lab report RUN --trace` writes more of it."
        }
        sentence =
            "`\(TraceEventFile.name)` is the run over time, a typical repetition of each topology, "
            + "for https://ui.perfetto.dev. " + (thinned ?? "Nothing is left out.")
    }
}
