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
    /// - Throws: as for any result.
    package static func bytes(of result: WorkloadResult) throws(ReportingError) -> [UInt8] {
        joined(try ReportTexts.made(makers(of: result))[...])
    }

    /// The makers of what `joined` puts together: the topologies, which are nearly all of a file,
    /// are coded one by one, and before them what is around them.
    static func makers(of result: WorkloadResult) -> [ReportTexts.Maker] {
        var head = result
        head.topologies = []
        return [{ [head] in made(head) }] + result.topologies.map { topology in { made(topology) } }
    }

    /// The file of the parts that its makers made.
    static func joined(_ parts: ArraySlice<[UInt8]>) -> [UInt8] {
        filled(parts.first!, "topologies", with: parts.dropFirst()) + [UInt8(ascii: "\n")]
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

    /// An object's text with elements in its array of a name.
    ///
    /// - Precondition: the object has such an array, which is empty.
    private static func filled(
        _ object: [UInt8], _ name: String, with elements: ArraySlice<[UInt8]>
    ) -> [UInt8] {
        let array = Array("\"\(name)\":[]".utf8)
        var depth = 0
        var index = 0
        // Objects within may have an array of the name, too.
        while depth != 1 || !object[index...].starts(with: array) {
            switch object[index] {
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: "\""): index = end(ofTextAt: index, in: object)
            default: break
            }
            index += 1
        }
        let inside = index + array.count - 1
        return Array(object[..<inside]) + elements.joined(separator: [UInt8(ascii: ",")])
            + object[inside...]
    }

    /// The place of a text's second quotation mark.
    private static func end(ofTextAt start: Int, in object: [UInt8]) -> Int {
        var index = start + 1
        while object[index] != UInt8(ascii: "\"") {
            index += object[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return index
    }
}
