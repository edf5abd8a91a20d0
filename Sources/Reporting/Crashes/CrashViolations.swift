import Results

/// The violations in report.md: the first states of each configuration that must not exist, with
/// the command that rebuilds them.
struct CrashViolations {
    struct Entry {
        let state: String
        let message: String
        /// The cause; `nil` if none was searched for.
        let cause: String?
    }

    /// Of one configuration; the others stand in crashes.csv.
    private static let most = 10

    let name: String
    /// The control that broke the run on purpose.
    let control: String?
    let entries: [Entry]
    let more: Int?
    /// Rebuilds the first of them.
    let replay: String

    /// The violations of a configuration; `nil` if it has none.
    init?(_ configuration: CrashConfiguration, of result: CrashResult) {
        guard let exploration = configuration.exploration,
            let first = exploration.violations.first
        else { return nil }
        name = configuration.name
        control = exploration.control.isEmpty ? nil : exploration.control
        entries = exploration.violations.prefix(CrashViolations.most).map {
            Entry(state: $0.state, message: $0.message, cause: $0.cause.isEmpty ? nil : $0.cause)
        }
        let rest = exploration.violations.count - entries.count
        more = rest > 0 ? rest : nil
        let address = "\(configuration.name)/\(first.state)"
        let isBroken = control.map { " --control \($0)" } ?? ""
        let settings = result.commandLine.settings.map { setting in
            " --set \(CrashViolations.quoted("\(setting.key)=\(setting.value)"))"
        }
        let files = (result.commandLine.topologyFiles ?? []).map { file in
            " --topology-file \(CrashViolations.quoted(file))"
        }
        replay =
            "lab crash --workload \(CrashViolations.quoted(result.commandLine.workload))"
            + files.joined() + settings.joined() + " --seed \(result.head.seed)"
            + "\(isBroken) --replay \(CrashViolations.quoted(address)) --dump DIR"
    }

    /// A word as a shell takes it.
    private static func quoted(_ word: String) -> String {
        let isPlain = word.allSatisfy {
            $0.isASCII && ($0.isLetter || $0.isNumber || "-_./+:=,".contains($0))
        }
        return isPlain ? word : "'" + word.replacing("'", with: "'\\''") + "'"
    }
}
