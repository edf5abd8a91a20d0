import CoreData
import Foundation
import Testing

/// Models as Xcode writes them, damaged by a seed: each gives an error with its position, or loads
/// and is a model like any other.
///
///     LAB_DAMAGED_MODELS=100000   how many cases
///     LAB_DAMAGED_MODEL=4711      that one alone
struct DamagedModelTests {
    /// Half of them of the shipped models, half of random ones: 1,000 take 16 seconds of a core.
    private static var numbers: Range<UInt64> {
        let environment = ProcessInfo.processInfo.environment
        if let number = environment["LAB_DAMAGED_MODEL"].flatMap(UInt64.init) {
            return number..<number + 1
        }
        return 0..<(environment["LAB_DAMAGED_MODELS"].flatMap(UInt64.init) ?? 1_000)
    }

    @Test func `No damaged model ends the process, and each error has its position`() async throws {
        let sample = try SampleWorkload()
        // In a process of its own, which notes on the way where it is: a trap says too little.
        let notes = sample.folder.appending(path: "notes.txt").path
        await #expect(processExitsWith: .success) { [notes = notes as String] in
            try DamagedModels.tryAll(DamagedModelTests.numbers, notes: URL(filePath: notes))
        }
        let last = (try? String(contentsOfFile: notes, encoding: .utf8)) ?? "nothing was tried"
        if last != DamagedModels.end { Issue.record("\(last)") }
    }
}

/// The cases of `DamagedModelTests`, in the process that must survive them.
private enum DamagedModels {
    /// The note of a process that found nothing.
    static let end = "all are well"

    /// Notes the case that is tried, or the finding, and `end` at the end.
    ///
    /// - Throws: errors of writing a file; `VirtualDeadlock`.
    static func tryAll(_ numbers: Range<UInt64>, notes: URL) throws {
        func note(_ text: String) throws { try Data(text.utf8).write(to: notes) }

        let sample = try SampleWorkload()
        let shipped = try shippedModels()
        var run = RandomModelRun(in: sample.folder)
        var counts: [String: Int] = [:]
        for number in numbers {
            var damager = ModelDamager(seed: number)
            let original =
                number.isMultiple(of: 2)
                ? shipped[Int(number / 2) % shipped.count] : RandomModel(seed: number).contents
            let damaged = damager.damaged(original)
            let text = String(decoding: damaged, as: UTF8.self)
            let called = "LAB_DAMAGED_MODEL=\(number)"
            try note("the process ended in \(called)\n\(text)")
            let verdict: RandomModelRun.Verdict
            do {
                verdict = try run.verdict(of: damaged, seed: number)
            } catch {
                return try note("\(called) ends with \(error)\n\(text)")
            }
            counts[kind(of: verdict), default: 0] += 1
            if let problem = problem(of: verdict, lines: damaged.count { $0 == 0x0A } + 1) {
                return try note("\(called): \(problem)\n\(text)")
            }
        }
        // The damages are neither all fatal nor all harmless.
        let rare = ["unreadable", "as expected"].filter { (counts[$0] ?? 0) * 10 < numbers.count }
        guard rare.isEmpty || numbers.count < 100 else { return try note("\(counts)") }
        try note(end)
    }

    private static let models = URL(filePath: #filePath)
        .appending(path: "../../../../Workloads/Models").standardizedFileURL

    private static func shippedModels() throws -> [String] {
        try ["Atlas", "Music", "Shop"].map { name in
            try String(
                contentsOf: models.appending(
                    path: "\(name).xcdatamodeld/\(name).xcdatamodel/contents"), encoding: .utf8)
        }
    }

    private static func kind(of verdict: RandomModelRun.Verdict) -> String {
        switch verdict {
        case .asExpected: "as expected"
        case .refused: "refused"
        case .unreadable: "unreadable"
        case .written: "written"
        case .judgedWrong: "judged wrong"
        }
    }

    /// What is wrong with a verdict; `nil` if nothing is.
    private static func problem(of verdict: RandomModelRun.Verdict, lines: Int) -> String? {
        switch verdict {
        case .asExpected, .refused: nil
        case .written(let error): "lab lint refuses what lab new wrote: \(error)"
        case .judgedWrong(let differences): "the run is judged wrong: \(differences)"
        case .unreadable(let error):
            positionProblem(of: error, lines: lines)
        }
    }

    /// Of an error such as `…/contents:12:5: what is wrong. What to do.`.
    private static func positionProblem(of error: String, lines: Int) -> String? {
        guard let match = error.firstMatch(of: /contents:([0-9]+):([0-9]+): (.+)/),
            let line = Int(match.1), let column = Int(match.2)
        else { return "an error without a position: \(error)" }
        guard (1...lines).contains(line), column >= 1 else {
            return "an error outside the file's \(lines) lines: \(error)"
        }
        return nil
    }
}
