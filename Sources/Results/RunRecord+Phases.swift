extension RunRecord {
    /// When the first phase began: the zero of all printed times.
    package var began: Int64 { phases.began }

    /// The phase in which an instant lies; phases hold their begin, not their end.
    package func phase(at instant: Int64) -> PhaseRecord? { phases.phase(at: instant) }

    /// From the first measured phase's begin to the last one's end; `nil` if that time is empty.
    package var measured: Range<Int64>? { phases.measured }

    /// The length of all measured phases together, in nanoseconds.
    package var measuredLength: Int64 {
        keptLength ?? phases.reduce(0) { $0 + ($1.isMeasured ? $1.ended - $1.began : 0) }
    }
}

/// The phases of one run, in order.
extension [PhaseRecord] {
    /// When the first began: the zero of all printed times.
    package var began: Int64 { first?.began ?? 0 }

    /// The phase in which an instant lies; phases hold their begin, not their end.
    package func phase(at instant: Int64) -> PhaseRecord? {
        first { $0.began <= instant && instant < $0.ended }
    }

    /// From the first measured phase's begin to the last one's end; `nil` if that time is empty.
    package var measured: Range<Int64>? {
        let phases = filter(\.isMeasured)
        guard let began = phases.first?.began, let ended = phases.last?.ended, began < ended else {
            return nil
        }
        return began..<ended
    }
}
