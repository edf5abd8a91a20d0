import Foundation

/// Makes a fetch's dictionaries from rows in memory.
///
/// For stores without SQL, and for several stores at once; `DictionaryQuery` does the same in SQL.
///
///     rows ─▶ groups by value ─▶ columns ─▶ having ─▶ order ─▶ distinct ─▶ page
///
/// Groups come in the order of their values. SQL takes a column that is neither grouped nor an
/// aggregate from any row of the group; here such a column is refused, because another row would be
/// “any”.
struct RowDictionaries {
    /// The rows of one group and the values that they share.
    private struct Group {
        let values: [PredicateValue]
        var rows: [RowView]
    }

    private typealias Result = (first: RowView?, values: [Any?])

    private let plan: FetchPlan
    private let dictionaries: DictionaryPlan

    init(_ plan: FetchPlan, _ dictionaries: DictionaryPlan) {
        self.plan = plan
        self.dictionaries = dictionaries
    }

    /// - Parameter rows: the rows that the plan selects, unordered and without its page.
    /// - Throws: 134091 if a value is ambiguous, 134070 for a sum of values that are not numbers.
    func make(_ rows: [RowView]) throws -> [NSDictionary] {
        for column in dictionaries.columns { try requireStored(column) }
        var results = try isGrouped ? groupResults(rows) : rowResults(rows)
        if dictionaries.isDistinct { results = distinct(results) }
        let rest = results.dropFirst(plan.offset)
        return (plan.limit > 0 ? rest.prefix(plan.limit) : rest).map(dictionary)
    }

    /// Refuses transient attributes: rows in memory have slots for them, but no store has values.
    private func requireStored(_ column: DictionaryPlan.Column) throws {
        guard case .keyPath(let path) = column.source else { return }
        var entity: NSEntityDescription? = plan.layout.entity
        for name in path.components {
            let property = entity?.propertiesByName[name]
            if property?.isTransient == true { throw CoreDataError.transientColumn(path.text) }
            entity = (property as? NSRelationshipDescription)?.destinationEntity
        }
    }

    private var isGrouped: Bool {
        !dictionaries.groups.isEmpty || dictionaries.columns.contains(where: isAggregate)
    }

    private func isAggregate(_ column: DictionaryPlan.Column) -> Bool {
        guard case .expression(let expression) = column.source else { return false }
        return expression.hasAggregate
    }

    private func rowResults(_ rows: [RowView]) throws -> [Result] {
        try RowOrder(plan.sortDescriptors).sorted(rows).map { row in
            (row, try dictionaries.columns.map { try value(of: $0, [row]) })
        }
    }

    // MARK: Groups

    private func groupResults(_ rows: [RowView]) throws -> [Result] {
        try requireOneAnswer()
        var results: [Result] = []
        for group in groups(rows) {
            let values = try dictionaries.columns.map { try value(of: $0, group.rows) }
            if try holds(values, group.rows) { results.append((group.rows.first, values)) }
        }
        guard !plan.sortDescriptors.isEmpty, !dictionaries.groups.isEmpty else { return results }
        // The keys are grouped, so any row of a group has its values.
        let firsts = results.compactMap(\.first)
        var places: [ObjectIdentifier: Int] = [:]
        for (index, view) in firsts.enumerated() { places[ObjectIdentifier(view)] = index }
        return RowOrder(plan.sortDescriptors).sorted(firsts).map {
            results[places[ObjectIdentifier($0)]!]
        }
    }

    /// Groups rows by value; without grouping all rows are one group, even if there are none.
    private func groups(_ rows: [RowView]) -> [Group] {
        guard !dictionaries.groups.isEmpty else { return [Group(values: [], rows: rows)] }
        var places: [[UInt8]: Int] = [:]
        var groups: [Group] = []
        var archived = dictionaries.groups.map(archivedValues)
        for row in rows {
            let plain = dictionaries.groups.map { plainValue(of: $0, row) }
            let values = plain.map { PredicateValue($0) }
            let signature = Self.signature(Self.comparable(plain, &archived))
            if let place = places[signature] {
                groups[place].rows.append(row)
            } else {
                places[signature] = groups.count
                groups.append(Group(values: values, rows: [row]))
            }
        }
        return groups.sorted { left, right in
            for (left, right) in zip(left.values, right.values) {
                let order = left.sortOrder(to: right)
                if order != .orderedSame { return order == .orderedAscending }
            }
            return false
        }
    }

    private func requireOneAnswer() throws {
        let grouped = Set(
            dictionaries.groups.compactMap { source -> String? in
                if case .keyPath(let path) = source { path.text } else { nil }
            })
        if dictionaries.groups.isEmpty,
            let column = dictionaries.columns.first(where: { !isAggregate($0) })
        {
            throw CoreDataError.unsupported(
                "“\(column.name)” beside a function over all rows, in a fetch from memory",
                "group by it, or fetch it by itself")
        }
        // One row of functions over all rows needs no order.
        guard !dictionaries.groups.isEmpty else { return }
        for descriptor in plan.sortDescriptors where !grouped.contains(descriptor.key ?? "") {
            throw CoreDataError.unsupported(
                "Sorting groups by “\(descriptor.key ?? "a comparator")”, in a fetch from memory",
                "sort by what is grouped, or sort the dictionaries")
        }
    }

    private func holds(_ values: [Any?], _ rows: [RowView]) throws -> Bool {
        guard let having = dictionaries.having else { return true }
        var variables: [String: Any] = [:]
        for (column, value) in zip(dictionaries.columns, values) {
            variables[column.name] = value ?? NSNull()
        }
        let aggregate = RowAggregate(rows)
        let condition = PredicateSubstitution(
            variables: [:], aggregate: { aggregate.value($0, of: $1) }
        ).replaced(having)
        let result = PredicateEvaluator(object: rows.first, variables: variables).holds(condition)
        if let failure = aggregate.failure { throw failure }
        return result
    }

    // MARK: Values

    private func plainValue(of source: DictionaryPlan.Source, _ row: RowView) -> Any? {
        switch source {
        case .keyPath(let path): path.value(of: row)
        case .expression(let expression):
            PredicateEvaluator(object: row, variables: [:]).value(of: expression)
        }
    }

    private func value(of column: DictionaryPlan.Column, _ rows: [RowView]) throws -> Any? {
        guard isAggregate(column), case .expression(let expression) = column.source else {
            return rows.first.flatMap { shaped(plainValue(of: column.source, $0), column.type) }
        }
        let aggregate = RowAggregate(rows)
        let rest = PredicateSubstitution(
            variables: [:], aggregate: { aggregate.value($0, of: $1) }
        ).replaced(expression)
        let value = PredicateEvaluator(object: rows.first, variables: [:]).value(of: rest)
        if let failure = aggregate.failure { throw failure }
        return shaped(value, column.type)
    }

    /// The value in the form of the requested type.
    private func shaped(_ value: Any?, _ type: NSAttributeType) -> Any? {
        guard let value = unwrapped(value) else { return nil }
        if let identified = value as? any ObjectIdentifying {
            return identified.identityInPredicates
        }
        let plain = PredicateValue(value)
        switch type {
        case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType:
            guard let number = plain.doubleValue else { return value }
            if case .integer(let whole) = plain { return NSNumber(value: whole) }
            // As SQLite converts a double that is out of range.
            let nearest: Int64 = number.isNaN ? 0 : number < 0 ? .min : .max
            return NSNumber(value: Int64(exactly: number.rounded(.towardZero)) ?? nearest)
        case .booleanAttributeType:
            return plain.doubleValue.map { NSNumber(value: $0 != 0) } ?? value
        case .doubleAttributeType, .floatAttributeType:
            return plain.doubleValue.map { NSNumber(value: $0) } ?? value
        case .decimalAttributeType:
            guard !(value is NSDecimalNumber), let number = value as? NSNumber else { return value }
            return NSDecimalNumber(string: number.stringValue)
        case .dateAttributeType:
            return plain.doubleValue.map { Date(timeIntervalSinceReferenceDate: $0) } ?? value
        default: return value
        }
    }

    private func dictionary(_ result: Result) -> NSDictionary {
        let entries = NSMutableDictionary(capacity: dictionaries.columns.count)
        for (column, value) in zip(dictionaries.columns, result.values) {
            if let value { entries.setObject(value, forKey: column.name as NSString) }
        }
        return entries
    }

    private func distinct(_ results: [Result]) -> [Result] {
        var seen = Set<[UInt8]>()
        var archived = dictionaries.columns.map { archivedValues($0.source) }
        return results.filter {
            seen.insert(Self.signature(Self.comparable($0.values, &archived))).inserted
        }
    }

    /// The values of a column or group that stores archive; `nil` for another one.
    private func archivedValues(_ source: DictionaryPlan.Source) -> ArchivedValues? {
        guard case .keyPath(let path) = source else { return nil }
        var entity: NSEntityDescription? = plan.layout.entity
        var property: NSPropertyDescription?
        for name in path.components {
            property = entity?.propertiesByName[name]
            entity = (property as? NSRelationshipDescription)?.destinationEntity
        }
        guard let attribute = property as? NSAttributeDescription,
            attribute.attributeType == .transformableAttributeType
        else { return nil }
        return ArchivedValues(attribute)
    }

    /// Values of a row, those that are archived as numbers.
    private static func comparable(
        _ values: [Any?], _ archived: inout [ArchivedValues?]
    ) -> [PredicateValue] {
        values.indices.map { place in
            guard let value = unwrapped(values[place]),
                let number = archived[place]?.number(of: value)
            else { return PredicateValue(values[place]) }
            return .integer(number)
        }
    }

    /// Bytes that are equal if the values are.
    ///
    /// The values of one column have one kind. Text is compared byte by byte, as SQLite does.
    private static func signature(_ values: [PredicateValue]) -> [UInt8] {
        var bytes: [UInt8] = []
        func add(_ tag: UInt8, _ value: some Collection<UInt8>) {
            bytes.append(tag)
            withUnsafeBytes(of: value.count) { bytes += $0 }
            bytes += value
        }
        func add(_ tag: UInt8, _ value: Int64) {
            bytes.append(tag)
            withUnsafeBytes(of: value) { bytes += $0 }
        }
        for value in values {
            switch value {
            case .integer(let number): add(1, number)
            // Adding zero turns -0 into 0, which equals it.
            case .double(let number): add(2, Int64(bitPattern: (number + 0).bitPattern))
            case .date(let seconds): add(3, Int64(bitPattern: (seconds + 0).bitPattern))
            case .text(let text), .url(let text): add(4, text.utf8)
            case .data(let data): add(5, data)
            case .uuid(let uuid): add(6, uuid.uuidString.utf8)
            case .object(let id as NSManagedObjectID):
                add(7, Int64(bitPattern: id.keyBits))
            default: add(0, EmptyCollection())
            }
        }
        return bytes
    }
}

/// Numbers the values of one transformable attribute: equal ones alike.
private struct ArchivedValues {
    private let attribute: NSAttributeDescription
    private var numbers: [Data: Int64] = [:]
    /// One value of each number.
    private var seen: [AnyHashable?] = []

    init(_ attribute: NSAttributeDescription) {
        self.attribute = attribute
    }

    /// - Complexity: O(1) for a value whose archive was there, else O(different values): two
    ///   archives of one value may differ.
    mutating func number(of value: Any) -> Int64? {
        guard let archive = ValueTransformers.data(for: value, of: attribute) else { return nil }
        if let known = numbers[archive] { return known }
        let value = value as? AnyHashable
        var number = Int64(seen.count)
        if let value, let known = seen.firstIndex(of: value) {
            number = Int64(known)
        } else {
            seen.append(value)
        }
        numbers[archive] = number
        return number
    }
}
