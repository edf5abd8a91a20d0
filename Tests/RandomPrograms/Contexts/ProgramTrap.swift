import Foundation
import Synchronization

/// Prints the seed of a program that traps: no report comes after a trap.
enum ProgramTrap {
    private static let seed = Atomic<UInt64>(0)
    private static let isInstalled = Atomic<Bool>(false)

    static func note(_ current: UInt64) {
        seed.store(current, ordering: .relaxed)
        if isInstalled.exchange(true, ordering: .relaxed) { return }
        for number in [SIGILL, SIGTRAP, SIGABRT, SIGSEGV] { signal(number, handle) }
    }

    /// Only calls that are safe in a signal handler: bytes from the stack, and `write`.
    private static let handle: @convention(c) (Int32) -> Void = { number in
        var text: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0, 0)
        withUnsafeMutableBytes(of: &text) { bytes in
            var length = 0
            let start: StaticString = "trapped: LAB_TEST_SEED="
            for index in 0..<start.utf8CodeUnitCount {
                bytes[length] = start.utf8Start[index]
                length += 1
            }
            var rest = seed.load(ordering: .relaxed)
            var divisor: UInt64 = 1
            while divisor <= rest / 10 { divisor *= 10 }
            while divisor > 0 {
                bytes[length] = 48 + UInt8(rest / divisor)
                rest %= divisor
                divisor /= 10
                length += 1
            }
            bytes[length] = 10
            _ = write(2, bytes.baseAddress!, length + 1)
        }
        signal(number, SIG_DFL)
        raise(number)
    }
}
