import Foundation
import Reporting
import Results

/// Reads run.json; an error gives, in one line, the reason that a run cannot be compared.
enum ResultFile {
    static let name = "run.json"

    /// - Parameter path: of an existing file.
    /// - Throws: `CommandFailure` (7): cut off, of another schema, one part of a result,
    ///   no result at all.
    static func read(_ path: String) throws -> ResultFigures {
        guard let data = InputFile.contents(of: path) else {
            throw CommandFailure(.incomparable, "\(path) cannot be read: check its permissions")
        }
        do {
            let figures = try ResultFigures(json: data)
            guard figures.part == nil else {
                throw CommandFailure(
                    .incomparable,
                    "\(path) is one part of a result: lab merge puts the parts together")
            }
            guard let (variant, figure) = figures.implausible else { return figures }
            throw CommandFailure(
                .incomparable,
                "\(path) cannot be compared: its \(figure.name) of \(variant) is \(figure.value), "
                    + "over \(figure.count), which no run has; run the workload again")
        } catch let error as DecodingError {
            throw CommandFailure(.incomparable, "\(path) cannot be compared: \(reason(error))")
        }
    }

    private static func reason(_ error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, _) where key.stringValue == "schema":
            "it is not a result of lab run, for it has no schema"
        case .keyNotFound(let key, _):
            "it has no “\(key.stringValue)”; run the workload again with this build"
        case .dataCorrupted(let context) where context.codingPath.last?.stringValue == "schema":
            "\(context.debugDescription); run the workload again with this build"
        case .dataCorrupted:
            "it is cut off, or not JSON; run the workload again"
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            "its “\(context.codingPath.last?.stringValue ?? "content")” is of another kind; run the"
                + " workload again with this build"
        @unknown default:
            "\(error)"
        }
    }
}
