import Foundation
import Results

/// run.json: the whole result, for programs and for later commands of the lab.
package enum RunFile {
    /// The file's bytes: keys in order, so that equal results are equal bytes.
    ///
    /// - Throws: `ReportingError` if JSON cannot represent a value of the result: a bug in the lab.
    package static func bytes(of result: some Encodable) throws(ReportingError) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return Array(try encoder.encode(result)) + [UInt8(ascii: "\n")]
        } catch {
            throw ReportingError.notEncoded("run.json", cause: error)
        }
    }
}
