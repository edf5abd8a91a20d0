/// A sweep as its template reads it: a table for each figure.
struct ReportSweep {
    struct Part {
        let title: String
        let table: ReportTable
    }

    let key: String
    let legend: String
    let tables: [Part]

    init(_ sweep: Sweep) {
        key = sweep.key
        legend = sweep.legend.prefix(1).uppercased() + sweep.legend.dropFirst()
        tables = sweep.shown.map { shown in
            let columns = sweep.columns(of: shown).map { column in
                var column = column
                column.group = ""
                return column
            }
            return Part(title: shown.title, table: ReportTable([sweep.names] + columns))
        }
    }
}
