import Results
import Testing
import Verdicts

@Suite struct ExitCodeTests {
    @Test func `The codes are those that programs know`() {
        let codes = ExitCode.allCases.map(\.rawValue)
        #expect(codes == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 130])
    }

    @Test func `Each has a word of its own, without blanks`() {
        let words = ExitCode.allCases.map(\.word)
        #expect(Set(words).count == words.count)
        for word in words { #expect(word.allSatisfy { $0.isLowercase || $0 == "-" }) }
    }

    @Test func `The first in 1, 6, 3, 9, 7, 4, 5, 8 wins`() {
        let order: [ExitCode] = [
            .bug, .integrity, .invalidInput, .notWritten, .incomparable, .gateFailed, .regressed,
            .inconclusive,
        ]
        for (index, code) in order.enumerated() {
            #expect(ExitCode.winner(of: order[index...].reversed()) == code)
            #expect(ExitCode.winner(of: [.ok, code]) == code)
        }
        #expect(ExitCode.winner(of: []) == .ok)
        #expect(Set(ExitCode.precedence) == Set(ExitCode.allCases))
    }

    @Test func `An interrupted run keeps what it found wrong and judges nothing else`() {
        #expect(ExitCode.winner(of: [.interrupted, .integrity]) == .integrity)
        #expect(ExitCode.winner(of: [.interrupted, .gateFailed]) == .interrupted)
    }

    @Test(arguments: [
        (RunFailure.Kind.trapped, ExitCode.bug), (.stuck, .integrity), (.offQueue, .integrity),
        (.overdue, .integrity),
        (.outcomeDiffers, .integrity), (.operationsDiffer, .integrity),
        (.recoveryDiffers, .integrity), (.notWritten, .notWritten),
    ])
    func `A failed topology decides`(kind: RunFailure.Kind, code: ExitCode) {
        var result = Fixture.result(figures: [])
        #expect(ExitCode(of: result) == .ok)
        result.topologies[0].failure = RunFailure(kind: kind, message: "")
        #expect(ExitCode(of: result) == code)
    }

    @Test func `A crash that recovered something else is a failure of integrity`() {
        var result = Fixture.result(figures: [])
        result.topologies[0].crashes = [Fixture.crash(verdict: .predictedInFlight)]
        #expect(ExitCode(of: result) == .ok)
        result.topologies[0].crashes.append(Fixture.crash(verdict: .violation))
        #expect(ExitCode(of: result) == .integrity)
    }

    @Test func `A limit that is not kept fails nothing`() {
        var result = Fixture.result(figures: [])
        result.topologies[0].limits = [
            LimitVerdict(limit: "main.stall.max < 1ms", isKept: false, value: 2, unit: "ms")
        ]
        #expect(ExitCode(of: result) == .ok)
    }
}
