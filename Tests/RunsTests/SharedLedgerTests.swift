import Execution
import Foundation
import Glibc
import Runs
import Testing

@Suite struct SharedLedgerTests {
    private func at(_ nanoseconds: Int64) -> Instant { Instant(nanoseconds: nanoseconds) }

    @Test func `A second mapping reads what was appended, in order`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/ledger"
            let ledger = try SharedLedger.create(at: path, capacity: 100)
            for index in 1...40 {
                #expect(
                    ledger.append(
                        kind: UInt32(index % 3), id: UInt32(index), count: index * 7,
                        at: at(Int64(index) << 33)))
            }
            let contents = try SharedLedger.read(from: path)
            #expect(contents.torn == 0)
            #expect(contents.refused == 0)
            #expect(contents.records.map(\.sequence) == Array(1...40))
            let last = try #require(contents.records.last)
            #expect(last.kind == 1)
            #expect(last.id == 40)
            #expect(last.count == 280)
            #expect(last.at == at(40 << 33))
        }
    }

    @Test func `A full ledger refuses, counts what it refused and keeps what it has`() async throws
    {
        try await withTemporaryFolder { folder in
            let ledger = try SharedLedger.create(at: folder + "/ledger", capacity: 2)
            let kept = (1...5).map { ledger.append(kind: 0, id: $0, count: 0, at: at(0)) }
            #expect(kept == [true, true, false, false, false])
            #expect(ledger.contents.records.map(\.id) == [1, 2])
            #expect(ledger.contents.refused == 3)
        }
    }

    @Test func `Records of several threads are all there once`() async throws {
        try await withTemporaryFolder { folder in
            let ledger = try SharedLedger.create(at: folder + "/ledger", capacity: 4_000)
            await withTaskGroup { group in
                for writer in 0..<4 {
                    group.addTask {
                        for index in 0..<1_000 {
                            ledger.append(
                                kind: UInt32(writer), id: UInt32(index), count: 1,
                                at: Instant(nanoseconds: 1))
                        }
                    }
                }
            }
            let contents = ledger.contents
            #expect(contents.torn == 0)
            #expect(contents.records.count == 4_000)
            for writer in 0..<4 {
                let own = contents.records.filter { $0.kind == UInt32(writer) }.map(\.id)
                #expect(own == Array(0..<1_000))
            }
        }
    }

    @Test func `What a process appended before SIGKILL is read after its death`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/ledger"
            _ = try SharedLedger.create(at: path, capacity: 1_000)
            await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
                let ledger = try SharedLedger.open(at: path)
                for index in 1...777 {
                    ledger.append(
                        kind: 5, id: UInt32(index), count: index, at: ThreadClock.monotonic)
                }
                ChildProcess.killSelf()
            }
            let contents = try SharedLedger.read(from: path)
            #expect(contents.torn == 0)
            #expect(contents.records.map(\.count) == Array(1...777))
            #expect(contents.records.map(\.at) == contents.records.map(\.at).sorted())
        }
    }

    @Test func `A record that its writer did not finish is counted as torn, later ones are read`()
        async throws
    {
        try await withTemporaryFolder { folder in
            let path = folder + "/ledger"
            do {
                let ledger = try SharedLedger.create(at: path, capacity: 8)
                for id in 1...4 { ledger.append(kind: 0, id: UInt32(id), count: 0, at: at(1)) }
            }
            // The header is 64 bytes, a record 32; its first eight bytes are the sequence, which
            // is stored last. A writer that died in the second record leaves 0 there; garbage
            // elsewhere in the third must not pass for a record either.
            let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
            try file.seek(toOffset: 64 + 32)
            try file.write(contentsOf: Data(count: 8))
            try file.seek(toOffset: 64 + 2 * 32 + 16)
            try file.write(contentsOf: Data([0xFF]))
            try file.close()
            let contents = try SharedLedger.read(from: path)
            #expect(contents.records.map(\.id) == [1, 4])
            #expect(contents.torn == 2)
        }
    }

    @Test func `What is no ledger, or nowhere, is refused by name`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/not-a-ledger"
            try Data(count: 4_096).write(to: URL(fileURLWithPath: path))
            for wrong in [path, folder + "/absent", folder] {
                let error = #expect(throws: RunsError.self) { try SharedLedger.open(at: wrong) }
                #expect(error?.code == .noLedger)
                #expect(error?.message.contains(wrong) == true)
            }
            #expect(throws: RunsError.self) {
                try SharedLedger.create(at: folder + "/absent/ledger", capacity: 1)
            }
            #expect(throws: RunsError.self) {
                try SharedLedger.create(at: folder + "/empty", capacity: 0)
            }
        }
    }
}
