import Execution
import Foundation

/// Gives damaged files to the built command, and judges its reaction.
///
///     case n ─▸ kind, original, damages: all from the seed and n
///     linted kinds:  lab lint A B … of some cases, each of which must be reported;
///                    if one is not, or the process goes wrong: halves, down to one case
///     all kinds:     a command on one file
struct DamagedInputs: Sendable {
    /// A forbidden reaction of a command.
    struct Finding: Sendable, CustomStringConvertible {
        var number: Int
        var kind: DamagedKind
        var command: [String]
        var what: String
        var file: [UInt8]

        var description: String {
            "case \(number), \(kind): lab \(command.joined(separator: " ")): \(what)\n"
                + String(decoding: file.prefix(3_000), as: UTF8.self)
        }
    }

    private struct Case: Sendable {
        var number: Int
        var kind: DamagedKind
        /// What `FILE` stands for, and what `lab lint` reads.
        var file: String
        var linted: String
        var damaged: [UInt8]
        /// `nil` for `lab lint`.
        var command: [String]?
    }

    let seed: UInt64
    let inputs: SoundInputs
    /// The command that is tried: the built one, or an older one by its path.
    let executable: String

    /// How many files one process reads: many enough that starting it costs little.
    private static let batch = 25
    /// How many processes run at once.
    private static let width = 3
    /// Of so many cases one is a command of its own on one file.
    private static let single = 4
    /// Address space, in KiB, and seconds of a core for one process; a minute for all of it.
    private static let limits = "ulimit -v 4194304; ulimit -t 40; exec \"$@\""

    /// Tries cases.
    ///
    /// - Returns: the forbidden reactions, at most `most` of them.
    func findings(in numbers: Range<Int>, most: Int = 20) async throws -> [Finding] {
        var findings: [Finding] = []
        let step = Self.batch * Self.width * 4
        for start in stride(from: numbers.lowerBound, to: numbers.upperBound, by: step) {
            let part = start..<min(start + step, numbers.upperBound)
            let cases = try part.map(makeCase)
            var jobs: [[Case]] = cases.filter { $0.command != nil }.map { [$0] }
            let linted = cases.filter { $0.command == nil }
            for place in stride(from: 0, to: linted.count, by: Self.batch) {
                jobs.append(Array(linted[place..<min(place + Self.batch, linted.count)]))
            }
            findings += try await withThrowingTaskGroup(of: [Finding].self) { group in
                var waiting = jobs.makeIterator()
                for _ in 0..<Self.width {
                    if let job = waiting.next() { group.addTask { try await judge(job) } }
                }
                var found: [Finding] = []
                while let more = try await group.next() {
                    found += more
                    if let job = waiting.next() { group.addTask { try await judge(job) } }
                }
                return found
            }
            for one in cases { remove(one) }
            if findings.count >= most { break }
        }
        return findings
    }

    // MARK: Cases

    private func makeCase(_ number: Int) throws -> Case {
        let stream = RandomStream(seed: seed).keyed(number)
        var choice = Damager(stream.keyed("choice"))
        let isSingle = choice.number(below: Self.single) == 0
        let kind = choice.element(of: DamagedKind.allCases.filter { isSingle || $0.isLinted })
        let originals = inputs.originals(of: kind)
        let original = choice.number(below: originals.count)
        var damager = Damager(stream.keyed("damage"))
        let damaged = damager.damaged(originals[original])
        let (file, linted) = try inputs.write(
            damaged, of: kind, original: original, as: "case\(number)")
        let command = isSingle ? choice.element(of: kind.commands) : nil
        return Case(
            number: number, kind: kind, file: file, linted: linted, damaged: damaged,
            command: command?.map {
                $0.replacing("FILE", with: file).replacing("SOUND", with: inputs.folder.path)
            })
    }

    /// Removes the files of a case and its commands.
    private func remove(_ one: Case) {
        for name in inputs.folder.names where name.hasPrefix("case\(one.number).") {
            try? FileManager.default.removeItem(atPath: inputs.folder.file(name))
        }
        let data = inputs.folder.file("Data/case\(one.number).jsonl")
        try? FileManager.default.removeItem(atPath: data)
        try? FileManager.default.removeItem(atPath: inputs.folder.file("case\(one.number)"))
    }

    // MARK: Judging

    private func judge(_ cases: [Case]) async throws -> [Finding] {
        guard cases.count == 1 else {
            let result = try await run(["lint"] + cases.map(\.linted))
            if Self.mistake(in: result, promisesLine: true) == nil,
                cases.allSatisfy({ Self.tells(of: $0, result) })
            {
                return []
            }
            let half = cases.count / 2
            return try await judge(Array(cases[..<half])) + judge(Array(cases[half...]))
        }
        let one = cases[0]
        let command = one.command ?? ["lint", one.linted]
        let result = try await run(command)
        let promisesLine = !["explain", "operations", "list"].contains(command[0])
        // With one file every word is of it: an error may name a file that it names.
        guard let mistake = Self.mistake(in: result, promisesLine: promisesLine) else { return [] }
        return [
            Finding(
                number: one.number, kind: one.kind, command: command,
                what: mistake + ": " + result.errors.suffix(600), file: one.damaged)
        ]
    }

    private func run(_ arguments: [String]) async throws -> LabProcess.Result {
        var lab = LabProcess()
        lab.arguments = arguments
        lab.executable = executable
        lab.folder = inputs.folder.path
        lab.wrapper = ["/usr/bin/timeout", "-s", "KILL", "60", "/bin/sh", "-c", Self.limits, "sh"]
        // A trap is enough: its backtrace takes seconds.
        lab.environment = ["SWIFT_BACKTRACE": "enable=no"]
        return try await lab.run()
    }

    /// A forbidden reaction of a process: a signal, a hang, 1, silence.
    private static func mistake(
        in result: LabProcess.Result, promisesLine: Bool
    ) -> String? {
        // 128 and the signal's number: the shell between ends as its child did.
        if result.isSignalled || result.code > 130 {
            return "it ended by a signal (\(result.code))"
        }
        guard [0, 2, 3, 4, 5, 6, 7, 8].contains(result.code) else {
            return "it ended with \(result.code)"
        }
        // A comparison's verdict is its output; that nothing can be compared is one, too.
        let isVerdict =
            [4, 5, 6, 8].contains(result.code)
            || (result.code == 7 && !result.lastLine.hasSuffix("report=none"))
        if result.code != 0, !isVerdict, !result.errors.contains("lab: error: "),
            !result.errors.contains("Error: ")
        {
            return "it ended with \(result.code) and said nothing"
        }
        let hasLine = result.lastLine.hasPrefix("lab: result=")
        if hasLine, !result.lastLine.contains(" code=\(result.code) ") {
            return "it ended with \(result.code) and says “\(result.lastLine)”"
        }
        if !hasLine, promisesLine || result.code != 0 { return "it has no last line" }
        return nil
    }

    /// Whether `lab lint` reports a file as valid, or its mistake.
    private static func tells(of one: Case, _ result: LabProcess.Result) -> Bool {
        let name = "case\(one.number)."
        return (result.output + result.errors).split(separator: "\n").contains { line in
            (line.hasPrefix("ok  ") || line.hasPrefix("lab: error: ")) && line.contains(name)
        }
    }
}
