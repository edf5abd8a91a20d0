/// The position of a value: a file with line and column, or an option of the command line.
package struct Position: Sendable, Hashable, CustomStringConvertible {
    /// The file's path, or the option as it was given: `--set roles.importer.batch=100`.
    package let source: String
    /// From 1; `nil` in an option.
    package let line: Int?
    /// From 1, in Unicode scalars; `nil` in an option.
    package let column: Int?

    /// A position in a file, or, without a line, in an option.
    package init(source: String, line: Int? = nil, column: Int? = nil) {
        self.source = source
        self.line = line
        self.column = column
    }

    /// `file:line:column`, or the option.
    package var description: String {
        guard let line else { return source }
        return "\(source):\(line):\(column ?? 1)"
    }
}
