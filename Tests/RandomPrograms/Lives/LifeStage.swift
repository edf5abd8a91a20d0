/// The main thread and its run loop, under a program.
package protocol LifeStage: AnyObject {
    /// Runs a body on the main queue as one turn of the run loop, then all that waits there.
    func turn(_ body: () throws -> Void) throws
}
