import Execution

/// The values of a note after it was written or edited.
///
/// Each revision has a text of its own.
package struct NoteValue: Sendable, Hashable {
    /// The note's key.
    package var number: Int
    /// The number of edits of the note so far.
    package var revision: Int
    package var text: String
    /// Seconds since 2001-01-01 00:00 UTC, as Core Data stores dates.
    package var changedAt: Double

    /// What an attribute of the edited entity may hold of it.
    func part(_ part: EditValue) -> OwnValue {
        switch part {
        case .key: .integer(Int64(number))
        case .text: .text(text)
        case .revision: .integer(Int64(revision))
        case .date: .date(changedAt)
        }
    }

    /// The first revision of a note.
    ///
    /// - Parameter stream: the notes' stream; it is copied, not advanced.
    static func initial(_ number: Int, stream: RandomStream) -> NoteValue {
        var stream = stream.keyed(number)
        return NoteValue(
            number: number, revision: 0, text: text(of: number, revision: 0, from: &stream),
            changedAt: epoch + Double(number))
    }

    /// A text that differs from every other revision of every note.
    static func text(
        of number: Int, revision: Int, from stream: inout RandomStream
    ) -> String {
        var text = "Note \(number), revision \(revision):"
        for _ in 0..<4 + stream.index(below: 13) {
            text += " " + word(from: &stream)
        }
        return text
    }

    /// One to four syllables of no language.
    static func word(from stream: inout RandomStream) -> String {
        var word = ""
        for _ in 0..<1 + stream.index(below: mostSyllables) {
            word += syllables[stream.index(below: syllables.count)]
        }
        return word
    }

    /// The shortest text of a number of words.
    static func shortest(words count: Int) -> String {
        repeated(syllables.min { $0.count < $1.count }!, count)
    }

    /// The longest one.
    static func longest(words count: Int) -> String {
        let syllable = syllables.max { $0.count < $1.count }!
        return repeated(String(repeating: syllable, count: mostSyllables), count)
    }

    private static func repeated(_ word: String, _ count: Int) -> String {
        Array(repeating: word, count: count).joined(separator: " ")
    }

    /// Of a word: more are hard to read.
    private static let mostSyllables = 4

    /// 2013-04-29 00:00 UTC, the day of Kugler's comparison.
    ///
    /// Any fixed day would do: a note's date must follow from the seed, not from a clock.
    static let epoch = 388_886_400.0

    private static let syllables = [
        "ba", "den", "fi", "gor", "hu", "jal", "ke", "lim", "mo", "nur", "pa", "ret", "si", "tol",
        "vu", "wen",
    ]
}
