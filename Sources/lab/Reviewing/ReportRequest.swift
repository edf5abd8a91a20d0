/// One `lab report`: pages and traces of runs that are there.
struct ReportRequest: Sendable, Hashable {
    /// The folders of runs, at least one.
    var runs: [String]
    /// The page's file; `nil` for the usual one.
    var page: String?
    /// The traces of each run, in the order in which they are written.
    var traces: [TraceRequest] = []

    /// Whether a page is written: where traces are asked for, it must be asked for, too.
    var writesPage: Bool { page != nil || traces.isEmpty }

    /// Checks the request.
    ///
    /// - Throws: `RequestError` if no session can run it.
    func check() throws(RequestError) {
        var taken = [page: "--html"]
        for trace in traces {
            guard case .file(let path) = trace.place else { continue }
            guard runs.count == 1 else {
                throw RequestError(
                    "\(trace.kind.option) \(path) is one file, and \(runs.count) runs are named: "
                        + "leave the file out, and each goes into its run's folder")
            }
            if let other = taken[path] {
                throw RequestError(
                    "\(other) and \(trace.kind.option) name one file, \(path): give each its own")
            }
            taken[path] = trace.kind.option
        }
    }
}
