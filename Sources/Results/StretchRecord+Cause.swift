import Execution

extension StretchRecord {
    /// The time of a stretch that one cause took.
    package struct CauseShare: Sendable, Hashable {
        /// `save`, `fetch`, `wait-for-context`: Architecture.md, “The causes”.
        package let cause: String
        /// Wall time, in nanoseconds, less that of the nested spans.
        package let own: Int64
    }

    /// The causes of the stretch by their own time, the largest first, equals by name.
    ///
    /// Own times add up, whereas whole spans would count nested ones twice. Time of a block outside
    /// of every span is the operation's own code, which is called `execute`.
    package var causes: [CauseShare] {
        var own: [String: Int64] = [:]
        for block in blocks {
            for span in block.spans { own[span.cause, default: 0] += span.own }
            let spanned = block.spans.reduce(0) { $0 + $1.own }
            own[Cause.execute.rawValue, default: 0] += max(0, block.ended - block.began - spanned)
        }
        return own.filter { $0.value > 0 }
            .map { CauseShare(cause: $0.key, own: $0.value) }
            .sorted { ($1.own, $0.cause) < ($0.own, $1.cause) }
    }

    /// The cause that took most of the stretch.
    ///
    /// `execute` if the stretch has no length.
    package var cause: String { causes.first?.cause ?? Cause.execute.rawValue }

    /// CPU time of its blocks, in nanoseconds, without the drawing of `display`: part of
    /// `main.busy`.
    package var busy: Int64 {
        blocks.reduce(0) { $0 + ($1.isDrawing ? 0 : $1.cpu) }
    }

    /// The longest block, the first of equals; the stretch is named after it.
    package var leadingBlock: BlockRecord? {
        var leading: BlockRecord?
        for block in blocks {
            if let best = leading, best.ended - best.began >= block.ended - block.began { continue }
            leading = block
        }
        return leading
    }
}

extension BlockRecord {
    /// Whether the display role drew a frame: a screen draws in every topology.
    package var isDrawing: Bool { label == Cause.display.rawValue }
}

extension OperationRecord {
    /// The kind of its act; `nil` for a kind that this lab does not know.
    package var operationKind: OperationKind? { OperationKind(rawValue: kind) }
}
