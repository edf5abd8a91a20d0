import Execution
import Probes
import StoreIO
import Testing

struct `The shares of the store's calls` {
    private func log(_ kinds: [(StoreLog.Kind, note: Int)]) -> StoreLog {
        StoreLog(
            keepsPayload: false, files: [],
            operations: kinds.enumerated().map { index, entry in
                StoreLog.Operation(
                    entry.0, file: 0, at: Instant(nanoseconds: Int64(index)), offset: entry.note)
            }, payload: [])
    }

    //   0 write   1 note 7   2 write   3 sync   4 commit   5 note 8   6 write   7 commit   8 sync
    private var sample: StoreLog {
        log([
            (.write, 0), (.note, 7), (.write, 0), (.sync, 0), (.commit, 0), (.note, 8),
            (.write, 0), (.commit, 0), (.sync, 0),
        ])
    }

    @Test func `A transaction's calls are those up to the next one`() {
        #expect(StoreCallShares.calls(in: sample, of: [7]) { _ in true } == 2)
        #expect(StoreCallShares.calls(in: sample, of: [8]) { _ in true } == 2)
        #expect(StoreCallShares.calls(in: sample, of: [7, 8]) { _ in true } == 4)
    }

    @Test func `What no transaction was noted after is nobody's`() {
        #expect(StoreCallShares.calls(in: sample, of: [9]) { _ in true } == 0)
    }

    @Test func `Only measured instants count`() {
        let late = StoreCallShares.calls(in: sample, of: [7, 8]) { $0.nanoseconds >= 7 }
        #expect(late == 1)
    }
}
