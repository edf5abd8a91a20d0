import Documents
import Results

/// A condition that a command fails for: a bound on a figure, or on its change from a baseline.
///
///     main.stall.max < 250ms     a bound, as limits have it
///     main.delay.p99:5%          at most 5 % worse than the baseline
///     store.commits:0            no worse than the baseline, beyond the noise
///
/// A limit is shown as kept or not; a gate that does not hold ends the command with 4.
package struct Gate: Sendable, Hashable, CustomStringConvertible {
    /// The condition of a gate.
    package enum Condition: Sendable, Hashable {
        case bound(Limit)
        /// The share by which the figure may be worse than the baseline's: 0.05.
        ///
        /// Worse by 5 % is a ratio of 1.05, or of 1/1.05 if higher is better, so that the same gate
        /// on a time and on its rate means the same.
        case change(allowed: Double)
    }

    /// The option that takes one.
    package static let option = "--fail-on"

    package let measure: Measure
    package let condition: Condition
    /// As it is shown, and can be read again.
    package let description: String

    /// `main.delay.p99`: with the statistic.
    package var name: String { measure.name }

    /// Reads the whole text of a `--fail-on`: `main.delay.p99:5%`.
    ///
    /// - Throws: `DocumentError` for an unknown metric, with the nearest; for a change that is not
    ///   a share; and, if the text is a bound, the errors of `Limit`.
    package init(_ text: String, option: String = Gate.option) throws {
        let position = Position(source: "\(option) \(text)")
        let name = text.prefix { !":<>= ".contains($0) }
        try self.init(
            name: String(name), condition: String(text.dropFirst(name.count)), position: position,
            path: "", isMapped: false)
    }

    /// Reads the mapping `gates:` of a workload: metric to bound or allowed change.
    ///
    ///     gates: { main.stall.max: < 250ms, main.delay.p99: 5% }
    ///
    /// - Throws: `DocumentError` with the issues of all gates.
    package static func gates(in node: DocumentNode) throws -> [Gate] {
        var issues = DocumentIssues()
        let gates = try node.mapping().all().compactMap { entry in
            try issues.collect {
                // A wrong name is the key's mistake, everything else the value's.
                let isKnown = Metric.find(entry.key) != nil
                return try Gate(
                    name: entry.key, condition: entry.value.string(),
                    position: isKnown ? entry.value.position : entry.keyPosition,
                    path: entry.value.path, isMapped: true)
            }
        }
        try issues.throwIfAny()
        return gates
    }

    /// - Parameter isMapped: whether the condition is a mapping's value, which has no colon.
    private init(
        name: String, condition: String, position: Position, path: String, isMapped: Bool
    ) throws {
        measure = try Metric.find(name, at: position, path: path)
        let rest = condition.drop { $0 == " " }
        if let sign = rest.first, "<>=".contains(sign) {
            let limit = try Limit(name: name, condition: condition, position: position, path: path)
            self.condition = .bound(limit)
            description = limit.description
            return
        }
        guard isMapped || rest.first == ":" else {
            throw DocumentError(
                .invalidSpecification, at: position, path: path,
                "the gate on “\(name)” has neither an allowed change nor a bound",
                remedy: "write \(name):5% for a change, or a bound such as \(name) < …")
        }
        let written = rest.drop { $0 == ":" || $0 == " " }
        let allowed = try Gate.allowed(String(written), of: name, at: position, path: path)
        guard measure.better != .neutral else {
            throw DocumentError(
                .invalidSpecification, at: position, path: path,
                "“\(name)” has no better and no worse, so no change of it is too much",
                remedy: "bound it instead, such as \(name) < …")
        }
        self.condition = .change(allowed: allowed.share)
        description = "\(measure.name):\(allowed.text)"
    }

    /// Reads `5%`, `+5%`, `0` and `+0`.
    private static func allowed(
        _ written: String, of name: String, at position: Position, path: String
    ) throws -> (share: Double, text: String) {
        guard let quantity = Quantity(written) else {
            throw DocumentError(
                .wrongType, at: position, path: path,
                "the gate on “\(name)” allows no number but “\(written)”",
                remedy: "write \(name):5%")
        }
        guard quantity.unit == "%" || (quantity.unit.isEmpty && quantity.value == 0) else {
            throw DocumentError(
                .wrongUnit, at: position, path: path,
                "“\(written)” is not a share of the baseline's “\(name)”",
                remedy: "write per cent: \(name):5%; a bound in its unit is \(name) < …")
        }
        guard quantity.value >= 0 else {
            throw DocumentError(
                .outOfRange, at: position, path: path,
                "a gate cannot ask “\(name)” to get better by “\(written)”",
                remedy: "write how much worse it may get, 0 or more")
        }
        let unit = quantity.value == 0 ? "" : "%"
        return (quantity.value / 100, "\(quantity.digits)\(unit)")
    }
}
