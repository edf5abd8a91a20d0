import Foundation

/// The persistent history of one SQLite store; a store that does not track history has none.
struct StoreHistory {
    private let shapes: [HistoryShape]
    /// The columns for values of deleted objects.
    let tombstoneCount: Int
    /// What the changes of this process are marked with.
    let bundle: String
    let process: String

    init(_ model: ModelLayout) {
        shapes = model.all.map(HistoryShape.init)
        tombstoneCount = shapes.map(\.preserved.count).max() ?? 0
        process = ProcessInfo.processInfo.processName
        // A program without a bundle is told by its name.
        bundle = Bundle.main.bundleIdentifier ?? process
    }

    func shape(of layout: RowLayout) -> HistoryShape { shapes[layout.number - 1] }

    /// The statement that inserts a change; tombstones come last.
    var insertion: String {
        let tombstones = (0..<tombstoneCount).map { ", ZTOMBSTONE\($0)" }.joined()
        return """
            INSERT INTO ACHANGE (Z_PK, Z_ENT, Z_OPT, ZCHANGETYPE, ZENTITY, ZENTITYPK, \
            ZTRANSACTIONID, ZCOLUMNS\(tombstones)) VALUES (?, 16001, 1, ?, ?, ?, ?, ?\
            \(String(repeating: ", ?", count: tombstoneCount)))
            """
    }
}
