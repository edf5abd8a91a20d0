import Foundation
import Programs

/// The system calls of this process on files, as strace sees them.
struct Strace {
    /// Why strace cannot be used here; `nil` where it can.
    static let obstacle: String? = {
        guard FileManager.default.isExecutableFile(atPath: "/usr/bin/strace") else {
            return "strace is not installed"
        }
        // A kernel or a container may forbid tracing: a traced `true` finds out.
        let strace = Program(["/usr/bin/strace", "-o", "/dev/null", "/bin/true"])
        do {
            let isTraced = Program.end(of: try strace.start()).code == 0
            return isTraced ? nil : "strace may not trace here"
        } catch {
            return "\(error)"
        }
    }()

    /// Calls, and the bytes of those that read or write, by the names of the call and of the file.
    var calls: [String: (count: Int, bytes: Int)] = [:]

    /// Traces all threads of this process while `body` runs.
    static func trace(output: String, _ body: () throws -> Void) throws -> Strace {
        var strace = Program([
            "/usr/bin/strace", "-f", "-y",
            "-e", "trace=pread64,pwrite64,fdatasync,fsync,ftruncate,unlink",
            "-o", output, "-p", "\(getpid())",
        ])
        strace.errors = output + "-errors"
        let process = try strace.start()
        // "strace: Process 1 attached with 3 threads": from then on it sees everything.
        var greeting = ""
        while !greeting.contains("\n"), !Program.hasEnded(process) {
            usleep(1000)
            greeting = try String(contentsOfFile: strace.errors, encoding: .utf8)
        }
        guard greeting.contains("attached") else {
            _ = Program.end(of: process)
            throw Database.Failure(description: "strace said: \(greeting)")
        }
        let outcome = Result { try body() }
        kill(process, SIGINT)
        _ = Program.end(of: process)
        try outcome.get()
        return try Strace(parsing: String(contentsOfFile: output, encoding: .utf8))
    }

    /// The calls of one name on files whose path ends so.
    subscript(call: String, suffix: String) -> (count: Int, bytes: Int) {
        calls["\(call) \(suffix)"] ?? (0, 0)
    }

    /// Reads lines such as `17 pwrite64(3</tmp/a/store.sqlite-wal>, "…"..., 4096, 32) = 4096`.
    private init(parsing text: String) {
        for line in text.split(separator: "\n") {
            guard let open = line.firstIndex(of: "("), line.contains(" = ") else { continue }
            let call = line[..<open].split(separator: " ").last.map(String.init) ?? ""
            guard let start = line[open...].firstIndex(where: { $0 == "<" || $0 == "\"" }),
                let end = line[line.index(after: start)...].firstIndex(where: {
                    $0 == ">" || $0 == "\""
                })
            else { continue }
            let path = line[line.index(after: start)..<end]
            let file = path.split(separator: "/").last.map(String.init) ?? ""
            let result = line.split(separator: "=").last?.split(separator: " ").first
            var entry = calls["\(call) \(file)"] ?? (0, 0)
            entry.count += 1
            entry.bytes += max(0, result.flatMap { Int($0) } ?? 0)
            calls["\(call) \(file)"] = entry
        }
    }
}
