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
    @Test(.enabled(if: Strace.obstacle == nil, "\(Strace.obstacle ?? "")"))
    func `The kernel sees the operations of a store's log, no more and no less`() async {
        await #expect(processExitsWith: .success) {
            try await withTemporaryFolder { folder in
                let path = folder + "/store.sqlite"
                let trace = try StoreTrace(databaseAt: path)
                let database = try Database(path, vfs: TracingVFS.name)
                try database.run("PRAGMA journal_mode=WAL; CREATE TABLE t(x)")
                let start = try trace.log().operations.count
                let kernel = try Strace.trace(output: folder + "/strace") {
                    for index in 0..<25 { try database.run("INSERT INTO t VALUES('row \(index)')") }
                    try database.run("PRAGMA wal_checkpoint(TRUNCATE)")
                    for mode in ["DELETE", "TRUNCATE", "PERSIST", "DELETE", "WAL"] {
                        try database.run("PRAGMA journal_mode=\(mode); INSERT INTO t VALUES(0)")
                    }
                }
                let log = try trace.log()
                for suffix in ["", "-wal", "-journal"] {
                    let operations = log.operations[start...].filter {
                        $0.file >= 0 && log.files[$0.file].pathSuffix == suffix
                    }
                    let name = "store.sqlite" + suffix
                    for (kind, call) in [
                        (StoreLog.Kind.write, "pwrite64"), (.sync, "fdatasync"),
                        (.truncate, "ftruncate"), (.delete, "unlink"),
                    ] {
                        let count = operations.filter { $0.kind == kind }.count
                        #expect(count == kernel[call, name].count, "\(call) \(name)")
                    }
                    let bytes = operations.reduce(0) { $0 + ($1.kind == .write ? $1.length : 0) }
                    #expect(bytes == kernel["pwrite64", name].bytes, "\(name)")
                    #expect(bytes > 0)
                }
                #expect(log.operations[start...].contains { $0.kind == .truncate })
                #expect(log.operations[start...].contains { $0.kind == .delete })
            }
        }
    }

    @Test(.enabled(if: Strace.obstacle == nil, "\(Strace.obstacle ?? "")"))
    func `Skipped syncs are in the log, and the kernel sees none of them`() async {
        await #expect(processExitsWith: .success) {
            try await withTemporaryFolder { folder in
                let path = folder + "/store.sqlite"
                let trace = try StoreTrace(databaseAt: path, syncs: false)
                let database = try Database(path, vfs: TracingVFS.name)
                let kernel = try Strace.trace(output: folder + "/strace") {
                    for mode in ["WAL", "DELETE"] {
                        try database.run(
                            """
                            PRAGMA journal_mode=\(mode); PRAGMA synchronous=EXTRA; \
                            CREATE TABLE \(mode.lowercased())s(x)
                            """)
                    }
                }
                #expect(try trace.log().operations.count { $0.kind == .sync } > 4)
                #expect(kernel.calls.keys.contains { $0.hasPrefix("pwrite64") })
                #expect(!kernel.calls.keys.contains { $0.contains("sync ") })
            }
        }
    }
}
