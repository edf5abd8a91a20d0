import Foundation

// swift run -c release --package-path Tests/PeerBenchmarks [rounds] [file [arm…]]
//
// Prints the table, and writes it to a file when one is named. The C API always takes part.

let arguments = CommandLine.arguments.dropFirst()
let count = arguments.first.flatMap { Int($0) } ?? 7
let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "peers-\(ProcessInfo.processInfo.processIdentifier)")
defer { try? FileManager.default.removeItem(at: folder) }

let arms: [(name: String, type: any Arm.Type)] = [
    ("capi", CAPIArm.self), ("typed", TypedArm.self), ("key-value", KeyValueArm.self),
    ("grdb", GRDBArm.self),
]
let chosen = arguments.dropFirst(2)
var rounds = Rounds(
    arms: chosen.isEmpty ? arms : arms.filter { $0.name == "capi" || chosen.contains($0.name) })
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
