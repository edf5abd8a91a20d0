import Documents
import Execution
import Foundation

/// The objects of a workload's `content`, drawn from its seed: each depends on its entity and its
/// number alone.
///
///     number           0 … lines − 1       objects that the importer brings, and their parts
///                      0 … count − 1       objects that others find or create
///     editedNumbers    from 1,000,000,000  objects that the user writes, edits and deletes
package struct OwnObjects: Sendable {
    /// The values of an object before it exists.
    struct Draft: Sendable {
        var entity: OwnEntity
        var number: Int
        /// In the order of the entity's attributes.
        var values: [OwnValue]
        /// The key of each partner, in the order of the entity's.
        var partners: [OwnValue]
        /// In the order of the entity's parts.
        var parts: [[Draft]] = []
    }

    package let content: OwnContent
    /// `nil` without an importer.
    let imported: OwnEntity?
    /// The entity that the user edits; `nil` if no role edits.
    let edited: OwnEntity?
    /// The attribute of `imported` by which the user's list is sorted and searched.
    let shown: String?
    /// How many lines the importer brings.
    let lineCount: Int
    private let seed: RandomStream
    private let drawn = DrawnLines()

    /// The first number of the objects that the user writes, far above the imported numbers.
    static let editedNumbers = 1_000_000_000

    /// Makes the objects of a workload's content.
    ///
    /// - Precondition: the workload has content, and its reader has checked the names in its roles.
    init(_ content: OwnContent, of workload: Workload) {
        self.content = content
        imported = workload.importer.flatMap { content.entity($0.entity) }
        edited = workload.ui?.edits.flatMap { content.entity($0) }
        shown = workload.ui?.shows
        seed = RandomStream(seed: workload.seed).keyed("content")
        lineCount = imported == nil ? 0 : workload.importer?.generatedCount ?? 0
    }

    /// The lines that the importer decodes.
    ///
    /// They are drawn at the first call, since only a run needs them.
    ///
    /// - Complexity: O(values) at the first call.
    var source: JSONLines {
        drawn.lines {
            JSONLines(
                file: "generated", lines: (0..<lineCount).compactMap { line($0)?.json })
        }
    }

    /// An object that a line brings, with its parts.
    ///
    /// - Parameter isOlder: whether its values are those of before the import, which an upsert
    ///   finds: drawn anew, but for its key and what else is unique by its number.
    func line(_ number: Int, isOlder: Bool = false) -> Draft? {
        imported.map { draft($0, number, revision: isOlder ? 1 : 0) }
    }

    /// An object that others find or create; `nil` for a key that the lab did not make.
    func partner(_ key: PartnerKey) -> Draft? {
        guard let entity = content.entity(key.entity), let number = key.key.number else {
            return nil
        }
        return draft(entity, number)
    }

    /// The values of one of the user's objects after the edits that `value` counts.
    ///
    /// Its key and its partners never change.
    func draft(of value: NoteValue) -> Draft? {
        edited.map {
            draft(
                $0, Self.editedNumbers + value.number, revision: value.revision, hasParts: false)
        }
    }

    // MARK: Drawing

    private func draft(
        _ entity: OwnEntity, _ number: Int, revision: Int = 0, hasParts: Bool = true
    ) -> Draft {
        let stream = stream(entity, number)
        var draft = Draft(
            entity: entity, number: number,
            values: entity.attributes.map {
                Self.value($0, of: entity, number, stream, revision: revision)
            },
            partners: partners(of: entity, stream))
        guard hasParts else { return draft }
        draft.parts = Self.partNumbers(of: entity, number, stream).map { parts in
            content.entity(parts.entity).map { other in
                parts.numbers.map { self.draft(other, $0) }
            } ?? []
        }
        return draft
    }

    /// The key of each partner, in the order of the entity's.
    private func partners(of entity: OwnEntity, _ stream: RandomStream) -> [OwnValue] {
        entity.partners.map { partner in
            var draws = stream.keyed(partner.name)
            // The content's reader has checked that each has a key.
            return content.entity(partner.entity)!.keyValue(draws.index(below: partner.count))!
        }
    }

    /// The numbers of an object's parts.
    ///
    /// No other object has them: each number leaves room for the largest possible number of parts.
    private static func partNumbers(
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

    /// The number of a line's parts, and the partners that the line and its parts refer to, without
    /// drawing their values.
    ///
    /// - Parameter hasParts: whether the line brings its parts.
    func shape(ofLine index: Int, hasParts: Bool) -> (parts: Int, partners: [PartnerKey]) {
        guard let imported else { return (0, []) }
        func keys(_ entity: OwnEntity, _ number: Int) -> [PartnerKey] {
            zip(entity.partners, partners(of: entity, stream(entity, number)))
                .map { PartnerKey(entity: $0.entity, key: $1) }
        }
        var shape = (parts: 0, partners: keys(imported, index))
        guard hasParts else { return shape }
        for parts in Self.partNumbers(of: imported, index, stream(imported, index)) {
            shape.parts += parts.numbers.count
            guard let entity = content.entity(parts.entity), !entity.partners.isEmpty else {
                continue
            }
            for number in parts.numbers { shape.partners += keys(entity, number) }
        }
        return shape
    }

    /// The value of one attribute of the object that a line brings.
    func value(of attribute: OwnEntity.Attribute, ofLine index: Int) -> OwnValue? {
        imported.map { Self.value(attribute, of: $0, index, stream($0, index), revision: 0) }
    }

    private func stream(_ entity: OwnEntity, _ number: Int) -> RandomStream {
        seed.keyed(entity.name).keyed(number)
    }

    /// Drawn under the attribute's own name, so that one that is added shifts no other.
    private static func value(
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
        case .textKey, .numberKey, .uuidKey, .uniqueText, .uniqueNumber, .uniqueDate:
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
            return .bytes(Data((0..<draw(count)).map { _ in UInt8(draws.index(below: 256)) }))
        case .uuid: return OwnValue.uuid(high: draws.next(), low: draws.next())
        case .url:
            return .url("https://example.com/\(entity.name.lowercased())/\(draws.next() >> 40)")
        }
    }

    private static let letters = Array("abcdefghijklmnopqrstuvwxyz")
}

extension OwnObjects.Draft {
    /// The value by which the object is found; `nil` if it has no key.
    var key: OwnValue? {
        entity.attributes.firstIndex(where: \.kind.isKey).map { values[$0] }
    }

    /// The object as a server sends it: attributes, its partners' keys, and its parts.
    private var tree: [String: Any] {
        var tree: [String: Any] = [:]
        for (attribute, value) in zip(entity.attributes, values) {
            tree[attribute.name] = value.json
        }
        for (partner, key) in zip(entity.partners, partners) { tree[partner.name] = key.json }
        for (kind, drafts) in zip(entity.parts, parts) {
            tree[kind.name] = drafts.map(\.tree)
        }
        return tree
    }

    /// A line of JSON, its keys in their order.
    fileprivate var json: String {
        let data = try? JSONSerialization.data(withJSONObject: tree, options: .sortedKeys)
        return String(decoding: data ?? Data(), as: UTF8.self)
    }

    /// Reads a line.
    ///
    /// - Returns: `nil` if the line lacks a value.
    init?(_ tree: [String: Any], _ entity: OwnEntity, _ number: Int, _ content: OwnContent) {
        self.init(entity: entity, number: number, values: [], partners: [])
        for attribute in entity.attributes {
            guard let value = OwnValue(json: tree[attribute.name], attribute.kind) else {
                return nil
            }
            values.append(value)
        }
        for partner in entity.partners {
            guard let kind = content.entity(partner.entity)?.key?.kind,
                let key = OwnValue(json: tree[partner.name], kind)
            else { return nil }
            partners.append(key)
        }
        for kind in entity.parts {
            guard let other = content.entity(kind.entity),
                let trees = tree[kind.name] as? [[String: Any]]
            else { return nil }
            let drafts = trees.compactMap { Self($0, other, 0, content) }
            guard drafts.count == trees.count else { return nil }
            parts.append(drafts)
        }
    }
}
