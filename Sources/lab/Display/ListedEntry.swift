/// A workload or study in a list, for programs.
struct ListedEntry: Encodable {
    let name: String
    let title: String
    /// What a workload is there to answer; absent of other files, and of one that cannot be read.
    var question: String?

    /// The title, and the question if there is one.
    var text: String { question.map { "\(title). \($0)" } ?? title }
}
