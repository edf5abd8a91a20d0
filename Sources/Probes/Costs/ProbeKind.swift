/// The kinds of a probe's work in a run, each with a cost of its own.
package enum ProbeKind: Int, CaseIterable, Sendable {
    /// A block of the main queue: two clock reads, and processor time once or twice.
    case block
    /// A block in which the display role draws. Its cost falls into the drawing, which `main.busy`
    /// excludes.
    case displayBlock
    /// A span of a main-queue block: two clock reads.
    case span
    /// An operation: its begin, its edits, its save and its end.
    case operation
    /// A save of a context: intent, transaction, acknowledgement.
    case save
    /// An event of a parent, in which something changed.
    case change
    /// A check whether a change brings an awaited batch, or the record of a merge that may. It
    /// measures its own cost.
    case arrival
    /// A frame's record.
    case frame
    /// A call of the store's VFS: two clock reads.
    case storeCall
    /// A tick of the noise probe.
    case noiseTick

    /// As it is printed.
    package var name: String {
        switch self {
        case .block: "main-queue block"
        case .displayBlock: "main-queue block of the display"
        case .span: "span"
        case .operation: "operation"
        case .save: "save"
        case .change: "did-change"
        case .arrival: "look for a batch"
        case .frame: "frame"
        case .storeCall: "store call"
        case .noiseTick: "noise tick"
        }
    }
}
