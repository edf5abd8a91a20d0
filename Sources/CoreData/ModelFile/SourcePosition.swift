/// A place in a text file, as editors count: lines and columns from 1, columns in characters
/// (Unicode scalars).
struct SourcePosition: Hashable, Sendable {
    var line: Int
    var column: Int
}
