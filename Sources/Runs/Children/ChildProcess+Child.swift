import CProcess
import Glibc

/// The calls of the child itself.
extension ChildProcess {
    /// Ties the calling process to its parent: it dies by SIGKILL when the parent does, in any way,
    /// and at once if the parent is dead already.
    ///
    /// A child's main calls it first. The kernel watches the thread that started the child;
    /// swift-subprocess starts all children from one thread that lives as long as its process.
    ///
    /// - Parameter parent: the process's number, from `RepetitionRequest.parent`.
    package static func adoptParentDeath(of parent: Int32) {
        let code = cprocess_die_with_parent(parent)
        precondition(
            code == 0,
            """
            the kernel would not tie this process to its parent \
            (\(String(cString: strerror(code)))); prctl(PR_SET_PDEATHSIG) must be allowed, see the \
            sandbox's seccomp profile
            """)
    }

    /// Ends the calling process by SIGKILL, here and now: nothing after this line runs, no buffer
    /// is flushed, no handler is called.
    package static func killSelf() -> Never {
        kill(getpid(), SIGKILL)
        // The signal is delivered before `kill` returns, unless this thread loses its core just
        // then.
        while true { pause() }
    }

    /// Ends the calling process with a code and without exit handlers.
    ///
    /// It serves a thread beside a stuck main thread: a handler might wait for a lock of the stuck
    /// one.
    package static func endAtOnce(code: Int32) -> Never {
        _exit(code)
    }
}
