import Foundation
import Results

/// The JSON of figures, byte for byte as `JSONEncoder` writes it with sorted keys.
///
/// A run of many draws has a hundred thousand figures, on which the encoder spent half of the time
/// that all files of a report took.
struct FigureJSON {
    private var texts: [String: [UInt8]] = [:]

    /// Appends a list's elements.
    ///
    /// - Returns: whether JSON has numbers for all of them; else nothing that was appended is of
    ///   use.
    mutating func append(_ figures: [Figure], to bytes: inout [UInt8]) -> Bool {
        for (index, figure) in figures.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            guard append(figure, to: &bytes) else { return false }
        }
        return true
    }

    private mutating func append(_ figure: Figure, to bytes: inout [UInt8]) -> Bool {
        let numbers = [figure.value, figure.low ?? 0, figure.high ?? 0]
        guard numbers.allSatisfy(\.isFinite) else { return false }
        bytes += "{\"better\":".utf8
        append(figure.better.rawValue, to: &bytes)
        bytes += ",\"count\":".utf8
        bytes += String(figure.count).utf8
        if let high = figure.high { Self.append(",\"high\":", high, to: &bytes) }
        if let low = figure.low { Self.append(",\"low\":", low, to: &bytes) }
        bytes += ",\"metric\":".utf8
        append(figure.metric, to: &bytes)
        bytes += ",\"phase\":".utf8
        append(figure.phase, to: &bytes)
        bytes += ",\"role\":".utf8
        append(figure.role, to: &bytes)
        bytes += ",\"statistic\":".utf8
        append(figure.statistic, to: &bytes)
        bytes += ",\"unit\":".utf8
        append(figure.unit, to: &bytes)
        Self.append(",\"value\":", figure.value, to: &bytes)
        bytes.append(UInt8(ascii: "}"))
        return true
    }

    private static func append(_ key: StaticString, _ value: Double, to bytes: inout [UInt8]) {
        bytes += UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount)
        var digits = value.description[...].utf8
        // A whole number has no fraction in JSON.
        if digits.suffix(2).elementsEqual(".0".utf8) { digits = digits.dropLast(2) }
        bytes += digits
    }

    /// A text in quotation marks; figures have few different ones.
    private mutating func append(_ text: String, to bytes: inout [UInt8]) {
        if let known = texts[text] {
            bytes += known
            return
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        // A text has JSON whatever is in it.
        let coded = Array((try? encoder.encode(text)) ?? Data("\"\"".utf8))
        texts[text] = coded
        bytes += coded
    }
}
