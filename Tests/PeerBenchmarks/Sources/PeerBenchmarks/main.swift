import Foundation

// swift run -c release --package-path Tests/PeerBenchmarks [rounds] [file [arm…]]
// swift run -c release --package-path Tests/PeerBenchmarks memory [file]
// swift run -c release --package-path Tests/PeerBenchmarks scale [rounds] [file]
//
// Prints a table, and replaces it in a file if one is named. The C API always takes part in the
// first one.

let arguments = Array(CommandLine.arguments.dropFirst())
let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "peers-\(ProcessInfo.processInfo.processIdentifier)")
defer { try? FileManager.default.removeItem(at: folder) }

func note(_ round: Int, of count: Int) {
    FileHandle.standardError.write(Data("round \(round + 1) of \(count)\n".utf8))
}

func compare(_ arguments: [String]) throws -> (table: String, path: String?) {
    let count = arguments.first.flatMap { Int($0) } ?? 7
    let arms: [(name: String, type: any Arm.Type)] = [
        ("capi", CAPIArm.self), ("typed", TypedArm.self), ("key-value", KeyValueArm.self),
        ("grdb", GRDBArm.self),
    ]
    let chosen = arguments.dropFirst(2)
    var rounds = Rounds(
        arms: chosen.isEmpty ? arms : arms.filter { $0.name == "capi" || chosen.contains($0.name) })
    try rounds.run(count, in: folder) { note($0, of: count) }
    return (RatioTable(rounds: rounds).markdown(), arguments.dropFirst().first)
}

func weigh(_ arguments: [String]) throws -> (table: String, path: String?) {
    var run = MemoryRun()
    try run.run(in: folder)
    return (run.markdown, arguments.first)
}

func grow(_ arguments: [String]) throws -> (table: String, path: String?) {
    let count = arguments.first.flatMap { Int($0) } ?? 5
    var run = ScaleRun()
    try run.run(count, in: folder) { note($0, of: count) }
    return (ScaleTable(run: run).markdown, arguments.dropFirst().first)
}

let (table, path) =
    switch arguments.first {
    case "memory": try weigh(Array(arguments.dropFirst()))
    case "scale": try grow(Array(arguments.dropFirst()))
    default: try compare(arguments)
    }
print(table, terminator: "")
if let path { try ReportFile(path: path).replace(table) }
