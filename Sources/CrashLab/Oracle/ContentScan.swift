import CoreData
import WorkloadEngine

/// Reads a store's content past the engine, by SQL, into the form of the expected data.
///
/// Read through the engine, a value that it wrote wrong and reads back wrong in the same way would
/// go undetected.
struct ContentScan {
    private let schema: AtlasSchema
    /// By table.
    private let known: [String: KnownRows]
    /// Those of a model of one's own; `nil` for the Atlas.
    private let entities: [EntityScan]?

    /// - Parameter model: that of the plan's workload.
    init(_ plan: OperationPlan, _ model: NSManagedObjectModel) {
        schema = plan.schema
        // Entities have numbers, which name the join tables, from then on.
        model.freeze()
        self.entities = plan.own.map { objects in
            objects.content.entities.map { EntityScan($0, of: objects.content, in: model) }
        }
        let entities = [schema.city, schema.country, schema.alternateName, schema.noteEntity]
        known = Dictionary(uniqueKeysWithValues: entities.map { (Self.table($0), KnownRows()) })
    }

    /// - Throws: `ImageError`.
    /// - Complexity: O(objects), without a text for rows that were read before.
    func content(_ connection: ImageConnection) throws -> StoreContent {
        // A crash may have come before the tables were made: such a store is empty, not broken.
        let tables = Set(
            try connection.texts("SELECT name FROM sqlite_schema WHERE type = 'table'"))
        if let entities {
            return StoreContent(
                tables: try entities.map {
                    tables.contains($0.table) ? try $0.rows(connection) : []
                })
        }
        let city = Self.table(schema.city)
        let country = Self.table(schema.country)
        func rows(
            _ table: String, _ text: String, _ row: (ImageRow) -> StoreContent.Row
        ) throws -> [StoreContent.Row] {
            guard tables.contains(table), let known = known[table] else { return [] }
            var rows: [StoreContent.Row] = []
            try connection.forEachRow(text) { rows.append(known.row($0, row)) }
            return rows
        }
        let countries = try rows(
            country,
            """
            SELECT ZCODE, ZNAME, ZCONTINENT, ZCAPITAL, ZPOPULATION, ZAREAKM2, ZCURRENCY, \
            ZLANGUAGES FROM \(country)
            """
        ) { row in
            .country(
                code: row.text(0), name: row.text(1), continent: row.text(2),
                capital: row.text(3), population: row.integer(4), areaKm2: row.real(5),
                currency: row.text(6), languages: row.text(7))
        }
        let cities = try rows(
            city,
            """
            SELECT t.ZGEONAMEID, t.ZNAME, t.ZADMIN1, t.ZLATITUDE, t.ZLONGITUDE, t.ZPOPULATION, \
            t.ZTIMEZONE, c.ZCODE FROM \(city) t LEFT JOIN \(country) c ON c.Z_PK = t.ZCOUNTRY
            """
        ) { row in
            .city(
                geonameID: row.integer(0), name: row.text(1), admin1: row.text(2),
                latitude: row.real(3), longitude: row.real(4), population: row.integer(5),
                timezone: row.text(6), country: row.text(7))
        }
        let names = Self.table(schema.alternateName)
        let alternateNames = try rows(
            names,
            """
            SELECT c.ZGEONAMEID, t.ZPOSITION, t.ZNAME \
            FROM \(names) t LEFT JOIN \(city) c ON c.Z_PK = t.ZCITY
            """
        ) { row in
            .alternateName(city: row.integer(0), position: row.integer(1), name: row.text(2))
        }
        let notes = Self.table(schema.noteEntity)
        return StoreContent(
            countries: countries, cities: cities, alternateNames: alternateNames,
            notes: try rows(
                notes, "SELECT ZNUMBER, ZTITLE, ZTEXT, ZREVISION, ZCHANGEDAT FROM \(notes)"
            ) { row in
                .note(
                    number: row.integer(0), title: row.text(1), text: row.text(2),
                    revision: row.integer(3), changedAt: row.real(4))
            })
    }

    /// Apple's name for an entity's table.
    static func table(_ entity: String) -> String { "Z" + entity.uppercased() }
}
