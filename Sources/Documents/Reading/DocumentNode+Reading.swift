extension DocumentNode {
    /// The text, quoted or not.
    ///
    /// - Throws: `DocumentError` for a list, a mapping or an empty value.
    package func string() throws -> String {
        guard case .scalar(let text, _) = content, !isNull else {
            throw DocumentError.wrongType(self, wanted: "text")
        }
        return text
    }

    /// `true` or `false`; YAML's other words for them are refused.
    package func boolean() throws -> Bool {
        switch try string() {
        case "true": return true
        case "false": return false
        default: throw DocumentError.wrongType(self, wanted: "true or false")
        }
    }

    /// A whole number; `10k` and `2M` mean thousands and millions.
    ///
    /// - Throws: `DocumentError` if the text is not a whole number, or outside of `range`.
    package func integer(in range: ClosedRange<Int> = Int.min...Int.max) throws -> Int {
        let text = try unquoted(wanted: "a whole number")
        guard let quantity = Quantity(text) else {
            throw DocumentError.wrongType(self, wanted: "a whole number")
        }
        guard Quantity.countUnits[quantity.unit] != nil else {
            throw DocumentError(
                .wrongUnit, at: position, path: path, "“\(text)” is a count with a unit",
                remedy: "write a whole number without a unit")
        }
        guard let value = quantity.scaled(by: Quantity.countUnits) else {
            throw DocumentError.wrongType(self, wanted: "a whole number")
        }
        return try checked(value, in: range, text: text)
    }

    /// A seed: a whole number from 0 to 2^64 − 1, hexadecimal with `0x` allowed.
    package func seed() throws -> UInt64 {
        let text = try unquoted(wanted: "a whole number from 0 on")
        let digits = text.hasPrefix("0x") ? String(text.dropFirst(2)) : text
        guard let seed = UInt64(digits, radix: text.hasPrefix("0x") ? 16 : 10) else {
            throw DocumentError.wrongType(self, wanted: "a whole number from 0 to 2^64 − 1")
        }
        return seed
    }

    /// A plain decimal number without a unit.
    package func number(in range: ClosedRange<Double>? = nil) throws -> Double {
        let text = try unquoted(wanted: "a number")
        guard let quantity = Quantity(text), quantity.unit.isEmpty else {
            throw DocumentError.wrongType(self, wanted: "a number without a unit")
        }
        if let range, !range.contains(quantity.value) {
            throw DocumentError.outOfRange(
                self, text: text, wanted: "a number from \(range.lowerBound) to \(range.upperBound)"
            )
        }
        return quantity.value
    }

    /// A time with its unit: `500ms`, `1.5s`, `2min`, `100us`.
    ///
    /// - Throws: `DocumentError` if the unit is missing or not one of time, if the time is
    ///   negative, or if it is finer than a nanosecond.
    package func duration() throws -> Duration {
        let nanoseconds = try scaled(
            by: Quantity.durationUnits, as: "a time", units: ["ms", "s", "us", "ns", "min", "h"],
            finest: "a nanosecond")
        return .nanoseconds(nanoseconds)
    }

    /// How often: `20/s`, `60Hz`, `5/min`, `2/h`; the answer is per second.
    package func ratePerSecond() throws -> Double {
        let text = try unquoted(wanted: "a rate such as 20/s")
        guard let quantity = Quantity(text) else {
            throw DocumentError.wrongType(self, wanted: "a rate such as 20/s")
        }
        guard let seconds = Quantity.rateUnits[quantity.unit] else {
            throw DocumentError.wrongUnit(
                self, text: text, quantity: "a rate", units: ["/s", "Hz", "/min", "/h"])
        }
        guard quantity.value > 0 else {
            throw DocumentError.outOfRange(self, text: text, wanted: "a rate above zero")
        }
        return quantity.value / seconds
    }

    /// A percentage with its sign, `5%` as 5.
    package func percent() throws -> Double {
        let text = try unquoted(wanted: "a percentage such as 5%")
        guard let quantity = Quantity(text) else {
            throw DocumentError.wrongType(self, wanted: "a percentage such as 5%")
        }
        guard quantity.unit == "%" else {
            throw DocumentError.wrongUnit(self, text: text, quantity: "a percentage", units: ["%"])
        }
        return quantity.value
    }

    /// One of the names of an enumeration.
    ///
    /// - Parameter what: the kind of the names, in the singular: `journal mode`.
    /// - Throws: `DocumentError` for another word, with the nearest name.
    package func name<Name>(of _: Name.Type, what: String) throws -> Name
    where Name: RawRepresentable & CaseIterable, Name.RawValue == String {
        let text = try string()
        if let name = Name(rawValue: text) { return name }
        throw DocumentError.unknownName(
            text, what: what, at: position, path: path, known: Name.allCases.map(\.rawValue))
    }

    /// The words of a text, split at blanks, each a node of its own for typed reading:
    /// `poisson 20/s`.
    package func words() throws -> [DocumentNode] {
        try string().split(separator: " ").map { word in
            DocumentNode(
                content: .scalar(String(word), isQuoted: false), position: position, path: path)
        }
    }

    /// The elements of a list.
    package func elements() throws -> [DocumentNode] {
        guard case .sequence(let elements) = content else {
            throw DocumentError.wrongType(self, wanted: "a list")
        }
        return elements
    }

    /// A reader of the mapping that this is.
    package func mapping() throws -> MappingReader {
        guard case .mapping(let entries) = content else {
            throw DocumentError.wrongType(self, wanted: "a mapping of keys to values")
        }
        return MappingReader(node: self, entries: entries)
    }

    private func unquoted(wanted: String) throws -> String {
        guard case .scalar(let text, isQuoted: false) = content, !isNull else {
            throw DocumentError.wrongType(self, wanted: wanted)
        }
        return text
    }

    private func scaled(
        by factors: [String: Int64], as quantity: String, units: [String], finest: String
    ) throws -> Int64 {
        let text = try unquoted(wanted: "\(quantity) such as 20\(units[0])")
        guard let parsed = Quantity(text) else {
            throw DocumentError.wrongType(self, wanted: "\(quantity) such as 20\(units[0])")
        }
        guard factors[parsed.unit] != nil else {
            throw DocumentError.wrongUnit(self, text: text, quantity: quantity, units: units)
        }
        guard parsed.value >= 0 else {
            throw DocumentError.outOfRange(self, text: text, wanted: "\(quantity) of zero or more")
        }
        guard let value = parsed.scaled(by: factors) else {
            throw DocumentError.outOfRange(
                self, text: text, wanted: "\(quantity) in whole multiples of \(finest)")
        }
        return value
    }

    private func checked(_ value: Int64, in range: ClosedRange<Int>, text: String) throws -> Int {
        if range.contains(Int(value)) { return Int(value) }
        let wanted =
            range.upperBound == Int.max
            ? "a whole number from \(range.lowerBound) on"
            : "a whole number from \(range.lowerBound) to \(range.upperBound)"
        throw DocumentError.outOfRange(self, text: text, wanted: wanted)
    }
}
