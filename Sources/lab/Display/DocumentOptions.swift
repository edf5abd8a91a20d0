import ArgumentParser

/// The option of commands whose results programs read.
struct DocumentOptions: ParsableArguments {
    /// The word, which `Console` looks for before the parser runs: its errors are documents, too.
    static let word = "--json"

    @Flag(help: "Print one JSON document instead of text, for programs.")
    var json = false
}
