import Documents
import Results
import Topologies

/// A workload in prose: its question, the acts of each role, their times, the data, and the
/// defaults for keys that the file omits.
package struct WorkloadExplanation {
    private let workload: Workload
    private let plan: OperationPlan
    private let length: RunLength
    /// The file, with settings from outside applied.
    private let document: Document

    package init(_ setup: RunSetup, document: Document) {
        workload = setup.workload
        plan = setup.plan
        length = setup.length
        self.document = document
    }

    /// Paragraphs, each one line of any length, or lines that are to stay as they are.
    package var paragraphs: [String] {
        [
            "\(workload.name): \(workload.title).", "Question. \(workload.question)",
            "Expected. \(workload.expect).", "Data. \(data)",
        ] + gaps + roles + [phases, time, operations] + limits + [running] + defaults + [
            "Digest \(workload.digest); operations \(plan.digest)."
        ]
    }

    private var data: String {
        let model = "The model is \(workload.model.path)."
        let entities = workload.content.entities.map(\.name).joined(separator: ", ")
        guard let importer = workload.importer else {
            return "\(model) Objects of \(entities) are drawn from the seed." + shares
        }
        var lines = "\(plan.objects.lineCount) lines, drawn from the seed,"
        if case .file(let file) = importer.source {
            let share = importer.take == nil ? "All" : "The first"
            lines = "\(share) \(plan.objects.lineCount) lines of \(file.path)"
        }
        let files = importer.partnerFiles.map { " Those of \($0.entity) are in \($0.file.path)." }
        return "\(model) \(lines) become objects of \(importer.entity), with parts and partners:"
            + " the content has \(entities)." + shares + files.joined()
    }

    /// What the objects are of each entity whose objects are of several subentities.
    private var shares: String {
        workload.content.entities.filter { !$0.shares.isEmpty }.map { entity in
            let shares = entity.shares.map { "\(Self.percent($0.share)) are of \($0.name)" }
            return " Of the objects of \(entity.name) \(shares.joined(separator: ", "))."
        }.joined()
    }

    /// What of the model is not modelled; nothing where all is.
    private var gaps: [String] {
        guard let gaps = try? ModelGaps.all(of: workload), !gaps.isEmpty else { return [] }
        return ["Not modelled, of this model."] + gaps.map(\.sentence)
    }

    // MARK: Roles

    private var roles: [String] {
        var roles: [String] = []
        if let importer = workload.importer {
            let pace =
                importer.pace.map { "one every \($0.text)" } ?? "each when the one before is saved"
            roles.append(
                "importer. Brings in the data in batches of \(importer.batch) lines, \(pace). "
                    + "Each batch is saved once. \(Self.words(importer))")
        }
        if let ui = workload.ui {
            let mix = ui.mix.map { "\($0.kind.rawValue) \(Self.percent($0.weight))" }
            let saves =
                ui.saves == .afterEdit
                ? "A save follows each edit."
                : "Edits are saved when the app goes to the background."
            roles.append(
                "ui. The user acts \(Self.words(ui.arrivals)): \(mix.joined(separator: ", ")). "
                    + "A page has \(ui.page) rows. \(saves)"
                    + (ui.edits.map { " Edits are of \($0)." } ?? "")
                    + (ui.weight(of: .mark) > 0 ? " \(Self.words(ui.marks))" : "")
                    + (ui.shows.map { " Lists are sorted by \($0)." } ?? "")
                    + (ui.list == .fetchedResults
                        ? " A fetched-results controller follows the context." : "")
                    + (ui.onDidSave.map(Self.words) ?? ""))
        }
        if let sync = workload.sync {
            roles.append(
                "sync. A server brings new versions of \(sync.batch) notes "
                    + "\(Self.words(sync.arrivals)), each time with a save.")
        }
        if let observers = workload.observers {
            roles.append(
                "observers. \(observers.count) parts of the screen look at every object that the "
                    + "ui's context has saved or merged, and read a property of each: "
                    + "\(Self.words(observers.reads)).")
        }
        if let display = workload.display {
            roles.append(
                "display. Draws \(Self.number(display.framesPerSecond)) frames a second on the "
                    + "main queue, each for \(display.cost.text) of CPU time.")
        }
        if let app = workload.app {
            roles.append(
                "app. Goes to the background \(Self.words(app.arrivals)), and back; at the end it "
                    + "has \(app.terminateWithin.text) to terminate in.")
        }
        return roles
    }

    private static func words(_ marks: UserRole.Marks) -> String {
        switch marks {
        case .both: "A mark and the import's values must both stand."
        case .either: "Of a mark and the import's values either may lose, whole."
        }
    }

    /// How the importer gets its lines into the store.
    private static func words(_ importer: ImporterRole) -> String {
        var sentences: [String] = []
        switch importer.method {
        case .insert: sentences.append("Its objects are new.")
        case .upsert where importer.find == .constraint:
            sentences.append(
                "All objects are inserted, and the uniqueness constraint makes updates of those "
                    + "that are there, by the merge policy object-trump.")
        case .upsert: sentences.append("Existing objects are changed, and the rest created.")
        case .batchInsert: sentences.append("A batch insert request writes it past the contexts.")
        case .batchInsertBlock:
            sentences.append(
                "A batch insert request writes it past the contexts, and asks for one after the "
                    + "other.")
        }
        switch importer.find {
        case .batch: sentences.append("Objects are found with one fetch a batch.")
        case .each: sentences.append("Objects are found with one fetch each.")
        case .sorted: sentences.append("Objects are found with one sorted fetch a batch.")
        case .constraint: sentences.append("Partners are found with one fetch a batch.")
        }
        if importer.relationships == .secondPass {
            sentences.append(
                "Relationships are set when all is there, \(importer.linkBatch) lines at a time.")
        }
        if let share = importer.cancelAfter {
            sentences.append(
                "After \(percent(share)) of the lines it is cancelled: the batch that is under way "
                    + "is rolled back, and none follows.")
        }
        if importer.importers > 1 {
            sentences.append(
                "There are \(importer.importers) at once, and the batches are dealt out to them in "
                    + "turn. Each has a context of its own where the topology gives the importer "
                    + "one that is private and not the ui's; elsewhere all share it.")
        }
        if importer.isReset { sentences.append("After each save its context is reset.") }
        return sentences.joined(separator: " ")
    }

    private static func words(_ saved: UserRole.SavedObjects) -> String {
        switch saved {
        case .ids: " When the importer has saved, its objects are read on main, by their IDs."
        case .objects:
            " When the importer has saved, its own objects are read on main: the wrong way."
        }
    }

    private static func words(_ reads: ObserversRole.Reads) -> String {
        switch reads {
        case .objects: "of the object itself, a fault where the context has no values of it"
        case .ids: "each observer looks each object up by its ID"
        case .fetch: "each observer fetches all of them at once"
        }
    }

    private static func words(_ arrivals: Arrivals) -> String {
        let rate = "\(number(arrivals.perSecond)) times a second"
        if case .poisson = arrivals { return "at random, \(rate) on average" }
        return "evenly, \(rate)"
    }

    private static func number(_ value: Double) -> String {
        value == value.rounded() ? String(Int(value)) : String((value * 100).rounded() / 100)
    }

    private static func percent(_ share: Double) -> String { "\(number(share * 100)) %" }

    // MARK: Phases and operations

    private var phases: String {
        let rows = workload.phases.map { phase in
            let what =
                phase.notes > 0
                ? "\(phase.notes) notes are written first"
                : phase.imported > 0
                    ? "\(phase.imported) lines are imported first, as they were before"
                    : phase.partners
                        ? "the partners of all lines are written first"
                        : phase.roles.map(\.rawValue).joined(separator: ", ")
            return [
                phase.name, phase.length > .zero ? phase.length.text : "–",
                phase.isMeasured ? "measured" : "not measured", what,
            ]
        }
        return "Phases. Operations arrive for so long; a phase ends when all of them are done, and "
            + "main has done what waited there by then.\n"
            + Self.table(rows)
    }

    private var time: String {
        let reason =
            length.isAtLeast
            ? ", and as much longer as the importer's batches take"
            : length.nominal > length.phases
                ? ": the importer's pace takes it beyond its phase" : ""
        return "Length. One run takes \(length.words)\(reason); starting it and reading its store "
            + "back take some half a second more."
    }

    private var operations: String {
        var rows: [[String]] = [["phase", "role", "operation", "times", "edits"]]
        for (index, phase) in plan.phaseNames.enumerated() {
            for role in Role.allCases {
                let own = plan.operations(of: index, role: role)
                for kind in OperationKind.allCases {
                    let found = own.filter { $0.kind == kind }
                    guard !found.isEmpty else { continue }
                    rows.append([
                        phase, role.rawValue, kind.rawValue, String(found.count),
                        String(found.reduce(0) { $0 + $1.edits }),
                    ])
                }
            }
        }
        let edits = plan.operations.reduce(0) { $0 + $1.edits }
        return
            "Operations. \(plan.operations.count) in all, with \(edits) edits (objects inserted, "
            + "changed or deleted), the same for every topology:\n" + Self.table(rows)
    }

    private var limits: [String] {
        let bounds = Self.conditions(in: workload.limits).map { "\($0.metric) \($0.condition)" }
        let limits =
            bounds.isEmpty
            ? []
            : [
                "Limits. Shown as kept or not for each topology:\n"
                    + Self.table(bounds.map { [$0] })
            ]
        // As in `--fail-on`: a colon precedes a change.
        let gates = Self.conditions(in: workload.gates).map { gate in
            let isBound = gate.condition.first.map { "<>=".contains($0) } ?? false
            return gate.metric + (isBound ? " " : ":") + gate.condition
        }
        guard !gates.isEmpty else { return limits }
        return limits + [
            "Gates. The command fails where one does not hold, those on a change where there is a "
                + "baseline:\n" + Self.table(gates.map { [$0] })
        ]
    }

    /// The entries of `limits:` or `gates:` as they were written.
    private static func conditions(
        in node: DocumentNode?
    ) -> [(metric: String, condition: String)] {
        guard case .mapping(let entries) = node?.content else { return [] }
        return entries.compactMap { entry in
            guard case .scalar(let text, _) = entry.value.content else { return nil }
            return (entry.key, text)
        }
    }

    private var running: String {
        let store = workload.store
        let times = workload.repetitions == 1 ? "once" : "\(workload.repetitions) times"
        let kills =
            workload.kills == 0
            ? "No child is killed." : "\(workload.kills) children of each are killed."
        return
            "Runs. Each topology runs \(times), with the seed \(workload.seed), on a store of type "
            + "\(store.kind.rawValue) with journal \(store.journal.rawValue), synchronous "
            + "\(store.synchronous.rawValue). \(kills) The figures of the phase "
            + "\(workload.headlinePhase) are the headline."
    }

    // MARK: Defaults

    /// The keys that the file omits, with their defaults.
    private var defaults: [String] {
        let known: [(path: [String], meaning: String)] = [
            (["store", "type"], "sqlite: an SQLite file"),
            (["store", "journal"], "wal: commits are appended to a log beside the file"),
            (["store", "synchronous"], "normal: a commit is not synced; a checkpoint is"),
            (["store", "checkpoint"], "1000: pages of the log after which it goes into the file"),
            (["scale"], "1: as many objects as the file says"),
            (["topology"], "each topology keeps its own fields"),
            (["repetitions"], "1: each topology runs once"),
            (["crash"], "kills: 0, no child is killed"),
            (["limits"], "no bound is shown as kept or not"),
            (["gates"], "no bound fails the command"),
            (["roles", "importer", "take"], "all lines of the data are imported"),
            (["roles", "importer", "partners"], "those that the content's file names"),
            (["roles", "importer", "method"], "insert: as new objects"),
            (["roles", "importer", "find"], "batch: with one fetch a batch"),
            (["roles", "importer", "relationships"], "with-insert: set with the objects"),
            (["roles", "importer", "cancel-after"], "the import comes to its end"),
            (["roles", "importer", "importers"], "1: one batch after the other"),
            (["roles", "importer", "reset"], "false: the context keeps its saved objects"),
            (["roles", "ui", "list"], "pages: nothing follows the context"),
            (["roles", "ui", "on-did-save"], "no handler reads the importer's saved objects"),
            (["roles", "observers", "reads"], "objects: of the changed objects themselves"),
            (["roles", "sync", "batch"], "1: a note each time"),
            (["roles", "app", "terminate-within"], "5s: as Apple's sessions name it"),
        ]
        let missing = known.filter { path, _ in
            let deepest = document.root.descending(path).path
            guard deepest != path.joined(separator: ".") else { return false }
            // A key of an absent role has no default in this workload.
            return path[0] != "roles" || deepest == path.dropLast().joined(separator: ".")
        }
        guard !missing.isEmpty else { return [] }
        return [
            "Defaults. The file omits these keys:\n"
                + Self.table(missing.map { [$0.path.joined(separator: "."), $0.meaning] })
        ]
    }

    /// Rows with their cells below each other.
    private static func table(_ rows: [[String]]) -> String {
        let count = rows.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in
            rows.map { $0.indices.contains(column) ? $0[column].count : 0 }.max() ?? 0
        }
        return rows.map { row in
            var line = "  "
            for (column, cell) in row.enumerated() {
                line += cell
                guard column < row.count - 1 else { continue }
                line += String(repeating: " ", count: widths[column] - cell.count + 2)
            }
            return line
        }.joined(separator: "\n")
    }
}
