import Documents
import Results

/// A bound on a figure: `main.delay.p99 < 100ms`, `loss.kill.max <= 0`.
package struct Limit: Sendable, Hashable, CustomStringConvertible {
    /// The relation that a figure must have to the bound.
    package enum Comparison: String, Sendable, CaseIterable {
        case below = "<"
        case atMost = "<="
        case above = ">"
        case atLeast = ">="

        /// Whether a figure keeps a bound.
        package func holds(_ value: Double, _ bound: Double) -> Bool {
            switch self {
            case .below: value < bound
            case .atMost: value <= bound
            case .above: value > bound
            case .atLeast: value >= bound
            }
        }

        /// Whether a larger figure is a worse one.
        package var isUpper: Bool { self == .below || self == .atMost }
    }

    /// The bounded measure.
    package let measure: Measure
    /// The relation that the figure must have to the bound.
    package let comparison: Comparison
    /// In the measure's unit.
    package let bound: Double
    /// The phase of the bounded figures; `nil` for every measured phase.
    package let phase: String?
    /// The bound as it was written, with its unit.
    private let writtenBound: String

    /// As it is shown: `main.stall.max < 250ms`, `main.delay.p99 < 100ms in import`.
    package var description: String {
        "\(measure.name) \(comparison.rawValue) \(writtenBound)"
            + (phase.map { " in \($0)" } ?? "")
    }

    /// Reads the whole text of a `--limit`: `main.delay.p99<100ms`.
    ///
    /// - Throws: `DocumentError` for an unknown metric, with the nearest, for another comparison,
    ///   and for a unit that the metric does not have.
    package init(_ text: String, option: String = "--limit") throws {
        let position = Position(source: "\(option) \(text)")
        let name = text.prefix { $0 != "<" && $0 != ">" && $0 != "=" && $0 != " " }
        try self.init(
            name: String(name), condition: String(text.dropFirst(name.count)), position: position,
            path: "")
    }

    /// Reads the mapping `limits:` of a workload: metric to comparison and bound.
    ///
    /// - Throws: `DocumentError` with the issues of all limits.
    package static func limits(in node: DocumentNode) throws -> [Limit] {
        var issues = DocumentIssues()
        let limits = try node.mapping().all().compactMap { entry in
            try issues.collect {
                let condition = try entry.value.string()
                // A wrong name is the key's mistake, everything else the value's.
                let isKnown = Metric.find(entry.key) != nil
                return try Limit(
                    name: entry.key, condition: condition,
                    position: isKnown ? entry.value.position : entry.keyPosition,
                    path: entry.value.path)
            }
        }
        try issues.throwIfAny()
        return limits
    }

    init(name: String, condition: String, position: Position, path: String) throws {
        measure = try Metric.find(name, at: position, path: path)
        let condition = condition.drop { $0 == " " }
        let sign = String(condition.prefix { $0 == "<" || $0 == ">" || $0 == "=" })
        guard let comparison = Comparison(rawValue: sign) else {
            throw DocumentError(
                .invalidSpecification, at: position, path: path,
                "the limit of “\(name)” has no comparison but “\(sign)”",
                remedy: "write <, <=, > or >= and a bound: \(name) < \(measure.example)")
        }
        self.comparison = comparison
        let bounded = condition.dropFirst(sign.count).drop { $0 == " " }
        let parts = bounded.split(separator: " in ", maxSplits: 1, omittingEmptySubsequences: false)
        let written = parts[0]
        phase = parts.count > 1 ? String(parts[1].drop { $0 == " " }) : nil
        if phase?.isEmpty == true || phase?.contains(" ") == true {
            throw DocumentError(
                .invalidSpecification, at: position, path: path,
                "the limit of “\(name)” names no phase after “in”",
                remedy: "name one phase: \(name) \(sign) \(written) in import")
        }
        guard let quantity = Quantity(String(written)) else {
            throw DocumentError(
                .wrongType, at: position, path: path,
                "the limit of “\(name)” has no number for its bound but “\(written)”",
                remedy: "write \(name) \(sign) \(measure.example)")
        }
        guard let bound = measure.unit.value(of: quantity) else {
            throw DocumentError(
                .wrongUnit, at: position, path: path,
                "“\(written)” has no unit that “\(name)” can have",
                remedy: "it is in \(measure.unit.rawValue): write \(measure.example)")
        }
        self.bound = bound
        writtenBound = String(written)
    }
}

extension Limit {
    /// Reads the values of `--limit`; one that is given twice counts once.
    ///
    /// - Throws: `DocumentError` for a malformed one.
    package static func each(of texts: [String]) throws -> [Limit] {
        var limits: [Limit] = []
        for text in texts {
            let limit = try Limit(text, option: "--limit")
            if !limits.contains(limit) { limits.append(limit) }
        }
        return limits
    }
}

extension Limit: Codable {
    /// Reads the form that `description` writes.
    ///
    /// - Throws: `DocumentError` if the text is not a limit.
    package init(from decoder: any Decoder) throws {
        try self.init(decoder.singleValueContainer().decode(String.self))
    }

    /// Writes `description`.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension Measure {
    /// A bound as one would write it.
    fileprivate var example: String { "100\(unit.accepted[0])" }
}
