import Reporting
import Verdicts

/// What a command prints with `--json`: one document for programs.
///
///     {"code":0,"errors":[],"report":"…","result":"ok","run":{…},"schema":1,"warnings":[]}
struct CommandDocument: Encodable, Sendable {
    /// The version of the layout; a reader refuses another.
    static let schema = 1

    private struct Key: CodingKey {
        let stringValue: String
        let intValue: Int? = nil

        init(_ name: String) { stringValue = name }
        init(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }
    }

    /// The path of the report; `nil` if none was written.
    var report: String?
    /// As they stand on standard error, without their beginnings.
    var warnings: [String] = []
    var errors: [String] = []
    /// The exit code.
    var code = ExitCode.ok
    /// The results, under the name of what they are: `run`, `comparison`.
    var results: [(name: String, value: any Encodable & Sendable)] = []

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(Self.schema, forKey: Key("schema"))
        try container.encode(code.word, forKey: Key("result"))
        try container.encode(code.rawValue, forKey: Key("code"))
        try container.encode(report, forKey: Key("report"))
        try container.encode(warnings, forKey: Key("warnings"))
        try container.encode(errors, forKey: Key("errors"))
        for (name, value) in results { try container.encode(value, forKey: Key(name)) }
    }

    /// Keeps a result, in place of one of the same name.
    mutating func add(_ value: any Encodable & Sendable, as name: String) {
        results.removeAll { $0.name == name }
        results.append((name, value))
    }

    /// Keeps a line of standard error if it is a warning or an error.
    mutating func add(line: some StringProtocol) {
        for beginning in ["lab: warning: ", "lab: error: ", "Error: "]
        where line.hasPrefix(beginning) {
            let text = String(line.dropFirst(beginning.count))
            if beginning == "lab: warning: " { warnings.append(text) } else { errors.append(text) }
        }
    }
}
