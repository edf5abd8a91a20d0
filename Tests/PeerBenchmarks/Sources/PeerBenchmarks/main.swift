import Foundation

// swift run -c release --package-path Tests/PeerBenchmarks [rounds] [file]
//
// Prints the table, and writes it to a file when one is named.

let arguments = CommandLine.arguments.dropFirst()
let count = arguments.first.flatMap { Int($0) } ?? 7
let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "peers-\(ProcessInfo.processInfo.processIdentifier)")
defer { try? FileManager.default.removeItem(at: folder) }

var rounds = Rounds(arms: [
    ("C API", CAPIArm.self), ("ours, key-value", KeyValueArm.self), ("GRDB 7.10", GRDBArm.self),
])
try rounds.run(count, in: folder) { round in
    FileHandle.standardError.write(Data("round \(round + 1) of \(count)\n".utf8))
}
#if DEBUG
let build = "debug build"
#else
let build = "release build"
#endif
let machine = "\(ProcessInfo.processInfo.activeProcessorCount) cores, \(build)."
let table = RatioTable(rounds: rounds).markdown(machine: machine)
print(table, terminator: "")
if let path = arguments.dropFirst().first {
    try table.write(toFile: path, atomically: true, encoding: .utf8)
}
