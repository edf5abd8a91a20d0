import Foundation
import Results

/// run.json: the whole result, for programs and for later commands of the lab.
package enum RunFile {
    /// The file's bytes: keys in order, so that equal results are equal bytes.
    ///
    /// - Throws: `ReportingError` if JSON cannot represent a value of the result: a bug in the lab.
    package static func bytes(of result: some Encodable) throws(ReportingError) -> [UInt8] {
        try coded(result) + [UInt8(ascii: "\n")]
    }

    /// The same bytes, coded on all cores.
    ///
    /// - Throws: `ReportingError`, as for any result.
    package static func bytes(of result: WorkloadResult) throws(ReportingError) -> [UInt8] {
        joined(try ReportTexts.made(makers(of: result))[...])
    }

    /// The makers of a file's parts: the result without topologies, then each topology.
    ///
    /// The topologies are nearly all of the file. A caller makes the parts beside its other texts:
    /// on all cores within another call for all cores, they would be made one after another.
    static func makers(of result: WorkloadResult) -> [ReportTexts.Maker] {
        var head = result
        head.topologies = []
        return [{ [head] in made(head) }] + result.topologies.map { topology in { made(topology) } }
    }

    /// Puts the parts of a file together.
    ///
    /// - Precondition: the makers of one result made them.
    static func joined(_ parts: ArraySlice<[UInt8]>) -> [UInt8] {
        let head = parts.first!
        // A result has one key of the name, and JSON escapes the quotation marks in texts.
        let place = head.firstRange(of: Array("\"topologies\":[]".utf8))!.upperBound - 1
        let topologies = parts.dropFirst().joined(separator: [UInt8(ascii: ",")])
        return Array(head[..<place]) + topologies + head[place...] + [UInt8(ascii: "\n")]
    }

    private static func made(_ value: some Encodable) -> Result<[UInt8], ReportingError> {
        Result { () throws(ReportingError) in try coded(value) }
    }

    private static func coded(_ value: some Encodable) throws(ReportingError) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return Array(try encoder.encode(value))
        } catch {
            throw ReportingError.notEncoded("run.json", cause: error)
        }
    }
}
