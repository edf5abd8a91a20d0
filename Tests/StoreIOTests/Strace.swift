import Foundation
import Glibc

/// The system calls of this process on files, as strace sees them.
struct Strace {
    /// Why strace cannot be used here; `nil` where it can.
    static let obstacle: String? = {
        guard FileManager.default.isExecutableFile(atPath: "/usr/bin/strace") else {
            return "strace is not installed"
        }
        // A kernel or a container may forbid tracing: a traced `true` finds out.
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/strace")
        process.arguments = ["-o", "/dev/null", "/bin/true"]
        process.standardError = FileHandle.nullDevice
        do { try process.run() } catch { return "strace does not run: \(error)" }
        process.waitUntilExit()
        return process.terminationStatus == 0 ? nil : "strace may not trace here"
    }()

    /// Calls, and the bytes of those that read or write, by the names of the call and of the file.
    var calls: [String: (count: Int, bytes: Int)] = [:]

    /// Traces all threads of this process while `body` runs.
    static func trace(output: String, _ body: () throws -> Void) throws -> Strace {
        let process = Process()
        let errors = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/strace")
        process.arguments = [
            "-f", "-y", "-e", "trace=pread64,pwrite64,fdatasync,fsync,ftruncate,unlink",
            "-o", output, "-p", "\(getpid())",
        ]
        process.standardError = errors
        // A child inherits the signals that its starter's thread holds back, which is all of them
        // on a thread of Dispatch's, and strace would never see the interrupt that ends it.
        var none = sigset_t()
        var former = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &former)
        defer { pthread_sigmask(SIG_SETMASK, &former, nil) }
        try process.run()
        // "strace: Process 1 attached with 3 threads": from then on it sees everything.
        let greeting = String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self)
        guard greeting.contains("attached") else {
            throw Database.Failure(description: "strace said: \(greeting)")
        }
        let outcome = Result { try body() }
        process.interrupt()
        process.waitUntilExit()
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
