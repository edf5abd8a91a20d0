import Foundation
import StoreIO
import Testing

@Suite struct StraceTests {
    @Test(.enabled(if: Strace.obstacle == nil, "\(Strace.obstacle ?? "")"))
    func `The kernel sees the calls that the VFS counted, no more and no less`() async {
        await #expect(processExitsWith: .success) {
            try TracingVFS.register()
            try await withTemporaryFolder { folder in
                let database = try Database(folder + "/store.sqlite", vfs: TracingVFS.name)
                try database.run(
                    "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE t(x)")
                var counts = StoreIOCounts()
                let trace = try Strace.trace(output: folder + "/strace") {
                    let before = StoreIOCounts.current
                    for index in 0..<25 { try database.run("INSERT INTO t VALUES('row \(index)')") }
                    try database.run("PRAGMA wal_checkpoint(TRUNCATE)")
                    try database.run("PRAGMA journal_mode=DELETE; INSERT INTO t VALUES('last')")
                    counts = StoreIOCounts.current - before
                }
                #expect(counts.commits >= 26)
                for (file, name) in [
                    (StoreFile.main, "store.sqlite"), (.wal, "store.sqlite-wal"),
                    (.journal, "store.sqlite-journal"),
                ] {
                    let writes = counts[file, .write]
                    #expect(writes.count == trace["pwrite64", name].count, "\(name)")
                    #expect(writes.bytes == trace["pwrite64", name].bytes, "\(name)")
                    #expect(counts[file, .sync].count == trace["fdatasync", name].count, "\(name)")
                    #expect(counts[file, .delete].count == trace["unlink", name].count, "\(name)")
                }
                #expect(counts[.wal, .write].count >= 50)
                #expect(counts[.main, .write].count > 0)
                #expect(counts[.journal, .write].count > 0)
            }
        }
    }
}
