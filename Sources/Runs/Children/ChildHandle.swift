import CProcess
import Glibc
import Synchronization

/// A living or dead child, to be killed safely at any time from any thread.
///
/// It keeps a descriptor of the process of its own. A number could have been given to another
/// process by the time that the signal is sent; a descriptor cannot.
final class ChildHandle: Sendable {
    private let descriptor: Int32
    private let number: Int32
    private let firstKiller = Mutex<ChildResult.Killer?>(nil)

    /// Wraps a child.
    ///
    /// - Parameters:
    ///   - number: its number, used only if the kernel has no descriptors of processes.
    ///   - descriptor: swift-subprocess's descriptor of it, or −1; it is duplicated.
    init(number: Int32, descriptor: Int32) {
        self.number = number
        self.descriptor = descriptor < 0 ? -1 : fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// The first caller that killed it; `nil` if none did.
    ///
    /// The child may have been dead already.
    var killer: ChildResult.Killer? { firstKiller.withLock { $0 } }

    /// Sends SIGKILL.
    ///
    /// Calling it again, or after the end, does nothing.
    func kill(_ killer: ChildResult.Killer) {
        let isFirst = firstKiller.withLock { first in
            guard first == nil else { return false }
            first = killer
            return true
        }
        guard isFirst else { return }
        if descriptor >= 0 {
            _ = cprocess_signal(descriptor, SIGKILL)
        } else {
            // Without a descriptor the number of a child that was just reaped may be another
            // process's; the registry and the watch let go of it at once.
            Glibc.kill(number, SIGKILL)
        }
    }
}
