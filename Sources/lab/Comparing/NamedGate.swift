import Documents
import Verdicts

/// A gate of `--fail-on`, with the text that it was read from.
///
/// Records of the command keep the text.
package struct NamedGate: Sendable, Hashable {
    /// As it was written.
    package let text: String
    /// The gate that the text describes.
    package let gate: Gate

    /// - Throws: `DocumentError`, as `Gate` does.
    package init(_ text: String) throws {
        self.text = text
        gate = try Gate(text)
    }

    /// A gate of a file, as `--fail-on` would have it.
    init(_ gate: Gate) {
        text = gate.description
        self.gate = gate
    }

    /// - Throws: `DocumentError` with the issues of all of them.
    package static func gates(_ texts: [String]) throws -> [NamedGate] {
        var issues = DocumentIssues()
        let gates = try texts.compactMap { text in try issues.collect { try NamedGate(text) } }
        try issues.throwIfAny()
        return gates
    }
}

extension NamedGate: Codable {
    /// Reads the text.
    ///
    /// - Throws: `DocumentError` if the text does not describe a gate.
    package init(from decoder: any Decoder) throws {
        try self.init(decoder.singleValueContainer().decode(String.self))
    }

    /// Writes the text.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
