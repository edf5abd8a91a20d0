/// Parts of JSON, written without a detour over values: a trace has a hundred thousand lines.
enum TraceText {
    /// A string with its quotes.
    static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }

    /// Nanoseconds as microseconds with three decimals, exactly.
    static func microseconds(_ nanoseconds: Int64) -> String {
        let (whole, rest) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000)
        let digits = String(rest)
        return (nanoseconds < 0 ? "-" : "") + String(whole) + "."
            + String(repeating: "0", count: 3 - digits.count) + digits
    }

    /// An object of arguments.
    static func object(_ arguments: [(name: String, value: TraceSlice.Value)]) -> String {
        let parts = arguments.map { argument in
            let value =
                switch argument.value {
                case .text(let text): quoted(text)
                case .number(let number): String(number)
                case .time(let nanoseconds): microseconds(nanoseconds)
                }
            return "\(quoted(argument.name)):\(value)"
        }
        return "{\(parts.joined(separator: ","))}"
    }
}
