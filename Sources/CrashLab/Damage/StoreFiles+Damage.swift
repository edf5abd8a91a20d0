import Foundation

extension StoreFiles {
    /// Overwrites bytes of a file; bytes beyond its end are dropped.
    mutating func overwrite(_ suffix: String, at offset: Int, with bytes: some Sequence<UInt8>) {
        guard var data = self[suffix] else { return }
        for (index, byte) in zip(offset..., bytes) where index < data.count { data[index] = byte }
        self[suffix] = data
    }

    /// Flips the lowest bit of a byte.
    mutating func flip(_ suffix: String, at offset: Int) {
        guard let data = self[suffix], offset < data.count else { return }
        overwrite(suffix, at: offset, with: [data[offset] ^ 1])
    }

    mutating func cut(_ suffix: String, to size: Int) {
        self[suffix] = self[suffix].map { Data($0.prefix(size)) }
    }

    /// Fills a page of the database, counted from 1, with a byte that no page begins with.
    mutating func garble(page: Int) {
        overwrite("", at: (page - 1) * Self.pageSize, with: Self.garbage(Self.pageSize))
    }

    static let pageSize = 4_096

    static func garbage(_ count: Int) -> [UInt8] { [UInt8](repeating: 0xAB, count: count) }

    /// For each commit in the log, the range from its begin to its last frame: *Database File
    /// Format*, section 4.1.
    var logCommits: [Range<Int>] {
        guard let log = self["-wal"] else { return [] }
        var commits: [Range<Int>] = []
        var began = 32
        for frame in Swift.stride(from: 32, to: log.count, by: 24 + Self.pageSize) {
            guard frame + 24 <= log.count else { break }
            let isCommit = log[frame + 4..<frame + 8].contains { $0 != 0 }
            guard isCommit else { continue }
            let end = frame + 24 + Self.pageSize
            commits.append(began..<end)
            began = end
        }
        return commits
    }

    /// The pages of the database that hold notes in their first version: leaves of a table's tree,
    /// in the order of the file.
    private var noteLeaves: [Int] {
        let text = Data("written by 0".utf8)
        return pages { $0.first == 0x0d && $0.range(of: text) != nil }
    }

    /// A leaf that only commit 1 has written: later commits change the first notes, and add new
    /// ones after the last.
    var noteLeaf: Int { noteLeaves[1] }

    /// The root of the notes' tree: its last child is one of the leaves, or follows them.
    var noteRoot: Int {
        let leaves = Set(noteLeaves)
        let roots = pages { page in
            guard page.first == 0x05 else { return false }
            let cell = Int(page[page.startIndex + 12]) << 8 | Int(page[page.startIndex + 13])
            let child = page.dropFirst(cell).prefix(4).reduce(0) { $0 << 8 | Int($1) }
            return leaves.contains(child)
        }
        return roots[0]
    }

    /// The numbers of the pages of which something is true, from 2 on: the first has a header
    /// before its tree.
    private func pages(where isWanted: (Data) -> Bool) -> [Int] {
        guard let data = self[""] else { return [] }
        return (2..<data.count / Self.pageSize + 1).filter { number in
            isWanted(data[(number - 1) * Self.pageSize..<number * Self.pageSize])
        }
    }
}
