import Execution
import Probes
import Testing

struct `The log of private queues` {
    private func at(_ milliseconds: Int64) -> Instant {
        Instant(nanoseconds: milliseconds * 1_000_000)
    }

    @Test func `Each queue has its blocks with the CPU between begin and end`() {
        let (one, two) = (QueueID(), QueueID())
        var log = QueueLog()
        log.blockBegan(one, label: "writer", at: at(0), cpu: 100)
        log.blockBegan(two, label: "importing", at: at(1), cpu: 5)
        log.blockEnded(one, at: at(4), cpu: 130)
        log.blockEnded(two, at: at(6), cpu: 9)
        log.blockBegan(one, label: "writer", at: at(8), cpu: 200)
        log.blockEnded(one, at: at(9), cpu: 201)
        #expect(log.accounts.map(\.label) == ["writer", "importing"])
        #expect(log.accounts.map { $0.blocks.map(\.cpu) } == [[30, 1], [4]])
    }

    @Test func `A block that has not ended counts for nothing`() {
        var log = QueueLog()
        log.blockBegan(QueueID(), label: "writer", at: at(0), cpu: 100)
        #expect(log.accounts[0].blocks.isEmpty)
    }
}
