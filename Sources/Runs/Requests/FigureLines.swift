import Results

/// Figures as one text, a line each with tabs between its fields.
///
///     main.delay  p99  12.5  ms  lower  import  ui  118  11.9  13.2
///
/// Figures whose texts have a tab or another control character are coded as a list of objects,
/// which takes longer to write and to read.
struct FigureLines: Codable, Sendable {
    let figures: [Figure]

    init(figures: [Figure]) {
        self.figures = figures
    }

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        guard let text = try? value.decode(String.self) else {
            figures = try value.decode([Figure].self)
            return
        }
        figures = try text.utf8.split(separator: UInt8(ascii: "\n")).map { line in
            guard let figure = Figure(line: line) else {
                throw DecodingError.dataCorruptedError(
                    in: value, debugDescription: "no figure: \(Substring(line))")
            }
            return figure
        }
    }

    func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        guard figures.allSatisfy(\.fitsLine) else { return try value.encode(figures) }
        var text = ""
        for figure in figures { figure.append(to: &text) }
        try value.encode(text)
    }
}

extension Figure {
    private static let fieldCount = 10

    private var texts: [String] { [metric, statistic, unit, phase, role] }

    /// Whether none of its texts has a control character.
    fileprivate var fitsLine: Bool {
        texts.allSatisfy { $0.utf8.allSatisfy { $0 >= UInt8(ascii: " ") } }
    }

    fileprivate func append(to text: inout String) {
        func add(_ field: String, _ end: String = "\t") {
            text += field
            text += end
        }
        add(metric)
        add(statistic)
        add(value.description)
        add(unit)
        add(better.rawValue)
        add(phase)
        add(role)
        add(count.description)
        add(low?.description ?? "")
        add(high?.description ?? "", "\n")
    }

    /// `nil` if the line has other fields.
    fileprivate init?(line: Substring.UTF8View) {
        let fields = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
            .map { Substring($0) }
        guard fields.count == Self.fieldCount, let value = Double(fields[2]),
            let better = Polarity(rawValue: String(fields[4])), let count = Int(fields[7])
        else { return nil }
        let low = Double(fields[8])
        let high = Double(fields[9])
        guard (low == nil) == fields[8].isEmpty, (high == nil) == fields[9].isEmpty else {
            return nil
        }
        self.init(
            metric: String(fields[0]), statistic: String(fields[1]), value: value,
            unit: String(fields[3]), better: better, phase: String(fields[5]),
            role: String(fields[6]), count: count, low: low, high: high)
    }
}
