import Documents
import Execution
import Foundation

/// The objects of a workload's `content`, drawn from its seed: each depends on its entity and its
/// number alone.
///
///     number           0 … lines − 1       objects that the importer brings, and their parts
///                      0 … count − 1       objects that others find or create
///     editedNumbers    from 1,000,000,000  objects that the user writes, edits and deletes; from 0
///                                          if their key is that of the edit
///
/// Where the content takes values `from` the lines of a file, these have them, and the rest is
/// drawn by the line's number.
package struct OwnObjects: Sendable {
    /// The values of an object before it exists.
    ///
    /// A class: an import passes each on several times, and a copy would count a reference to each
    /// of its arrays.
    final class Draft: Sendable {
        let form: ObjectForm
        let number: Int
        let values: AttributeValues
        /// The keys of each partner's objects, in the order of the entity's: one, or some.
        let partners: [[OwnValue]]
        /// In the order of the entity's parts.
        let parts: [[Draft]]
        /// How many values it has: attributes, and keys of partners.
        let ownValueCount: Int
        /// The same, with those of its parts.
        let valueCount: Int
        /// How many parts it has, with theirs.
        let partCount: Int
        /// Whether a part of it, or a part of one, refers to partners.
        let havePartsPartners: Bool

        init(
            form: ObjectForm, number: Int, values: AttributeValues, partners: [[OwnValue]],
            parts: [[Draft]] = []
        ) {
            self.form = form
            self.number = number
            self.values = values
            self.partners = partners
            self.parts = parts
            ownValueCount = partners.reduce(values.count) { $0 + $1.count }
            var valueCount = ownValueCount
            var partCount = 0
            var havePartsPartners = false
            for part in parts.joined() {
                valueCount += part.valueCount
                partCount += 1 + part.partCount
                if !part.partners.isEmpty || part.havePartsPartners { havePartsPartners = true }
            }
            self.valueCount = valueCount
            self.partCount = partCount
            self.havePartsPartners = havePartsPartners
        }

        var entity: OwnEntity { form.entity }

        /// The same object with other values.
        func with(_ values: AttributeValues) -> Draft {
            Draft(form: form, number: number, values: values, partners: partners, parts: parts)
        }
    }

    package let content: OwnContent
    /// `nil` without an importer.
    let imported: OwnEntity?
    /// The entity that the user edits; `nil` if no role edits.
    let edited: OwnEntity?
    /// The attribute of `imported` by which the user's list is sorted and searched.
    let shown: String?
    /// How many lines the importer brings.
    private(set) var lineCount = 0
    /// Of each entity of the content, in its order.
    let forms: [ObjectForm]
    /// The same, by the entity's name.
    private let formsByName: [String: ObjectForm]
    private let seed: RandomStream
    private let drawn = DrawnLines()
    /// The objects that are found or created and have a file of their own, by their keys.
    private var filed: [PartnerKey: Draft] = [:]
    /// For each entity with such a file the keys, in its order.
    private var filedKeys: [String: [OwnValue]] = [:]
    /// The lines of a file, with the objects that they bring; `nil` for lines that are drawn.
    private(set) var sent: SentLines?

    /// The first number of the objects that the user writes, far above the imported numbers.
    static let editedNumbers = 1_000_000_000

    /// Makes the objects of a workload's content.
    ///
    /// - Precondition: the workload has content, and its reader has checked the names in its roles.
    /// - Parameter other: those of the same workload with another seed, whose lines are taken over
    ///   where no seed draws a value of theirs.
    /// - Throws: `WorkloadError` if the lines of a file cannot be read, or do not fit the content.
    init(_ content: OwnContent, of workload: Workload, sharing other: OwnObjects? = nil) throws {
        let content = content.fitted(to: workload.model)
        self.content = content
        let imported = workload.importer.flatMap { content.entity($0.entity) }
        let family = imported.map(content.kinds) ?? []
        forms = content.entities.map {
            ObjectForm($0, in: content, isImported: family.contains($0.name))
        }
        formsByName = Dictionary(uniqueKeysWithValues: forms.map { ($0.name, $0) })
        self.imported = imported
        edited = workload.ui?.edits.flatMap { content.entity($0) }
        shown = workload.ui?.shows
        seed = RandomStream(seed: workload.seed).keyed("content")
        guard let importer = workload.importer, let imported else { return }
        for partners in importer.partnerFiles { try read(partners) }
        guard case .file(let file) = importer.source else {
            lineCount = importer.generatedCount
            return
        }
        // Those of another seed were checked when they were read.
        let known = drawsNothing ? other?.sent : nil
        let lines = try known ?? readLines(file, imported, importer)
        if known == nil { try check(lines, importer) }
        sent = lines
        lineCount = lines.drafts.count
    }

    private func readLines(
        _ file: WorkloadFile, _ imported: OwnEntity, _ importer: ImporterRole
    ) throws -> SentLines {
        try SentLines(
            JSONLines(file, key: "roles.importer.import"), take: importer.take,
            SentReader(objects: self, form: form(of: imported)))
    }

    /// Reads the lines of a file of partners.
    private mutating func read(_ partners: ImporterRole.PartnerFile) throws {
        let entity = content.entity(partners.entity)!
        let lines = try SentLines(
            JSONLines(partners.file, key: "roles.importer.partners"), take: nil,
            SentReader(objects: self, form: form(of: entity)))
        guard !lines.drafts.isEmpty else {
            throw WorkloadError.invalidData(
                lines.lines.file, line: 1, "is missing: no \(entity.name) is there to refer to",
                remedy: "add at least one line, or leave the file out")
        }
        for draft in lines.drafts {
            guard let key = draft.key else { continue }
            filed[PartnerKey(entity: entity.name, key: key)] = draft
            filedKeys[entity.name, default: []].append(key)
        }
    }

    /// Whether the lines come from a file, and make the same objects with every seed.
    var drawsNoLine: Bool { sent != nil && drawsNothing }

    /// Whether no value of a line depends on the seed.
    private var drawsNothing: Bool {
        guard let imported else { return true }
        return content.made(with: imported).allSatisfy(\.isSent)
    }

    /// Checks that a partner that a line names is in the file of its entity.
    private func check(_ lines: SentLines, _ importer: ImporterRole) throws {
        guard !importer.partnerFiles.isEmpty else { return }
        for (index, draft) in lines.drafts.enumerated() {
            for key in draft.allPartnerKeys where filed[key] == nil {
                guard let file = importer.partnerFiles.first(where: { $0.entity == key.entity })
                else { continue }
                throw WorkloadError.invalidData(
                    lines.lines.file, line: index + 1,
                    "names the \(key.entity) \(key.key.line), which \(file.file.path)"
                        + " does not have",
                    remedy: "add its line there")
            }
        }
    }

    /// The lines that the importer decodes.
    ///
    /// They are drawn at the first call, since only a run needs them.
    ///
    /// - Complexity: O(values) at the first call.
    var source: JSONLines { source {} }

    /// The same.
    ///
    /// - Parameter progress: called for each 1,000 lines that are drawn.
    func source(_ progress: () -> Void) -> JSONLines {
        if let sent { return sent.lines }
        return drawn.lines {
            JSONLines(
                file: "generated",
                lines: (0..<lineCount).compactMap { number in
                    if number.isMultiple(of: 1_000) { progress() }
                    return line(number)?.json
                })
        }
    }

    /// An object that a line brings, with its parts.
    ///
    /// - Parameter isOlder: whether it has the values from before the import, which an upsert
    ///   finds: drawn anew, but for its key and what else is unique by its number.
    func line(_ number: Int, isOlder: Bool = false) -> Draft? {
        if let sent { return isOlder ? sent.drafts[number].older : sent.drafts[number] }
        return imported.map { draft($0, number, revision: isOlder ? 1 : 0) }
    }

    /// The objects that lines bring, without their lines.
    func drafts(of lines: Range<Int>) -> ArraySlice<Draft> {
        sent.map { $0.drafts[lines] } ?? lines.compactMap { line($0) }[...]
    }

    /// An object that others find or create; `nil` for a key that the lab did not make.
    func partner(_ key: PartnerKey) -> Draft? {
        if let draft = filed[key] { return draft }
        guard let entity = content.entity(key.entity) else { return nil }
        if content.isSent(entity.name) { return draft(entity, sentKey: key.key) }
        return key.key.number.map { draft(entity, $0) }
    }

    /// An object whose key a line of a file names: its other values are drawn by that key.
    private func draft(_ entity: OwnEntity, sentKey key: OwnValue) -> Draft {
        let stream = seed.keyed(entity.name).keyed(key.line)
        let entity = subentity(of: entity, stream)
        return Draft(
            form: form(of: entity), number: 0,
            values: AttributeValues(
                entity.attributes.map {
                    $0.kind.isKey ? key : Self.value($0, of: entity, 0, stream, revision: 0)
                }),
            partners: [])
    }

    /// The values of one of the user's objects after the edits that `value` counts.
    ///
    /// Its key and its partners never change.
    func draft(of value: NoteValue) -> Draft? {
        edited.map {
            let draft = draft(
                $0, number(ofEdited: value.number), revision: value.revision, hasParts: false)
            var values = draft.values
            for place in draft.form.edited {
                guard case .edit(let part) = draft.entity.attributes[place].kind, part != .key
                else { continue }
                values[place] = value.part(part)
            }
            return draft.with(values)
        }
    }

    /// The partners of one of the user's objects.
    func partnerKeys(ofEdited number: Int) -> [PartnerKey] {
        guard let edited else { return [] }
        let number = self.number(ofEdited: number)
        let stream = stream(edited, number)
        let entity = subentity(of: edited, stream)
        guard !entity.partners.isEmpty else { return [] }
        return Draft(
            form: form(of: entity), number: number, values: AttributeValues([]),
            partners: partners(of: entity, stream)
        ).partnerKeys
    }

    /// Whether objects that the user writes refer to partners.
    var haveEditedPartners: Bool {
        edited.map { content.family(of: $0).contains { !$0.partners.isEmpty } } ?? false
    }

    /// What the drafts of an entity of the content share.
    func form(of entity: OwnEntity) -> ObjectForm { form(of: entity.name) }

    /// The place of an entity in the content.
    ///
    /// - Precondition: the content has the entity.
    func place(of entity: String) -> Int { content.place(of: entity)! }

    /// - Precondition: the content has the entity.
    func form(of entity: String) -> ObjectForm { formsByName[entity]! }

    /// The number of one of the user's objects among all of its entity.
    func number(ofEdited number: Int) -> Int {
        edited?.key?.kind == .edit(.key) ? number : Self.editedNumbers + number
    }

    // MARK: Drawing

    func draft(
        _ entity: OwnEntity, _ number: Int, revision: Int = 0, hasParts: Bool = true
    ) -> Draft {
        let stream = stream(entity, number)
        let entity = subentity(of: entity, stream)
        let parts =
            hasParts
            ? Self.partNumbers(of: entity, number, stream).map { parts in
                content.entity(parts.entity).map { other in
                    parts.numbers.map {
                        self.draft(other, $0).placed(at: $0 - parts.numbers.lowerBound)
                    }
                } ?? []
            } : []
        return Draft(
            form: form(of: entity), number: number,
            values: AttributeValues(
                entity.attributes.map {
                    Self.value($0, of: entity, number, stream, revision: revision)
                }),
            partners: partners(of: entity, stream), parts: parts)
    }

    /// The keys of each partner's objects, in the order of the entity's.
    func partners(of entity: OwnEntity, _ stream: RandomStream) -> [[OwnValue]] {
        entity.partners.map { partner in
            // A line of a file names these.
            guard partner.source == nil else { return [] }
            var draws = stream.keyed(partner.name)
            // The content's reader has checked that each has a key.
            let other = content.entity(partner.entity)!
            let all = min(partner.count, filedKeys[other.name]?.count ?? partner.count)
            func key(_ number: Int) -> OwnValue {
                filedKeys[other.name]?[number] ?? other.keyValue(number)!
            }
            guard let counts = partner.counts else { return [key(draws.index(below: all))] }
            let count = min(counts.lowerBound + draws.index(below: counts.count), all)
            var numbers: [Int] = []
            while numbers.count < count {
                let number = draws.index(below: all)
                if !numbers.contains(number) { numbers.append(number) }
            }
            return numbers.map(key)
        }
    }

    /// The numbers of an object's parts.
    ///
    /// No other object has them: each number leaves room for the largest possible number of parts.
    static func partNumbers(
        of entity: OwnEntity, _ number: Int, _ stream: RandomStream
    ) -> [(entity: String, numbers: Range<Int>)] {
        var next = number * entity.roomForParts
        return entity.parts.map { parts in
            var draws = stream.keyed(parts.name)
            let count = parts.counts.lowerBound + draws.index(below: parts.counts.count)
            defer { next += parts.counts.upperBound }
            return (parts.entity, next..<next + count)
        }
    }

    /// The number of a line's parts and of theirs, and the partners that the line and its parts
    /// refer to, without drawing their values.
    ///
    /// - Parameter hasParts: whether the line brings its parts.
    func shape(ofLine index: Int, hasParts: Bool) -> (parts: Int, partners: [PartnerKey]) {
        var shape = (parts: 0, partners: [PartnerKey]())
        if let draft = sent?.drafts[index] {
            guard hasParts else { return (0, draft.partnerKeys) }
            return (draft.partCount, draft.allPartnerKeys)
        }
        func add(_ entity: OwnEntity, _ number: Int) {
            let mayHave = !entity.partners.isEmpty || !entity.parts.isEmpty
            guard mayHave || !entity.shares.isEmpty else { return }
            let stream = stream(entity, number)
            let entity = subentity(of: entity, stream)
            for (partner, keys) in zip(entity.partners, partners(of: entity, stream)) {
                shape.partners += keys.map { PartnerKey(entity: partner.entity, key: $0) }
            }
            guard hasParts else { return }
            for parts in Self.partNumbers(of: entity, number, stream) {
                shape.parts += parts.numbers.count
                guard let other = content.entity(parts.entity) else { continue }
                for number in parts.numbers { add(other, number) }
            }
        }
        if let imported { add(imported, index) }
        return shape
    }

    /// The value of one attribute of the object that a line brings.
    func value(of attribute: OwnEntity.Attribute, ofLine index: Int) -> OwnValue? {
        if let draft = sent?.drafts[index] {
            return zip(draft.entity.attributes, draft.values).first { $0.0 == attribute }?.1
        }
        return imported.map {
            Self.value(attribute, of: $0, index, stream($0, index), revision: 0)
        }
    }

    /// What the object that a line brings is.
    func entity(ofLine index: Int) -> OwnEntity? {
        if let sent { return sent.drafts[index].entity }
        return imported.map { subentity(of: $0, index) }
    }

    /// The key of the object that a line brings.
    func key(ofLine index: Int) -> OwnValue? {
        if let sent { return sent.drafts.indices.contains(index) ? sent.drafts[index].key : nil }
        return imported?.keyValue(index)
    }

    /// The objects of all subentities of an entity draw from streams of its name: the values that
    /// one inherits do not depend on what it is.
    func stream(_ entity: OwnEntity, _ number: Int) -> RandomStream {
        seed.keyed(entity.root).keyed(number)
    }

    /// What an object is: drawn by its number, as its values are, where the entity has subentities.
    func subentity(of entity: OwnEntity, _ number: Int) -> OwnEntity {
        entity.shares.isEmpty ? entity : subentity(of: entity, stream(entity, number))
    }

    private func subentity(of entity: OwnEntity, _ stream: RandomStream) -> OwnEntity {
        guard !entity.shares.isEmpty else { return entity }
        var draws = stream.keyed("subentities")
        var rest = draws.unit()
        for share in entity.shares {
            rest -= share.share
            if rest < 0 { return content.entity(share.name)! }
        }
        // The shares of a file may sum to a little less than 1.
        return entity.shares.last { $0.share > 0 }.flatMap { content.entity($0.name) } ?? entity
    }

    /// Drawn under the attribute's own name, so that one that is added shifts no other.
    static func value(
        _ attribute: OwnEntity.Attribute, of entity: OwnEntity, _ number: Int,
        _ stream: RandomStream, revision: Int
    ) -> OwnValue {
        var draws = stream.keyed(attribute.name).keyed(revision)
        func draw(_ range: ClosedRange<Int>) -> Int {
            // Unsigned: a range of all integers is wider than an integer.
            let width = UInt64(bitPattern: Int64(range.upperBound &- range.lowerBound))
            let step = UInt64(draws.unit() * (Double(width) + 1))
            return range.lowerBound &+ Int(truncatingIfNeeded: min(step, width))
        }
        func eighths(_ range: ClosedRange<Int>) -> Double {
            Double(draw(range.lowerBound * 8...range.upperBound * 8)) / 8
        }
        switch attribute.kind {
        case .textKey, .numberKey, .uuidKey, .uniqueText, .uniqueNumber, .uniqueDate, .edit(.key):
            return entity.numbered(attribute.kind, number)!
        case .letters(let count):
            return .text(
                String((0..<draw(count)).map { _ in Self.letters[draws.index(below: 26)] }))
        case .words(let count):
            let words = (0..<draw(count)).map { _ in NoteValue.word(from: &draws) }
            return .text(words.joined(separator: " "))
        case .integer(let range): return .integer(Int64(draw(range)))
        case .real(let range): return .real(eighths(range))
        case .decimal(let range):
            return .decimal(NSDecimalNumber(value: eighths(range)).stringValue)
        case .boolean(let share): return .boolean(draws.unit() < share)
        case .date(let years):
            let seconds = OwnValue.seconds(of: years)
            return .date(
                seconds.lowerBound
                    + Double(draw(0...Int(seconds.upperBound - seconds.lowerBound))))
        case .bytes(let count):
            let count = draw(count)
            return .bytes(Data(draws.bytes(count)))
        case .blob(let median, let p99):
            let count = BlobSize(median: median, p99: p99).draw(from: &draws)
            return .bytes(Data(draws.bytes(count)))
        // `draft(of:)` and `marked` put the operation's own in its place.
        case .edit: return .integer(0)
        // A part gets its own when it is put among the others.
        case .place: return .integer(0)
        case .sent: preconditionFailure("a line of a file has the value of \(attribute.name)")
        case .uuid: return OwnValue.uuid(high: draws.next(), low: draws.next())
        case .url:
            return .url("https://example.com/\(entity.name.lowercased())/\(draws.next() >> 40)")
        }
    }

    private static let letters = Array("abcdefghijklmnopqrstuvwxyz")
}
