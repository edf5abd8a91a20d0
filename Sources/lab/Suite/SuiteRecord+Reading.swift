import Foundation
import Reporting
import Results
import Verdicts

extension SuiteRecord {
    /// Reads suite.json.
    ///
    /// - Throws: `CommandFailure`: 2 if the file does not exist, 7 if it cannot be read or has
    ///   another schema; the message names that schema.
    static func read(_ path: String) throws -> SuiteRecord {
        guard let data = InputFile.contents(of: path) else {
            throw CommandFailure(
                .usage, "there is no \(path): name a folder that lab suite has written to")
        }
        struct Head: Decodable { var schema: Int }
        guard let head = try? JSONDecoder().decode(Head.self, from: data) else {
            throw CommandFailure(.incomparable, "\(path) is cut off, or no suite's")
        }
        guard head.schema == SuiteRecord.schema else {
            throw CommandFailure(
                .incomparable,
                "\(path) has schema \(head.schema), and this lab reads \(SuiteRecord.schema)")
        }
        guard let record = try? JSONDecoder().decode(SuiteRecord.self, from: data) else {
            throw CommandFailure(.incomparable, "\(path) is cut off, or no suite's")
        }
        return record
    }
}
