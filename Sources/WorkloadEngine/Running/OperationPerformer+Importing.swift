import CoreData
import Execution
import Foundation

// The importer's operations, in each of the ways that a workload can request.
extension OperationPerformer {
    /// Decodes a batch and brings it in.
    func importBatch(_ lines: Range<Int>, in context: NSManagedObjectContext) throws -> Effect {
        if let own { return try own.importBatch(lines, in: context) }
        switch importer?.method ?? .insert {
        case .insert: return try insert(decode(lines), in: context)
        case .upsert: return try upsert(decode(lines), in: context)
        case .batchInsert: return try batchInsert(decode(lines), in: context)
        case .batchInsertBlock: return try batchInsert(oneByOne: lines, in: context)
        }
    }

    /// Writes objects as they were before the newer lines came.
    func preloadImported(
        _ lines: Range<Int>, in context: NSManagedObjectContext
    ) throws -> Effect {
        if let own { return try own.preload(lines, in: context) }
        return try insert(try decode(lines).map(\.older), in: context)
    }

    /// Finds each city and its country by their keys, in the importer's own context, and joins
    /// them.
    func link(
        _ lines: Range<Int>, of operation: Operation, in context: NSManagedObjectContext
    ) throws -> Effect {
        if let own { return try own.link(lines, of: operation, in: context) }
        let records = try decode(lines)
        let (countries, found) = try findCountries(of: records, in: context)
        var effect = found
        let cities = try findCities(of: records, in: context)
        effect.rows += cities.count
        for (record, city) in zip(records, cities) {
            let country =
                try importer?.find == .each
                ? findCountry(record.country, in: context) : countries[record.country]
            guard let city, let country else {
                throw WorkloadError.missingObject(
                    "city \(record.id) or its country \(record.country)", of: operation)
            }
            city.setValue(country, forKey: "country")
            effect.edits += 1
            effect.sentinel = city
        }
        return effect
    }

    private var own: OwnImporter? {
        guard let objects = plan.own, let importer else { return nil }
        return OwnImporter(objects: objects, role: importer, execution: execution)
    }

    private var data: ImportData {
        guard let data = plan.data else {
            preconditionFailure("a batch without an importer; make the plan of one workload")
        }
        return data
    }

    private func decode(_ lines: Range<Int>) throws -> [CityRecord] {
        try execution.span(.decode) {
            execution.charge(.linesDecoded, lines.count)
            // In virtual time the charge is what decoding costs, and the records are there.
            guard !execution.chargesWork else { return Array(data.cities[lines]) }
            let decoder = JSONDecoder()
            return try lines.map { line in
                try decoder.decode(CityRecord.self, from: data.source.line(line))
            }
        }
    }

    private var relationships: ImporterRole.Relationships {
        importer?.relationships ?? .withInsert
    }
}

// MARK: - Ways in

extension OperationPerformer {
    /// Finds or creates countries, and inserts cities and alternate names.
    private func insert(
        _ records: [CityRecord], in context: NSManagedObjectContext
    ) throws -> Effect {
        var (countries, effect) = try findCountries(of: records, in: context)
        for record in records {
            try insert(record, &countries, &effect, in: context)
        }
        return effect
    }

    private func insert(
        _ record: CityRecord, _ countries: inout [String: NSManagedObject],
        _ effect: inout Effect, in context: NSManagedObjectContext
    ) throws {
        let city = insertCity(record, into: context)
        effect.sentinel = city
        effect.edits += 1
        guard relationships != .none else { return }
        let country = try country(record.country, &countries, &effect, in: context)
        guard relationships == .withInsert else { return }
        city.setValue(country, forKey: "country")
        insertNames(of: record, city, into: context)
        effect.edits += record.alternateNames.count
    }

    /// Changes the cities that are there, and inserts the others.
    private func upsert(
        _ records: [CityRecord], in context: NSManagedObjectContext
    ) throws -> Effect {
        let known = try findCities(of: records, in: context)
        let fresh = zip(records, known).compactMap { record, city in city == nil ? record : nil }
        var (countries, effect) = try findCountries(of: fresh, in: context)
        effect.rows += known.lazy.compactMap { $0 }.count
        for (record, city) in zip(records, known) {
            guard let city else {
                try insert(record, &countries, &effect, in: context)
                continue
            }
            set(record, on: city)
            effect.sentinel = city
            effect.edits += 1
        }
        return effect
    }

    /// Writes the batch past the context, with one request.
    private func batchInsert(
        _ records: [CityRecord], in context: NSManagedObjectContext
    ) throws -> Effect {
        let request = NSBatchInsertRequest(
            entityName: plan.schema.city, objects: records.map(Self.row))
        return try execute(request, of: records.count, in: context)
    }

    /// The same, each line decoded when the request asks for it.
    private func batchInsert(
        oneByOne lines: Range<Int>, in context: NSManagedObjectContext
    ) throws -> Effect {
        var rest = lines[...]
        var mistake: (any Error)?
        let decoder = JSONDecoder()
        let request = NSBatchInsertRequest(entityName: plan.schema.city) {
            (row: NSMutableDictionary) in
            guard let line = rest.popFirst() else { return true }
            do {
                let record = try execution.span(.decode) {
                    execution.charge(.linesDecoded, 1)
                    return try decoder.decode(CityRecord.self, from: data.source.line(line))
                }
                for (key, value) in Self.row(of: record) { row[key] = value }
                return false
            } catch {
                // The block cannot throw; its error is rethrown when the request is through.
                mistake = error
                return true
            }
        }
        let effect = try execute(request, of: lines.count, in: context)
        if let mistake { throw mistake }
        return effect
    }

    private func execute(
        _ request: NSBatchInsertRequest, of count: Int, in context: NSManagedObjectContext
    ) throws -> Effect {
        request.resultType = .objectIDs
        let result = try context.execute(request) as? NSBatchInsertResult
        let ids = result?.result as? [NSManagedObjectID] ?? []
        return Effect(edits: count, written: ids)
    }

    private static func row(of record: CityRecord) -> [String: Any] {
        [
            "geonameID": record.id, "name": record.name, "admin1": record.admin1,
            "latitude": record.latitude, "longitude": record.longitude,
            "population": record.population, "timezone": record.timezone,
        ]
    }
}

// MARK: - Finding

extension OperationPerformer {
    /// The cities of the records that are there, in the order of the records.
    private func findCities(
        of records: [CityRecord], in context: NSManagedObjectContext
    ) throws -> [NSManagedObject?] {
        let request = NSFetchRequest<NSManagedObject>(entityName: plan.schema.city)
        switch importer?.find ?? .batch {
        case .each:
            request.fetchLimit = 1
            return try records.map { record in
                request.predicate = NSPredicate(
                    format: "geonameID == %@", argumentArray: [NSNumber(value: record.id)])
                return try context.fetch(request).first
            }
        case .batch:
            request.predicate = isOneOf(records)
            var found: [Int: NSManagedObject] = [:]
            for city in try context.fetch(request) { found[Self.id(of: city)] = city }
            return records.map { found[$0.id] }
        case .sorted:
            request.predicate = isOneOf(records)
            request.sortDescriptors = [NSSortDescriptor(key: "geonameID", ascending: true)]
            let cities = try context.fetch(request)
            return walk(records, cities)
        }
    }

    private func isOneOf(_ records: [CityRecord]) -> NSPredicate {
        NSPredicate(
            format: "geonameID IN %@", argumentArray: [records.map { NSNumber(value: $0.id) }])
    }

    /// Goes through the records and the cities side by side, both in the order of their keys.
    private func walk(
        _ records: [CityRecord], _ cities: [NSManagedObject]
    ) -> [NSManagedObject?] {
        var found = [NSManagedObject?](repeating: nil, count: records.count)
        var next = cities[...]
        for position in records.indices.sorted(by: { records[$0].id < records[$1].id }) {
            guard let city = next.first else { break }
            if Self.id(of: city) == records[position].id {
                found[position] = city
                next.removeFirst()
            }
        }
        return found
    }

    private static func id(of city: NSManagedObject) -> Int {
        (city.value(forKey: "geonameID") as? NSNumber)?.intValue ?? 0
    }

    /// Finds the stored countries with one fetch; returns none if each is looked for on its own.
    private func findCountries(
        of records: [CityRecord], in context: NSManagedObjectContext
    ) throws -> (found: [String: NSManagedObject], effect: Effect) {
        guard importer?.find != .each, relationships != .none else { return ([:], Effect()) }
        var codes: [String] = []
        var seen: Set<String> = []
        for record in records where seen.insert(record.country).inserted {
            codes.append(record.country)
        }
        let request = NSFetchRequest<NSManagedObject>(entityName: plan.schema.country)
        request.predicate = NSPredicate(format: "code IN %@", argumentArray: [codes])
        var found: [String: NSManagedObject] = [:]
        for country in try context.fetch(request) {
            guard let code = country.value(forKey: "code") as? String else { continue }
            found[code] = country
        }
        return (found, Effect(rows: found.count))
    }

    private func findCountry(
        _ code: String, in context: NSManagedObjectContext
    ) throws -> NSManagedObject? {
        let request = NSFetchRequest<NSManagedObject>(entityName: plan.schema.country)
        request.predicate = NSPredicate(format: "code == %@", argumentArray: [code])
        request.fetchLimit = 1
        return try context.fetch(request).first
    }

    /// A country, found as the importer finds, or created.
    private func country(
        _ code: String, _ known: inout [String: NSManagedObject], _ effect: inout Effect,
        in context: NSManagedObjectContext
    ) throws -> NSManagedObject {
        if let country = known[code] { return country }
        if importer?.find == .each, let country = try findCountry(code, in: context) {
            effect.rows += 1
            return country
        }
        let country = insertCountry(plan.data!.countries[code]!, into: context)
        effect.edits += 1
        if importer?.find != .each { known[code] = country }
        return country
    }
}

// MARK: - Objects

extension OperationPerformer {
    private func insertCountry(
        _ record: CountryRecord, into context: NSManagedObjectContext
    ) -> NSManagedObject {
        let country = NSEntityDescription.insertNewObject(
            forEntityName: plan.schema.country, into: context)
        country.setValue(record.code, forKey: "code")
        country.setValue(record.name, forKey: "name")
        country.setValue(record.continent, forKey: "continent")
        country.setValue(record.capital, forKey: "capital")
        country.setValue(record.population, forKey: "population")
        country.setValue(record.areaKm2, forKey: "areaKm2")
        country.setValue(record.currency, forKey: "currency")
        country.setValue(record.languages, forKey: "languages")
        return country
    }

    private func insertCity(
        _ record: CityRecord, into context: NSManagedObjectContext
    ) -> NSManagedObject {
        let city = NSEntityDescription.insertNewObject(
            forEntityName: plan.schema.city, into: context)
        set(record, on: city)
        return city
    }

    private func set(_ record: CityRecord, on city: NSManagedObject) {
        city.setValue(record.id, forKey: "geonameID")
        city.setValue(record.name, forKey: "name")
        city.setValue(record.admin1, forKey: "admin1")
        city.setValue(record.latitude, forKey: "latitude")
        city.setValue(record.longitude, forKey: "longitude")
        city.setValue(record.population, forKey: "population")
        city.setValue(record.timezone, forKey: "timezone")
    }

    private func insertNames(
        of record: CityRecord, _ city: NSManagedObject, into context: NSManagedObjectContext
    ) {
        for (position, text) in record.alternateNames.enumerated() {
            let name = NSEntityDescription.insertNewObject(
                forEntityName: plan.schema.alternateName, into: context)
            name.setValue(text, forKey: "name")
            name.setValue(position, forKey: "position")
            name.setValue(city, forKey: "city")
        }
    }
}
