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
        return [{ [head] in Result { () throws(ReportingError) in try coded(head) } }]
            + result.topologies.map { topology in
                { Result { () throws(ReportingError) in try coded(topology: topology) } }
            }
    }

    /// Puts the parts of a file together.
    ///
    /// - Precondition: the makers of one result made them.
    static func joined(_ parts: ArraySlice<[UInt8]>) -> [UInt8] {
        var file = JSONFrame(parts.first!, length: parts.reduce(1) { $0 + $1.count + 1 })
        file.fill("topologies", with: parts.dropFirst())
        var bytes = file.end()
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }

    /// The same bytes as those of any value, with its figures on a short way.
    private static func coded(topology: TopologyResult) throws(ReportingError) -> [UInt8] {
        var frame = topology
        frame.repetitions = []
        frame.summary = []
        var figures = FigureJSON()
        var repetitions: [[UInt8]] = []
        for repetition in topology.repetitions {
            var frame = repetition
            frame.figures = []
            var file = JSONFrame(try coded(frame), length: 150 * repetition.figures.count)
            var isWhole = true
            file.fill("figures") { isWhole = figures.append(repetition.figures, to: &$0) }
            // The encoder says which number JSON has not.
            guard isWhole else { return try coded(topology) }
            repetitions.append(file.end())
        }
        var file = JSONFrame(
            try coded(frame), length: repetitions.reduce(100_000) { $0 + $1.count + 1 })
        file.fill("repetitions", with: repetitions)
        var isWhole = true
        file.fill("summary") { isWhole = figures.append(topology.summary, to: &$0) }
        return isWhole ? file.end() : try coded(topology)
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
