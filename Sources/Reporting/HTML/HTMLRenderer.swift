import Mustache

/// Renders pages with the templates of `HTMLTemplates`, which escape every word that is not theirs.
struct HTMLRenderer {
    private let library: MustacheLibrary

    /// The most columns of a table that has room in half the width of A4.
    private static let widest = 8
    /// The characters of a row, as small as tables are printed, that the width of A4 has room for,
    /// and half of it: 190 and 92 mm of signs of about a millimetre.
    private static let longestRow = (wide: 165, half: 83)
    /// The most columns, and rows, of a table that another one may stand beside.
    private static let smallest = (columns: 5, rows: 8)

    // The templates read the properties of the following by name. Mustache finds them by
    // reflection, which took half of a page's time on cells and runs: these return their own, each
    // by a case.

    private struct Page {
        let title: String
        let origin: String
        let policy: String
        let style = PageStyle.text
        let script = PageScript.text
        let sections: [Section]
    }

    private struct Section {
        let name: String
        let title: String
        let body: String
    }

    private struct Table {
        let number: Int
        /// Whether it needs the width of a sheet in print.
        let isWide: Bool
        /// Whether print has room for each row without a broken line.
        let isShort: Bool
        /// Whether another one has room beside it in a column of print.
        let isSmall: Bool
        let caption: [Prose.Run]
        let head: [Head]
        let rows: [Row]
    }

    private struct Head {
        let runs: [Prose.Run]
        let kind: String
        let isEmpty: Bool
    }

    private struct Row {
        let cells: [Cell]
    }

    private struct Cell: MustacheParent {
        let runs: [Prose.Run]
        let kind: String
        let isHead: Bool
        let note: String?
        let mark: String?
        let link: String?

        /// Returns a property by its name; `false` for an absent one, as in a run.
        func child(named name: String) -> Any? {
            switch name {
            case "runs": runs
            case "kind": kind
            case "isHead": isHead
            case "note": note ?? false
            case "mark": mark ?? false
            case "link": link ?? false
            default: nil
            }
        }
    }

    private struct Figure {
        let number: Int
        let file: String
        let title: String
        let description: String
        let svg: String?
        let isAbsent: Bool
        let isOfTime: Bool
    }

    private struct Entry {
        let name: String
        let runs: [Prose.Run]
    }

    private struct Entries { let entries: [Entry] }
    private struct Paragraph { let runs: [Prose.Run] }
    private struct Paragraphs { let items: [Paragraph] }
    private struct Code {
        let text: String
        let label: String
    }
    private struct Files { let files: [PageFile] }
    private struct Details {
        let title: String
        let body: String
    }
    private struct Heading { let title: String }

    /// - Throws: the parser's error if a template is wrong.
    init() throws {
        var templates: [String: MustacheTemplate] = [:]
        for (name, text) in HTMLTemplates.all {
            templates[name] = try MustacheTemplate(string: text)
        }
        library = MustacheLibrary(templates: templates)
    }

    func text(of page: HTMLPage) -> String {
        var counts = Counts()
        let sections = page.sections.map { section in
            Section(
                name: section.name, title: section.title,
                body: section.blocks.map { html(of: $0, &counts) }.joined())
        }
        return render(
            Page(
                title: page.title, origin: page.origin,
                policy: ContentPolicy.text(style: PageStyle.text, script: PageScript.text),
                sections: sections), "page")
    }

    private func render(_ view: Any, _ template: String) -> String {
        library.render(view, withTemplate: template) ?? ""
    }

    /// How many tables and figures there are so far: each has a number for its name.
    private struct Counts {
        var tables = 0
        var figures = 0
    }

    private func html(of block: PageBlock, _ counts: inout Counts) -> String {
        switch block {
        case .paragraph(let prose): return render(Paragraph(runs: prose.runs), "paragraph")
        case .notice(let prose): return render(Paragraph(runs: prose.runs), "notice")
        case .entries(let entries):
            let views = entries.map { Entry(name: $0.name, runs: $0.text.runs) }
            return render(Entries(entries: views), "entries")
        case .list(let items):
            return render(Paragraphs(items: items.map { Paragraph(runs: $0.runs) }), "list")
        case .table(let table):
            counts.tables += 1
            return render(view(of: table, number: counts.tables), "table")
        case .figure(let figure):
            counts.figures += 1
            let name = "chart-\(counts.figures)"
            return render(
                Figure(
                    number: counts.figures, file: figure.file, title: figure.title,
                    description: figure.description,
                    svg: figure.picture.map { EmbeddedPicture($0, named: name).svg },
                    isAbsent: figure.picture == nil, isOfTime: figure.isOfTime), "figure")
        case .code(let text, let label): return render(Code(text: text, label: label), "code")
        case .files(let files): return render(Files(files: files), "files")
        case .details(let title, let blocks):
            let body = blocks.map { html(of: $0, &counts) }.joined()
            return render(Details(title: title, body: body), "details")
        case .heading(let title): return render(Heading(title: title), "heading")
        }
    }

    private func view(of table: PageTable, number: Int) -> Table {
        func kind(_ column: Int) -> String { column < table.left ? "word" : "figure" }
        let isWide = table.head.count > Self.widest
        return Table(
            number: number, isWide: isWide,
            isShort: Self.rowLength(of: table)
                <= (isWide ? Self.longestRow.wide : Self.longestRow.half),
            isSmall: table.head.count <= Self.smallest.columns
                && table.rows.count <= Self.smallest.rows,
            caption: table.caption.runs,
            head: table.head.enumerated().map { column, title in
                Head(runs: title.runs, kind: kind(column), isEmpty: title.runs.isEmpty)
            },
            rows: table.rows.map { cells in
                Row(
                    cells: cells.enumerated().map { column, cell in
                        Cell(
                            runs: cell.text.runs, kind: kind(column), isHead: column == 0,
                            note: cell.note, mark: cell.mark, link: cell.link)
                    })
            })
    }

    /// How many characters the longest cells of all columns have together, with the gaps between.
    private static func rowLength(of table: PageTable) -> Int {
        table.head.indices.reduce(0) { sum, column in
            let lengths = table.rows.map { row in
                let cell = row[column]
                return max(cell.text.text.count, cell.note?.count ?? 0, cell.mark?.count ?? 0)
            }
            return sum + (lengths.max() ?? 0) + 2
        }
    }
}

extension Prose.Run: MustacheParent {
    /// Returns a property by its name; `false` for an absent one, whose name Mustache would look
    /// for in the cell and the table around the run.
    package func child(named name: String) -> Any? {
        switch name {
        case "plain": plain ?? false
        case "code": code ?? false
        case "strong": strong ?? false
        default: nil
        }
    }
}
