import Documents

/// Whether the stores of a topology record their history, and for how long they keep it.
package enum HistoryRetention: Hashable, Sendable, Codable {
    /// Stores record no history.
    case off
    /// Stores record each transaction and keep all of them.
    case keep
    /// A transaction is deleted when every context that merges by history has merged it.
    case purgeAfterMerge
    /// A transaction is deleted by the merge that sees a newest transaction this much later.
    case purgeOlder(Duration)
}

extension HistoryRetention: CustomStringConvertible {
    /// The forms of the field's values, for messages.
    static let forms =
        "off, keep, purge-after-merge or purge-older <time>, such as purge-older 500ms"

    /// Whether transactions are deleted at all.
    package var isPurged: Bool {
        switch self {
        case .off, .keep: false
        case .purgeAfterMerge, .purgeOlder: true
        }
    }

    /// As a field of a topology writes it: `purge-older 500ms`.
    package var description: String {
        switch self {
        case .off: "off"
        case .keep: "keep"
        case .purgeAfterMerge: "purge-after-merge"
        case .purgeOlder(let age): "purge-older \(age.text)"
        }
    }

    /// Reads the form that `description` writes.
    package init?(_ text: String) {
        let words = text.split(separator: " ").map(String.init)
        switch (words.count, words.first) {
        case (1, "off"): self = .off
        case (1, "keep"): self = .keep
        case (1, "purge-after-merge"): self = .purgeAfterMerge
        case (2, "purge-older"):
            guard let age = Duration(text: words[1]) else { return nil }
            self = .purgeOlder(age)
        default: return nil
        }
    }
}
