import Foundation

// swift run -c release --package-path Tests/PeerBenchmarks [rounds] [file [arm or job…]]
// swift run -c release --package-path Tests/PeerBenchmarks memory [file]
// swift run -c release --package-path Tests/PeerBenchmarks scale [rounds] [file]
// swift run -c release --package-path Tests/PeerBenchmarks predicates [rounds] [file]
// swift run -c release --package-path Tests/PeerBenchmarks controller [rounds] [file]
//
// Prints a table, and replaces it in a file if one is named.
//
// The C API always takes part in the first one. With PEERS_TIMES=<file> it goes on from the rounds
// that the file has, and keeps its own there: 21 rounds may come from three idle moments. Jobs by
// name, such as `saveOneByOne`, are for a profiler: each job finds what those before it have left,
// so that not every choice works.

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
    let jobs = arguments.dropFirst(2).compactMap { Job(rawValue: $0) }
    let chosen = arguments.dropFirst(2).filter { Job(rawValue: $0) == nil }
    var rounds = Rounds(
        arms: chosen.isEmpty ? arms : arms.filter { $0.name == "capi" || chosen.contains($0.name) },
        jobs: jobs.isEmpty ? Job.allCases : jobs)
    let times = ProcessInfo.processInfo.environment["PEERS_TIMES"]
    if let times { try rounds.resume(from: times) }
    try rounds.run(count, in: folder) { note($0, of: count) }
    if let times { try rounds.keep(in: times) }
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

func evaluate(_ arguments: [String]) throws -> (table: String, path: String?) {
    let count = arguments.first.flatMap { Int($0) } ?? 11
    var run = try PredicateRun(folder: folder)
    try run.run(count) { note($0, of: count) }
    return (run.markdown, arguments.dropFirst().first)
}

func follow(_ arguments: [String]) throws -> (table: String, path: String?) {
    let count = arguments.first.flatMap { Int($0) } ?? 11
    var run = try ControllerRun(folder: folder)
    try run.run(count) { note($0, of: count) }
    return (run.markdown, arguments.dropFirst().first)
}

let (table, path) =
    switch arguments.first {
    case "memory": try weigh(Array(arguments.dropFirst()))
    case "scale": try grow(Array(arguments.dropFirst()))
    case "predicates": try evaluate(Array(arguments.dropFirst()))
    case "controller": try follow(Array(arguments.dropFirst()))
    default: try compare(arguments)
    }
print(table, terminator: "")
if let path { try ReportFile(path: path).replace(table) }
