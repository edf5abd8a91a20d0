/// A place in a text file, as editors count: lines and columns from 1, columns in characters
/// (Unicode scalars).
package struct SourcePosition: Hashable, Sendable {
    package var line: Int
    package var column: Int

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}
