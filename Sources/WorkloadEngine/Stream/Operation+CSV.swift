import Execution

/// The rows of `operations.csv`: RFC 4180 with LF, every parameter in a column of its own.
extension Operation {
    static let csvHeader =
        "index,phase,role,kind,due_ns,edits,first_line,lines,offset,limit,prefix,"
        + "first_note,notes,revision,changed_at,text\n"

    /// The operation as a row, with its line end.
    ///
    /// - Parameter phase: the phase's name.
    func csvRow(phase name: String) -> String {
        var parameters = Parameters()
        switch payload {
        case .preload(let notes):
            parameters.firstNote = notes.lowerBound
            parameters.notes = notes.count
        case .importBatch(let lines), .preloadImported(let lines), .linkBatch(let lines),
            .cancelBatch(let lines), .preloadPartners(let lines):
            parameters.firstLine = lines.lowerBound + 1
            parameters.lines = lines.count
        case .fetchPage(let offset, let limit), .fetchAsync(let offset, let limit),
            .scroll(let offset, let limit):
            parameters.offset = offset
            parameters.limit = limit
        case .search(let prefix, let limit):
            parameters.prefix = prefix
            parameters.limit = limit
        case .fetchOne(let key):
            // The sought text stands in one column: the beginning of a name, or a key.
            parameters.prefix = key.plain
            parameters.limit = 1
        case .fetchAll, .enterBackground:
            break
        case .sync(let notes):
            parameters.firstNote = notes.first?.number
            parameters.notes = notes.count
            parameters.revision = notes.first?.revision
            parameters.changedAt = notes.first?.changedAt
            // All of the texts, so that two streams never look alike by their first note.
            parameters.text = notes.map { "\($0.number): \($0.text)" }.joined(separator: "; ")
        case .add(let note), .edit(let note):
            parameters.firstNote = note.number
            parameters.notes = 1
            parameters.revision = note.revision
            parameters.changedAt = note.changedAt
            parameters.text = note.text
        case .mark(let mark):
            parameters.firstLine = mark.number + 1
            parameters.lines = 1
            parameters.revision = mark.revision
            parameters.changedAt = mark.changedAt
            parameters.text = mark.text
        case .delete(let note), .lookUp(let note):
            parameters.firstNote = note
            parameters.notes = 1
        }
        let fields =
            [
                String(index), name, role.rawValue, kind.rawValue, String(due.wholeNanoseconds),
                String(edits),
            ] + parameters.fields
        return fields.map(Self.quoted).joined(separator: ",") + "\n"
    }

    /// A field, in quotes where RFC 4180 wants them.
    private static func quoted(_ field: String) -> String {
        let needsQuotes = field.utf8.contains { byte in
            byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\n")
                || byte == UInt8(ascii: "\r")
        }
        guard needsQuotes else { return field }
        return "\""
            + field.split(separator: "\"", omittingEmptySubsequences: false)
            .joined(separator: "\"\"") + "\""
    }

    /// The columns that not every kind has; an empty field means that this one does not.
    private struct Parameters {
        var firstLine: Int?
        var lines: Int?
        var offset: Int?
        var limit: Int?
        var prefix: String?
        var firstNote: Int?
        var notes: Int?
        var revision: Int?
        var changedAt: Double?
        var text: String?

        var fields: [String] {
            func text(_ value: (some CustomStringConvertible)?) -> String {
                value.map(\.description) ?? ""
            }
            return [
                text(firstLine), text(lines), text(offset), text(limit), text(prefix),
                text(firstNote), text(notes), text(revision), text(changedAt), text(self.text),
            ]
        }
    }
}
