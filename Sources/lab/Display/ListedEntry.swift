/// A workload or study in a list, for programs.
struct ListedEntry: Encodable {
    let name: String
    let title: String
}
