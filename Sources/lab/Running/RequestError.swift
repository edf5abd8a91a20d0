/// A request that no session can do, whoever makes it; the message names the option that says so.
///
/// A command makes a mistake on the command line of it, a suite one in its file.
package struct RequestError: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}
