/// Something that lasted: one bar of a track.
struct TraceSlice: Sendable {
    /// What a slice is, which readers can search for.
    enum Kind: String, Sendable {
        case phase, block, span, operation, save, transaction, checkpoint, disk

        /// What goes first where there are too many: spans say why a block was long; blocks, which
        /// go last, are `main.busy`.
        var rank: TraceThinning.Rank {
            switch self {
            case .span: .spans
            case .operation, .save, .transaction, .checkpoint, .disk: .operations
            case .block, .phase: .blocks
            }
        }
    }

    /// An argument's value.
    enum Value: Sendable, Hashable {
        case text(String)
        case number(Int)
        /// Nanoseconds, which are written as microseconds.
        case time(Int64)
    }

    /// An end of an arrow between two slices.
    struct FlowEnd: Sendable, Hashable {
        /// The flow's number, the same at both ends.
        var flow: Int
        var name: String
        var isStart: Bool
    }

    var kind: Kind
    var name: String
    /// In nanoseconds after the trace's begin.
    var began: Int64
    var ended: Int64
    /// In the order in which they are written.
    var arguments: [(name: String, value: Value)] = []
    var flowEnds: [FlowEnd] = []

    var length: Int64 { ended - began }
}
