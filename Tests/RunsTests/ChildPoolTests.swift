import Runs
import Synchronization
import Testing

@Suite struct ChildPoolTests {
    private final class Census: Sendable {
        private let state = Mutex((now: 0, most: 0))
        var most: Int { state.withLock(\.most) }

        func enter() {
            state.withLock { state in
                state.now += 1
                state.most = max(state.most, state.now)
            }
        }

        func leave() {
            state.withLock { $0.now -= 1 }
        }
    }

    @Test func `Two children run at a time, and results keep the order of the items`() async throws
    {
        let registry = ChildRegistry()
        let census = Census()
        // The earlier an item, the longer it takes: without an order of its own the result is
        // reversed.
        let codes = try await ChildPool(width: 2).map([5, 4, 3, 2, 1, 0]) { code in
            census.enter()
            defer { census.leave() }
            return try await ChildProcess(
                executable: "/bin/sh", arguments: ["-c", "sleep 0.0\(code)5; exit \(code)"]
            ).run(in: registry).exit
        }
        #expect(codes == [5, 4, 3, 2, 1, 0].map { .exited($0) })
        #expect(census.most == 2)
    }

    @Test func `A pool of one runs one after the other`() async {
        let census = Census()
        let values = await ChildPool(width: 1).map(Array(0..<20)) { value in
            census.enter()
            defer { census.leave() }
            await Task.yield()
            return value * 2
        }
        #expect(values == (0..<20).map { $0 * 2 })
        #expect(census.most == 1)
    }

    @Test func `An error ends the pool, and what had not begun never does`() async {
        struct Failure: Error {}
        let begun = Mutex([Int]())
        await #expect(throws: Failure.self) {
            _ = try await ChildPool(width: 1).map([1, 2, 3]) { item in
                begun.withLock { $0.append(item) }
                if item == 2 { throw Failure() }
                return item
            }
        }
        #expect(begun.withLock { $0 } == [1, 2])
    }

    @Test func `Nothing is mapped to nothing`() async {
        let values = await ChildPool(width: 3).map([Int]()) { $0 }
        #expect(values.isEmpty)
    }
}
