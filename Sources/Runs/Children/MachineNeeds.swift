import Execution
import Glibc

/// The resources that a process must get from the machine before it starts anything: without them,
/// the libraries below wait for ever or trap.
package enum MachineNeeds {
    /// Descriptors that are open at once around two children, with room to spare: a run of smoke
    /// needs 24.
    private static let files = 40
    /// Dispatch's, the children's watches, the signals' and the progress bar's, at once.
    private static let parentThreads = 16
    /// Dispatch's for each queue of a topology, the watchdog and the noise probe.
    private static let childThreads = 12
    /// Apple's platforms give a secondary thread this much, which suffices for Core Data there.
    private static let stackBytes: UInt64 = 512 * 1024

    /// Checks the needs of a command that starts children.
    ///
    /// - Throws: `RunsError.machineRefuses`.
    package static func checkForParent() throws {
        try checkFiles()
        try checkStack()
        try checkMemory()
        try checkThreads(parentThreads)
    }

    /// Checks the needs of a child.
    ///
    /// - Throws: `RunsError.machineRefuses`.
    package static func checkForChild() throws {
        try checkThreads(childThreads)
    }

    private static func checkFiles() throws {
        var opened: [Int32] = []
        defer { for descriptor in opened { close(descriptor) } }
        while opened.count < files {
            let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else {
                throw RunsError.machineRefuses(
                    "\(opened.count) more files may be open at once, and a run needs \(files)",
                    remedy: "raise the limit, as with ulimit -n 1024")
            }
            opened.append(descriptor)
        }
    }

    private static func checkStack() throws {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_STACK.rawValue), &limit) == 0,
            limit.rlim_cur < stackBytes
        else { return }
        throw RunsError.machineRefuses(
            "a thread has a stack of \(limit.rlim_cur / 1024) KiB, and a run needs "
                + "\(stackBytes / 1024)",
            remedy: "raise the limit, as with ulimit -s 8192")
    }

    /// Address space, of which a run of smoke takes 700 MiB: most of it is never touched.
    private static let addressBytes: UInt64 = 768 << 20

    private static func checkMemory() throws {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0,
            limit.rlim_cur < addressBytes
        else { return }
        throw RunsError.machineRefuses(
            "a process may have \(limit.rlim_cur >> 20) MiB of address space, and a run needs "
                + "\(addressBytes >> 20)",
            remedy: "raise the limit, as with ulimit -v unlimited")
    }

    private static func checkThreads(_ count: Int) throws {
        guard let code = ThreadSupply.refusal(of: count) else { return }
        throw RunsError.machineRefuses(
            "the system refuses a process \(count) threads: \(String(cString: strerror(code)))",
            remedy: "raise the limits of processes (ulimit -u) and of memory (ulimit -v)")
    }
}
