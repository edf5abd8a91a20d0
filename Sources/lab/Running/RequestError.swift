/// A request that no session can run.
///
/// The message names the option behind it.
///
/// A command reports it as a mistake on the command line, a suite as a mistake in its file.
package struct RequestError: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}
