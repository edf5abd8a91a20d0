import Results

/// The effective fields of a topology as one line, values that replace another first and in bold:
/// `**flush every 100ms** (the workload, instead of every 1s); merge did-save, …`.
enum SettingsText {
    /// - Parameter settings: the settings of one topology.
    static func line(of settings: [TopologySetting]) -> String {
        let marked = settings.filter { mark(of: $0) != nil }
        // Fields of single contexts are many, and the drawing shows them: unchanged ones stay in
        // run.json.
        let plain = settings.filter { mark(of: $0) == nil && !$0.field.contains(".") }
        let words = marked.map { "**\($0.field) \($0.value)** (\(mark(of: $0) ?? ""))" }
        let rest = plain.map { "\($0.field) \($0.value)" }.joined(separator: ", ")
        return (words + [rest]).filter { !$0.isEmpty }.joined(separator: "; ")
    }

    /// The fields that a workload or a file sets in place of others, in plain words; `nil` if there
    /// are none.
    ///
    /// A field that the command line sets stands in the variant's name already.
    ///
    ///     chat-stack ran with flush every 100ms (the workload, instead of idle 300ms)
    ///
    /// - Parameter variant: the topology's name.
    static func replaced(in settings: [TopologySetting], of variant: String) -> String? {
        let words = settings.compactMap { setting in
            setting.instead == nil || setting.source == .variant
                ? nil : mark(of: setting).map { "\(setting.field) \(setting.value) (\($0))" }
        }
        return words.isEmpty ? nil : "\(variant) ran with \(TextLines.list(words))"
    }

    /// The source of a field's value, and the value that it replaces.
    ///
    /// `nil` for a value of the topology or its file that replaces none.
    private static func mark(of setting: TopologySetting) -> String? {
        let instead = setting.instead
        return switch setting.source {
        case .own: nil
        case .workload: "the workload" + (instead.map { ", instead of \($0)" } ?? "")
        case .file: instead.map { "its file; the workload says \($0)" }
        case .variant: "as asked for" + (instead.map { ", instead of \($0)" } ?? "")
        }
    }
}
