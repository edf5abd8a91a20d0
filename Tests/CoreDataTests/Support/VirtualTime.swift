import CoreData
import Execution
import Foundation
import Testing

/// Runs each test of a suite in virtual time, once for each requested interleaving.
///
///     LAB_TEST_INTERLEAVINGS=0,1,2 swift test --filter CoreDataTests
///
/// Without the variable the tests run on Dispatch. Suites about Dispatch or with threads of their
/// own lack the trait, and single tests have `onDispatchOnly`.
struct VirtualTime: SuiteTrait, TestTrait, TestScoping {
    /// 0 is the canonical interleaving; none, unless the environment names some.
    static let interleavings: [UInt64] =
        (ProcessInfo.processInfo.environment["LAB_TEST_INTERLEAVINGS"] ?? "")
        .split(separator: ",").compactMap { UInt64($0) }

    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil, !Self.interleavings.isEmpty,
            !test.traits.contains(where: { $0 is OnDispatchOnly })
        else { return try await function() }
        for interleaving in Self.interleavings {
            let execution = VirtualExecution(seed: 1, interleaving: interleaving)
            try await execution.runTask(function)
            execution.close()
        }
    }
}

/// Marks a test of a suite in virtual time that runs where virtual time does not reach.
struct OnDispatchOnly: TestTrait {}

extension Trait where Self == OnDispatchOnly {
    /// Never in virtual time: the main actor, for one, is Dispatch's main queue.
    static var onDispatchOnly: Self { OnDispatchOnly() }
}

extension Trait where Self == VirtualTime {
    /// Also in virtual time, where the environment asks for it.
    static var inVirtualTime: Self { VirtualTime() }
}
