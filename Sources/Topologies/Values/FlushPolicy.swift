import Documents

/// When the last, enqueued hop of a save route is saved.
package enum FlushPolicy: Hashable, Sendable, Codable {
    /// Each save of the route enqueues it at once.
    case immediate
    /// A timer enqueues it; it saves when it has changes.
    case every(Duration)
    /// It is enqueued when no ui operation came for this long.
    case idle(Duration)
    /// It is saved when the app goes to the background or terminates, and not before.
    case lifecycle
}

extension FlushPolicy: CustomStringConvertible {
    /// The forms of the field's values, for messages.
    static let forms = "immediate, every <time>, idle <time> or lifecycle, such as every 1s"

    /// As a field of a topology writes it: `every 1s`.
    package var description: String {
        switch self {
        case .immediate: "immediate"
        case .every(let time): "every \(time.text)"
        case .idle(let time): "idle \(time.text)"
        case .lifecycle: "lifecycle"
        }
    }

    /// Reads the form that `description` writes; a time alone means `every`.
    package init?(_ text: String) {
        let words = text.split(separator: " ").map(String.init)
        switch (words.count, words.first) {
        case (1, "immediate"): self = .immediate
        case (1, "lifecycle"): self = .lifecycle
        case (1, let time?):
            guard let time = Duration(text: time) else { return nil }
            self = .every(time)
        case (2, "every"):
            guard let time = Duration(text: words[1]) else { return nil }
            self = .every(time)
        case (2, "idle"):
            guard let time = Duration(text: words[1]) else { return nil }
            self = .idle(time)
        default: return nil
        }
    }
}
