import Results

/// crashes.csv: every killed child, and the content of its store.
package enum CrashesTable {
    static let columns =
        CompanionTable.columns + [
            "crash", "point", "at_ms", "occurrence", "edits_made", "edits_saved",
            "edits_committed", "edits_recovered", "edits_lost", "edits_dirty_lost", "verdict",
            "detail",
        ]

    /// The file's bytes.
    ///
    /// A topology that failed keeps its rows: they may show the reason.
    package static func bytes(of result: WorkloadResult) -> [UInt8] {
        var table = CSVTable(columns: columns)
        for topology in result.topologies {
            let head = CompanionTable.cells(of: topology, in: result)
            for crash in topology.crashes {
                table.append(
                    head + [
                        String(crash.index), crash.point, NumberText.exact(crash.at),
                        String(crash.occurrence), String(crash.editsMade),
                        String(crash.editsSaved), String(crash.editsCommitted),
                        String(crash.editsRecovered), String(crash.editsLost),
                        String(crash.editsDirtyLost), crash.verdict.rawValue, crash.detail,
                    ])
            }
        }
        return table.bytes
    }
}
