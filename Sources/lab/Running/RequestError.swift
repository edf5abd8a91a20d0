/// A request that no session can do. The message names the option that asked for it.
///
/// A command makes a mistake on the command line of it, a suite one in its file.
package struct RequestError: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}
