import Documents

/// A mistake in a workload beyond its YAML: in its name, its model, its data; or a failure of its
/// run.
///
/// A mistake in the file itself is a `DocumentError`, with line and column.
package struct WorkloadError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Code: String, Sendable {
        /// No file of this name or path. The command ends with 2.
        case unknownWorkload = "unknown-workload"
        /// A file that the workload names is not there or cannot be read. The command ends with 3.
        case missingFile = "missing-file"
        /// A line of a data file is malformed. The command ends with 3.
        case invalidData = "invalid-data"
        /// A run would last for more than a day. The command ends with 3.
        case takesTooLong = "takes-too-long"
        /// The model cannot be read, or misses parts that the roles need. The command ends with 3.
        case invalidModel = "invalid-model"
        /// The workload's data after a crash cannot be predicted. The command ends with 2.
        case crashCannotBeJudged = "crash-cannot-be-judged"
        /// A run did not find an object that its operations had left there: an integrity failure.
        case missingObject = "missing-object"
        /// A run found an object that its operations had deleted: an integrity failure.
        case deletedObject = "deleted-object"
    }

    package let code: Code
    /// The position of the mistake: the workload's line, the data file's line, or the option.
    package let position: Position
    package let message: String
    package let remedy: String

    /// `file:line:column: message; remedy`.
    package var description: String { "\(position): \(message); \(remedy)" }
}

extension WorkloadError {
    static func unknownWorkload(
        _ name: String, nearest: String?, known: [String]
    ) -> WorkloadError {
        let list =
            known.isEmpty
            ? "give the path of a file" : "there are \(known.joined(separator: ", "))"
        return WorkloadError(
            code: .unknownWorkload, position: Position(source: "--workload \(name)"),
            message: "there is no workload “\(name)”",
            remedy: nearest.map { "did you mean “\($0)”? \(list)" } ?? list)
    }

    static func missingFile(_ file: WorkloadFile, key: String) -> WorkloadError {
        WorkloadError(
            code: .missingFile, position: file.position,
            message: "“\(key)” names \(file.path), which cannot be read",
            remedy: "paths start at the folder of the workload; check that the file exists")
    }

    static func invalidData(
        _ file: String, line: Int, _ message: String, remedy: String
    ) -> WorkloadError {
        WorkloadError(
            code: .invalidData, position: Position(source: file, line: line, column: 1),
            message: "line \(line) \(message)", remedy: remedy)
    }

    static func takesTooLong(_ length: RunLength, file: String) -> WorkloadError {
        WorkloadError(
            code: .takesTooLong, position: Position(source: file),
            // More than 292 years have no room in whole nanoseconds.
            message: "one run takes \(RunLength.words(Double(length.nominal.components.seconds)))",
            remedy: "make the pace shorter, or import fewer lines: 24 h at most")
    }

    static func invalidModel(
        _ message: String, at position: Position, remedy: String
    ) -> WorkloadError {
        WorkloadError(code: .invalidModel, position: position, message: message, remedy: remedy)
    }

    static func missingObject(_ object: String, of operation: Operation) -> WorkloadError {
        WorkloadError(
            code: .missingObject, position: Position(source: "operation \(operation.index)"),
            message: "the context does not find \(object), which no operation deleted",
            remedy: "the stack lost it: run lab with this workload's seed again")
    }

    static func deletedObject(_ object: String, of operation: Operation) -> WorkloadError {
        WorkloadError(
            code: .deletedObject, position: Position(source: "operation \(operation.index)"),
            message: "the context finds \(object), which an operation before has deleted",
            remedy: "the stack brought it back: run lab with this workload's seed again")
    }

    static func writesTooLittle(_ file: String) -> WorkloadError {
        WorkloadError(
            code: .crashCannotBeJudged, position: Position(source: file),
            message: "no call of it can be made to fail: its roles write less than two batches",
            remedy: "give it an importer with five lines, or a user who adds, edits or deletes")
    }

    /// - Parameter obstacle: `Workload.crashObstacle`.
    package static func crashCannotBeJudged(
        _ obstacle: String, workload: String
    ) -> WorkloadError {
        WorkloadError(
            code: .crashCannotBeJudged, position: Position(source: "--workload \(workload)"),
            message: "no crash of it can be judged: \(obstacle)",
            remedy: "lab run measures it; take another workload for lab crash")
    }
}
