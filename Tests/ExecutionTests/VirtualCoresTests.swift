import Execution
import Testing

/// The cores that virtual threads share: who gets one, and when work ends.
@Suite struct `Cores of virtual time` {
    private struct Task {
        let name: String
        /// When it asks, in milliseconds.
        let at: Int
        /// What it does, in milliseconds.
        let length: Int

        init(_ name: String, at: Int, for length: Int) {
            self.name = name
            self.at = at
            self.length = length
        }
    }

    /// Runs each task on a queue of its own, `main` on the main queue.
    ///
    /// - Returns: the ends in the order in which they came, as `A 10`.
    private func ends(cores: Int?, _ tasks: Task...) throws -> [String] {
        var costs = UnitCosts.reference
        costs.cores = cores
        let execution = VirtualExecution(seed: 1, costs: costs)
        let order = Journal<String>()
        for task in tasks {
            let queue =
                task.name == "main"
                ? execution.mainQueue
                : execution.makeQueue(label: task.name, cause: .waitForContext)
            let start = Instant(nanoseconds: Int64(task.at) * 1_000_000)
            _ = execution.makeTimer(on: queue, at: start, every: nil) { _ in
                execution.occupyCore(for: .milliseconds(task.length))
                execution.interaction()
                order.note("\(task.name) \(execution.now.nanoseconds / 1_000_000)")
            }
        }
        #expect(execution.run() == .quiescent)
        return order.entries
    }

    @Test func `Without a number of cores nobody waits for one`() throws {
        let found = try ends(
            cores: nil, Task("A", at: 0, for: 10), Task("B", at: 1, for: 10),
            Task("C", at: 2, for: 10))
        #expect(found == ["A 10", "B 11", "C 12"])
    }

    @Test func `As many threads run as there are cores, and the third waits`() throws {
        let found = try ends(
            cores: 2, Task("A", at: 0, for: 10), Task("B", at: 1, for: 10),
            Task("C", at: 2, for: 10))
        #expect(found == ["A 10", "B 11", "C 20"])
    }

    @Test func `Who has waited longest is next, however short the others are`() throws {
        let found = try ends(
            cores: 1, Task("A", at: 0, for: 10), Task("B", at: 1, for: 10),
            Task("C", at: 2, for: 1))
        #expect(found == ["A 10", "B 20", "C 21"])
    }

    @Test func `The main thread takes a core at once, and its former user goes on first`() throws {
        let found = try ends(
            cores: 1, Task("A", at: 0, for: 10), Task("B", at: 1, for: 10),
            Task("main", at: 3, for: 4))
        #expect(found == ["main 7", "A 14", "B 24"])
    }

    @Test func `The main thread takes the core of the one that began last`() throws {
        let found = try ends(
            cores: 2, Task("A", at: 0, for: 10), Task("B", at: 2, for: 10),
            Task("main", at: 5, for: 3))
        #expect(found == ["main 8", "A 10", "B 15"])
    }

    @Test func `A core is lost twice, and nothing is done twice`() throws {
        let found = try ends(
            cores: 1, Task("A", at: 0, for: 10), Task("main", at: 2, for: 2),
            Task("main", at: 6, for: 2))
        #expect(found == ["main 4", "main 8", "A 14"])
    }

    @Test func `A thread that sleeps leaves its core to others`() throws {
        var costs = UnitCosts.reference
        costs.cores = 1
        let execution = VirtualExecution(seed: 1, costs: costs)
        let order = Journal<String>()
        for name in ["A", "B"] {
            execution.makeQueue(label: name, cause: .waitForContext).async {
                execution.occupyCore(for: .milliseconds(5))
                execution.sleep(for: .milliseconds(20))
                order.note("\(name) \(execution.now.nanoseconds / 1_000_000)")
            }
        }
        #expect(execution.run() == .quiescent)
        #expect(order.entries == ["A 25", "B 30"])
    }
}
