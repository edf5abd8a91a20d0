import Foundation
import Reporting
import Results

/// A run that is there, over time, and the folder that has it.
struct TracedRun {
    private let folder: String
    private let trace: RunTrace

    /// Puts the trace of a run together.
    ///
    /// - Parameter folder: the run's.
    /// - Throws: `CommandFailure`: 2 where there is nothing to draw, 7 for figures that no run has.
    init(_ found: FoundResult, in folder: String) throws {
        guard case .run(let result) = found else {
            throw CommandFailure(
                .usage,
                "\(folder) has crash states, and no run over time: name a folder that lab run or "
                    + "lab simulate wrote to")
        }
        let records = result.topologies.flatMap(\.repetitions).map(\.record)
        if let implausible = records.lazy.compactMap(\.implausible).first {
            throw CommandFailure(
                .incomparable,
                "\(folder) cannot be drawn: it has \(implausible), which no run has; run the "
                    + "workload again")
        }
        self.folder = folder
        trace = RunTrace(of: result)
        guard !trace.isEmpty else {
            throw CommandFailure(
                .usage,
                "\(folder) has nothing to draw: each of its topologies failed, or was interrupted "
                    + "before its first repetition had ended")
        }
    }

    /// Writes the files that are asked for, all or none, prints what is in them, and warns of what
    /// is not.
    func write(_ requests: [TraceRequest], _ ending: inout SessionEnding) throws {
        let isInFolder = requests.contains { $0.place == .usual }
        let lock = try isInFolder ? ReportFolder(path: folder).claim() : nil
        defer { lock?.release() }
        var files = FileBatch()
        var lines: [String] = []
        for request in requests {
            let path = path(of: request)
            let bytes = request.kind.bytes(of: trace)
            try files.add(bytes, as: path, option: request.kind.option)
            lines.append(
                "\(path): \(content), \(Self.size(of: bytes)); open it in \(request.kind.reader)")
        }
        try files.publish()
        ending.write(path(of: requests[0]), warnings: warnings) { [] }
        if let thinning = trace.thinning { lines.append(thinning.sentence) }
        Console.show(lines.joined(separator: "\n") + "\n")
    }

    private func path(of request: TraceRequest) -> String {
        switch request.place {
        case .file(let path): path
        case .usual: URL(filePath: folder).appending(path: request.kind.name).relativePath
        }
    }

    private var content: String {
        let topologies = trace.topologyCount == 1 ? "topology" : "topologies"
        let slices = NumberText.short(Double(trace.count))
        return "\(trace.topologyCount) \(topologies), \(slices) slices"
    }

    private static func size(of bytes: [UInt8]) -> String {
        bytes.count < 1_000_000
            ? "\((bytes.count + 999) / 1_000) kB"
            : NumberText.short(Double(bytes.count) / 1e6) + " MB"
    }

    private var warnings: [RunWarning] {
        var warnings: [RunWarning] = []
        if !trace.mainOnly.isEmpty {
            warnings.append(
                RunWarning(
                    code: "trace-main-only",
                    message: "the lab that ran \(TextLines.list(trace.mainOnly)) recorded the main "
                        + "queue, and neither the other queues nor the store: they are not drawn",
                    advice: "run the workload again with this build"))
        }
        if !trace.missing.isEmpty {
            warnings.append(
                RunWarning(
                    code: "trace-missing",
                    message: "\(TextLines.list(trace.missing)) failed or has no whole repetition, "
                        + "and is not drawn",
                    advice: "the run's report says why"))
        }
        return warnings
    }
}
