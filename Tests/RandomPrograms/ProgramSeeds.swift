import Foundation

/// The seeds to run: all up to a number, or the one that a failure named.
///
/// After a seed that trapped, `LAB_TEST_FIRST_SEED` continues with the next.
package enum ProgramSeeds {
    package static func all(_ count: UInt64) -> [UInt64] {
        let environment = ProcessInfo.processInfo.environment
        if let seed = environment["LAB_TEST_SEED"].flatMap(UInt64.init) { return [seed] }
        let scale = environment["LAB_TEST_PROGRAMS"].flatMap(UInt64.init) ?? count
        let first = environment["LAB_TEST_FIRST_SEED"].flatMap(UInt64.init) ?? 1
        return first > scale ? [] : Array(first...scale)
    }
}
