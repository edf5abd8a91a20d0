import Reporting

/// A file that shows a run over time.
struct TraceRequest: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        /// For Perfetto.
        case trace
        /// For speedscope: a profile of each queue.
        case speedscope
    }

    /// Where the file goes.
    enum Place: Sendable, Hashable {
        /// Into the run's folder, under its usual name.
        case usual
        case file(String)
    }

    var kind: Kind
    var place: Place
}

extension TraceRequest.Kind {
    var option: String {
        switch self {
        case .trace: "--trace"
        case .speedscope: "--speedscope"
        }
    }

    /// The file's name in a run's folder.
    var name: String {
        switch self {
        case .trace: TraceEventFile.name
        case .speedscope: SpeedscopeFile.name
        }
    }

    /// Where a reader opens it.
    var reader: String {
        switch self {
        case .trace: "https://ui.perfetto.dev"
        case .speedscope: "https://www.speedscope.app"
        }
    }

    func bytes(of trace: RunTrace) -> [UInt8] {
        switch self {
        case .trace: TraceEventFile.bytes(of: trace)
        case .speedscope: SpeedscopeFile.bytes(of: trace)
        }
    }
}
