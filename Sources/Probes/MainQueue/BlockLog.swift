import Execution
import Results

/// The blocks and spans of the main queue in the order in which they ran, in flat buffers.
///
/// Recording must cost little and allocate nothing: the buffers are reserved beforehand and grow
/// only in an unexpectedly long run. Records are built afterwards.
///
///     stretch   ├──────────────────────────────┤            ├───────┤
///     block     ├─────────────┤├───────────────┤            ├───────┤
///     span        ├──save──┤     ├─merge──┤                  ├fetch┤
///                  ├push┤
///     reading   ●             ●                ●            ●       ●
///
/// Processor time is read at block boundaries: once at a stretch's begin, and then once a block,
/// for one block's end is the next one's start. Run delay, which costs more to read, is read at a
/// stretch's begin, and at a block's end if the thread was off its core at all. Spans have wall
/// time only.
///
/// The log has no clock: `MainQueueRecorder` or a test feeds it readings.
package struct BlockLog: Sendable {
    private struct RawBlock {
        var began: Int64
        var ended: Int64 = 0
        var cpu: Int64 = 0
        var runDelay: Int64 = 0
        var operation: Int32 = -1
        var firstSpan: Int32
        var endsStretch = false
    }

    private struct RawSpan {
        var began: Int64
        var ended: Int64 = 0
        /// Wall time of the spans directly inside.
        var inner: Int64 = 0
        /// The index of the enclosing span; -1 for none.
        var outer: Int32
        var depth: Int16
        var cause: Cause
    }

    private var blocks: ContiguousArray<RawBlock> = []
    private var spans: ContiguousArray<RawSpan> = []
    /// The index of the innermost open span; -1 for none.
    private var openSpan: Int32 = -1
    private var isInBlock = false
    /// The reading at the last block's end and its instant; `nil` when the queue has been idle
    /// since.
    private var carried: (reading: ThreadReading, at: Instant)?

    /// Up to this much wall time without processor time is clock reads and interrupts: on an idle
    /// machine wall less CPU is a lock's wait to 20 µs (measured), and no run delay is looked for.
    package static let offCoreThreshold = Duration.microseconds(20)

    /// - Parameters:
    ///   - blocks: how many blocks to reserve space for (56 bytes each).
    ///   - spans: how many spans to reserve space for (32 bytes each).
    package init(blocks: Int = 1 << 15, spans: Int = 1 << 17) {
        self.blocks.reserveCapacity(blocks)
        self.spans.reserveCapacity(spans)
    }

    package var spanCount: Int { spans.count }

    /// Whether the next block begins a stretch, so that its begin needs a reading of its own.
    package var needsReading: Bool { carried == nil }

    /// Records that a block begins.
    ///
    /// `reading` is needed, and used, only if `needsReading`.
    package mutating func blockBegan(at instant: Instant, reading: ThreadReading?) {
        precondition(!isInBlock, "a block begins inside another: the seam reports outermost blocks")
        isInBlock = true
        if carried == nil, let reading { carried = (reading, instant) }
        blocks.append(RawBlock(began: instant.nanoseconds, firstSpan: Int32(spans.count)))
    }

    /// The running block ends.
    ///
    /// - Parameters:
    ///   - cpu: the thread's processor time in nanoseconds, as in a `ThreadReading`.
    ///   - runDelay: the thread's run delay likewise; evaluated only if it may have changed.
    ///   - isIdle: nothing waits for the queue, the stretch is over.
    package mutating func blockEnded(
        at instant: Instant, cpu: Int64, runDelay: @autoclosure () -> Int64, isIdle: Bool
    ) {
        precondition(
            isInBlock, "a block ends that never began: was recording switched on inside it?")
        isInBlock = false
        let last = blocks.count - 1
        let start = carried ?? (ThreadReading(cpu: cpu, runDelay: runDelay()), instant)
        var end = ThreadReading(cpu: cpu, runDelay: start.reading.runDelay)
        let offCore = (instant - start.at) - .nanoseconds(cpu - start.reading.cpu)
        if offCore > Self.offCoreThreshold { end.runDelay = runDelay() }
        blocks[last].ended = instant.nanoseconds
        blocks[last].cpu = end.cpu - start.reading.cpu
        blocks[last].runDelay = end.runDelay - start.reading.runDelay
        blocks[last].endsStretch = isIdle
        carried = isIdle ? nil : (end, instant)
    }

    /// A span begins; outside of any block nothing is recorded.
    @inline(__always)
    package mutating func spanBegan(_ cause: Cause, at instant: Instant) {
        guard isInBlock else { return }
        let depth = openSpan < 0 ? 0 : spans[Int(openSpan)].depth + 1
        let index = Int32(spans.count)
        spans.append(
            RawSpan(began: instant.nanoseconds, outer: openSpan, depth: depth, cause: cause))
        openSpan = index
    }

    /// The innermost open span ends.
    @inline(__always)
    package mutating func spanEnded(at instant: Instant) {
        guard isInBlock, openSpan >= 0 else { return }
        let index = Int(openSpan)
        spans[index].ended = instant.nanoseconds
        openSpan = spans[index].outer
        if openSpan >= 0 {
            spans[Int(openSpan)].inner += instant.nanoseconds - spans[index].began
        }
    }

    /// Assigns the running block to an operation.
    ///
    /// A later assignment has no effect.
    package mutating func setOperation(_ operation: Int) {
        guard isInBlock, blocks[blocks.count - 1].operation < 0 else { return }
        blocks[blocks.count - 1].operation = Int32(operation)
    }
}

extension BlockLog {
    /// The stretches, in order.
    ///
    /// An unfinished block is left out; a stretch that was unfinished when recording stopped ends
    /// with its last block.
    package func stretches() -> [StretchRecord] {
        var stretches: [StretchRecord] = []
        var current: [BlockRecord] = []
        func finish() {
            guard let first = current.first, let last = current.last else { return }
            stretches.append(
                StretchRecord(
                    began: first.began, ended: last.ended,
                    cpu: current.reduce(0) { $0 + $1.cpu },
                    runDelay: current.reduce(0) { $0 + $1.runDelay }, blocks: current))
            current = []
        }
        for index in blocks.indices where blocks[index].ended != 0 {
            current.append(block(at: index))
            if blocks[index].endsStretch { finish() }
        }
        finish()
        return stretches
    }

    private func block(at index: Int) -> BlockRecord {
        let raw = blocks[index]
        let first = Int(raw.firstSpan)
        let end = index + 1 < blocks.count ? Int(blocks[index + 1].firstSpan) : spans.count
        let records = spans[first..<end].filter { $0.ended != 0 }.map { span in
            SpanRecord(
                cause: span.cause.rawValue, began: span.began, ended: span.ended,
                depth: Int(span.depth), own: span.ended - span.began - span.inner)
        }
        return BlockRecord(
            began: raw.began, ended: raw.ended, cpu: raw.cpu, runDelay: raw.runDelay,
            operation: raw.operation < 0 ? nil : Int(raw.operation),
            label: Self.label(of: records), spans: records)
    }

    /// The name of a block without a known operation.
    private static func label(of spans: [SpanRecord]) -> String {
        func has(_ causes: Cause...) -> Bool {
            spans.contains { span in causes.contains { $0.rawValue == span.cause } }
        }
        if has(.display) { return Cause.display.rawValue }
        if has(.merge) { return "merge" }
        return has(.save, .pushToParent, .sync) ? "flush" : "other"
    }
}
