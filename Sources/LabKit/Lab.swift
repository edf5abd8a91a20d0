import Foundation
import Topologies
import WorkloadEngine
import lab

/// The lab as the program of a package of one's own.
public enum Lab {
    /// Runs the whole command with stacks that are written in Swift, and ends the process.
    ///
    /// `run`, `crash`, `compare`, `simulate` and the rest know them beside those of the catalogue.
    ///
    /// The file that calls it is a `main.swift` or a synchronous `main()`: the main queue is the
    /// process's main thread.
    ///
    ///     import LabKit
    ///
    ///     Lab.main(stacks: [ShopStack.self, OnePerBatch.self])
    ///
    /// - Parameter stacks: each under its `stackName`, which no topology of the catalogue has. They
    ///   take the place of the default topologies in a command that names none.
    /// - Precondition: called on the main thread, before anything else.
    public static func main(stacks: [any AppStack.Type]) -> Never {
        CodedStack.register(stacks.map { CodedStack($0) })
        // The workloads lie in the clone that this was built of.
        WorkloadLibrary.search(from: URL(filePath: #filePath).deletingLastPathComponent())
        lab.Lab.start()
    }
}
