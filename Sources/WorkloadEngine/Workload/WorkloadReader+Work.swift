import Documents
import Execution
import Results
import Topologies

/// Refuses more work than a run can hold, judged by the file and before anything is drawn.
extension WorkloadReader {
    /// - Throws: `DocumentError` with each key that asks for too much, and the number.
    func checkWork(_ roles: Roles, _ phases: [Phase], _ content: OwnContent?) throws {
        var issues = DocumentIssues()
        try issues.collect { try checkLength(roles, phases) }
        try issues.collect { try checkOperations(roles, phases) }
        if let content { try issues.collect { try checkContent(roles, content) } }
        try issues.throwIfAny()
    }

    private func node(_ path: String...) -> DocumentNode { document.root.descending(path) }

    /// How long the operations of a role arrive, in seconds.
    private func seconds(of role: Role, _ phases: [Phase]) -> Double {
        phases.filter { $0.roles.contains(role) }.reduce(0) { $0 + $1.length.seconds }
    }

    // MARK: Time

    private func checkLength(_ roles: Roles, _ phases: [Phase]) throws {
        // In floating point: a sum of the numbers in a file may overflow 64 bits.
        let length = phases.reduce(0) { $0 + $1.length.seconds }
        guard length <= WorkLimits.length.seconds else {
            throw DocumentError.invalid(
                node("phases"), "the phases last \(Self.text(length / 3_600)) h together",
                remedy: "make them 24h or shorter")
        }
        guard let importer = roles.importer, let pace = importer.pace else { return }
        let batches = Self.batches(of: importer)
        let time = batches * pace.seconds
        guard time <= WorkLimits.length.seconds else {
            throw DocumentError.invalid(
                node("roles", "importer", "pace"),
                "\(Self.text(batches)) batches, one every \(pace.text), take"
                    + " \(Self.text(time / 3_600)) h",
                remedy: "make the pace shorter, or import fewer lines: 24 h at most")
        }
    }

    /// The importer's batches as far as the file gives them: the lines of a data file are counted
    /// later, when it is read.
    private static func batches(of importer: ImporterRole) -> Double {
        let lines =
            if case .generated = importer.source { importer.generatedCount } else {
                importer.take ?? 0
            }
        let second =
            importer.relationships == .secondPass
            ? (Double(lines) / Double(importer.linkBatch)).rounded(.up) : 0
        return (Double(lines) / Double(importer.batch)).rounded(.up) + second
    }

    // MARK: Operations

    private func checkOperations(_ roles: Roles, _ phases: [Phase]) throws {
        var issues = DocumentIssues()
        func check(
            _ count: Double, _ what: String, _ remedy: String, _ path: String...,
            most: Double = WorkLimits.operations
        ) {
            guard count > most else { return }
            issues.add(
                DocumentError.invalid(
                    document.root.descending(path),
                    "\(Self.text(count)) \(what) are more than a run can hold",
                    remedy: "\(remedy): \(Self.text(most)) at most"
                ).issues[0])
        }
        if let ui = roles.ui {
            check(
                ui.arrivals.perSecond * seconds(of: .ui, phases), "operations of the role ui",
                "lower the rate, or shorten the phases", "roles", "ui", "arrivals")
        }
        if let sync = roles.sync {
            let count = sync.arrivals.perSecond * seconds(of: .sync, phases)
            check(
                count, "operations of the role sync", "lower the rate, or shorten the phases",
                "roles", "sync", "arrivals")
            check(
                count * Double(sync.batch), "notes of the role sync",
                "lower the rate or the batch, or shorten the phases", "roles", "sync", "arrivals",
                most: WorkLimits.notes)
        }
        if let app = roles.app {
            check(
                app.arrivals.perSecond * seconds(of: .app, phases), "operations of the role app",
                "lower the rate, or shorten the phases", "roles", "app", "background")
        }
        if let display = roles.display {
            check(
                display.framesPerSecond * seconds(of: .display, phases), "frames",
                "lower the rate, or shorten the phases", "roles", "display", "arrivals")
        }
        if let importer = roles.importer {
            check(
                Self.batches(of: importer), "batches of the role importer",
                "make the batches larger", "roles", "importer", "batch")
        }
        check(
            phases.reduce(0) { $0 + Double($1.notes) }, "notes", "write fewer beforehand", "phases",
            most: WorkLimits.notes)
        try issues.throwIfAny()
    }

    // MARK: Content

    private func checkContent(_ roles: Roles, _ content: OwnContent) throws {
        guard let importer = roles.importer, let entity = content.entity(importer.entity) else {
            return
        }
        let lines = Double(importer.generatedCount)
        var objects = lines
        var bytes = 0.0
        var made: [String: Double] = [:]
        func add(_ count: Double, of entity: OwnEntity) {
            for kind in content.family(of: entity) {
                let share = entity.share(of: kind)
                made[kind.name, default: 0] += share * count
                bytes += share * count * kind.meanBytes
            }
        }
        add(lines, of: entity)
        for kind in content.parts(with: entity) {
            let counts = kind.parts.counts
            // The parts of an entity are also those of its subentities.
            let owners = content.family(of: kind.owner).reduce(0) { $0 + (made[$1.name] ?? 0) }
            let count = owners * Double(counts.lowerBound + counts.upperBound) / 2
            objects += count
            if let other = content.entity(kind.parts.entity) { add(count, of: other) }
        }
        let generate = node("roles", "importer", "generate")
        guard objects <= WorkLimits.objects else {
            throw DocumentError.invalid(
                generate, "\(Self.text(objects)) objects are more than a run can hold",
                remedy: "generate fewer, or let each have fewer parts:"
                    + " \(Self.text(WorkLimits.objects)) objects at most")
        }
        guard bytes <= WorkLimits.bytes else {
            throw DocumentError.invalid(
                generate,
                "the objects of \(Self.text(lines)) lines take"
                    + " \(Self.text(bytes / 1_048_576)) MiB of memory, as JSON",
                remedy: "generate fewer, or make the values smaller: 1,024 MiB at most")
        }
    }

    /// A number as a person reads it: with commas, without a fraction.
    private static func text(_ number: Double) -> String {
        // A product of numbers in the file; its exact digits do not matter beyond this.
        guard number < 1e18 else { return "more than 10^18" }
        var digits = String(Int64(number.rounded()))
        var groups: [Substring] = []
        while digits.count > 3 {
            groups.insert(digits.suffix(3), at: 0)
            digits.removeLast(3)
        }
        return ([digits[...]] + groups).joined(separator: ",")
    }
}

extension OwnEntity {
    /// The share of its objects that are of an entity of its family.
    fileprivate func share(of kind: OwnEntity) -> Double {
        shares.isEmpty ? 1 : shares.first { $0.name == kind.name }?.share ?? 0
    }

    /// The mean size of an object as JSON: names, values, and the numbers of its partners.
    fileprivate var meanBytes: Double {
        attributes.reduce(0) { $0 + Double($1.name.utf8.count + 6) + $1.kind.meanBytes }
            + partners.reduce(0) { sum, partner in
                let count = partner.counts.map { Double($0.lowerBound + $0.upperBound) / 2 } ?? 1
                return sum + Double(partner.name.utf8.count) + 12 * count
            }
    }
}

extension ValueKind {
    /// Of a value as JSON, on the average.
    fileprivate var meanBytes: Double {
        func mean(_ range: ClosedRange<Int>) -> Double {
            (Double(range.lowerBound) + Double(range.upperBound)) / 2
        }
        return switch self {
        // Two and a half syllables of two or three letters, and a space.
        case .words(let count): 7.2 * mean(count)
        case .letters(let count): mean(count)
        // Base64 makes four of three.
        case .bytes(let count): 4 / 3 * mean(count)
        case .blob(let median, let p99): 4 / 3 * BlobSize(median: median, p99: p99).mean
        case .uuid, .uuidKey: 36
        // Of a file, whose bytes are in memory as they are.
        case .sent: 0
        // A user's object is drawn with its operation, and in no line.
        case .edit: 0
        case .url: 48
        case .textKey, .uniqueText: 16
        case .place: 2
        case .numberKey, .uniqueNumber, .uniqueDate, .integer, .real, .decimal, .boolean, .date: 10
        }
    }
}
