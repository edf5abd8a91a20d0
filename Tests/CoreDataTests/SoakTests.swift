import CoreData
import Foundation
import Testing

/// Rounds of imports, nested edits, automatic merges, resets and controllers, without any growth.
///
/// They run in a process of their own. `LAB_TEST_SOAK_ROUNDS=100000 LAB_TEST_SOAK_FIGURES=<file>
/// swift test --filter SoakTests` is a soak of an hour, which writes its figures to the file.
@Suite struct SoakTests {
    @Test(.timeLimit(.minutes(120)))
    func `Nothing grows in a stack that is used again and again`() async {
        await #expect(processExitsWith: .success) {
            let environment = ProcessInfo.processInfo.environment
            let rounds = environment["LAB_TEST_SOAK_ROUNDS"].flatMap(Int.init) ?? 240
            let population = rounds < 2_000 ? 60 : 1_500
            let stack = try SoakStack(seed: 1, population: population)
            var samples: [SoakFigures] = []
            var lines = [SoakFigures.header]
            for round in 1...rounds {
                try stack.run(round: round)
                guard round % (rounds / 40) == 0 else { continue }
                samples.append(try stack.measure())
                lines.append("\(round),\(samples.last!)")
                if let path = environment["LAB_TEST_SOAK_FIGURES"] {
                    let text = lines.joined(separator: "\n") + "\n"
                    try text.write(toFile: path, atomically: true, encoding: .utf8)
                }
            }
            stack.finish()
            #expect(stack.announcedChanges > rounds)
            #expect(SoakFigures.growth(in: samples) == [])
        }
    }

    @Test func `A figure that grows by the round is told`() {
        let samples = (0..<40).map { index in
            SoakFigures(
                memoryBytes: 10_000_000 + index * 200_000, descriptors: index < 30 ? 9 : 10,
                logBytes: 4_000_000, storeBytes: 100_000, registeredObjects: 10, rows: 1)
        }
        #expect(
            SoakFigures.growth(in: samples) == [
                "memory grew from 13800000 to 17800000", "descriptors grew from 9 to 10",
            ])
    }
}
