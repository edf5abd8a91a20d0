/// A number of cores, and the threads that use or want one: the main thread first, then the one
/// that has waited longest.
///
///     one core    A ████      A ██████
///                 main  ████              takes A's core at once, and A goes on before B
///                 B       · · · · · · ███
///
/// A thread keeps its core for everything that it does between two yields, or until the main
/// thread takes it. Not modelled: time slices, cores of two speeds, caches that another has filled.
struct VirtualCores {
    /// A thread on a core.
    struct Use {
        let thread: VirtualThread
        /// When it has done what it wants to do.
        let end: Int64
        /// Tells it from the thread's other uses.
        let number: Int
    }

    private struct Want {
        let thread: VirtualThread
        let nanoseconds: Int64
    }

    private let count: Int
    /// In the order in which they began.
    private var uses: [Use] = []
    /// In the order in which they get a core.
    private var line: [Want] = []
    private var lastNumber = 0

    /// - Precondition: `count` > 0.
    init(count: Int) {
        precondition(count > 0, "nothing runs on \(count) cores: give one at least")
        self.count = count
    }

    var isOneFree: Bool { uses.count < count }

    /// Gives a thread a core, or has it wait for one.
    ///
    /// - Returns: the use that begins now; `nil` if the thread waits.
    mutating func ask(
        _ thread: VirtualThread, for nanoseconds: Int64, at time: Int64, isMain: Bool
    ) -> Use? {
        if !isOneFree {
            guard isMain else {
                line.append(Want(thread: thread, nanoseconds: nanoseconds))
                return nil
            }
            let victim = uses.removeLast()
            let left = Want(thread: victim.thread, nanoseconds: victim.end - time)
            line.insert(left, at: 0)
        }
        return begin(thread, for: nanoseconds, at: time)
    }

    private mutating func begin(
        _ thread: VirtualThread, for nanoseconds: Int64, at time: Int64
    ) -> Use {
        lastNumber += 1
        let use = Use(thread: thread, end: time + nanoseconds, number: lastNumber)
        uses.append(use)
        return use
    }

    /// Ends a use; `false` if its core was taken away before.
    mutating func end(_ use: Use) -> Bool {
        guard let index = uses.firstIndex(where: { $0.number == use.number }) else { return false }
        uses.remove(at: index)
        return true
    }

    /// Gives a free core to the next thread in line.
    ///
    /// - Returns: the use that begins; `nil` if no thread waits.
    mutating func beginNext(at time: Int64) -> Use? {
        guard isOneFree, !line.isEmpty else { return nil }
        let next = line.removeFirst()
        return begin(next.thread, for: next.nanoseconds, at: time)
    }
}
