import CoreData
import Foundation
import Testing

/// Fetch request templates, models of bundles, partial indexes, requests as expressions.
@Suite(.inVirtualTime) struct `Templates and merged models` {
    private static let contents = """
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
            <entity name="NAME" syncable="YES">
                <attribute name="title" optional="YES" attributeType="String"/>
                <attribute name="year" optional="YES" attributeType="Integer 64"/>
            </entity>
            <fetchRequest name="since" entity="NAME" predicateString="year &gt;= $year" \
        fetchLimit="2"/>
        </model>
        """

    /// A bundle with a model of one version for each entity's name.
    private func withBundle(_ names: [String], _ body: (Bundle) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("models-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for name in names {
            let version = folder.appendingPathComponent("\(name).xcdatamodeld/\(name).xcdatamodel")
            try FileManager.default.createDirectory(at: version, withIntermediateDirectories: true)
            try Self.contents.replacingOccurrences(of: "NAME", with: name).write(
                to: version.appendingPathComponent("contents"), atomically: true, encoding: .utf8)
        }
        try body(try #require(Bundle(path: folder.path)))
    }

    @Test func `The models of a bundle are merged to one`() throws {
        try withBundle(["Song", "Film"]) { bundle in
            let model = try #require(NSManagedObjectModel.mergedModel(from: [bundle]))
            #expect(model.entitiesByName.keys.sorted() == ["Film", "Song"])
            #expect(model.fetchRequestTemplatesByName.keys.sorted() == ["since"])
        }
        try withBundle([]) { #expect(NSManagedObjectModel.mergedModel(from: [$0]) == nil) }
    }

    @Test func `The model of a store is found by the store's metadata`() throws {
        try withBundle(["Song", "Film", "Play"]) { bundle in
            let wanted = try withModels(["Song", "Play"], bundle)
            let metadata: [String: Any] = [
                NSStoreModelVersionHashesKey: wanted.entityVersionHashesByName
            ]
            let found = NSManagedObjectModel.mergedModel(from: [bundle], forStoreMetadata: metadata)
            #expect(found?.entitiesByName.keys.sorted() == ["Play", "Song"])
            wanted.entities[0].versionHashModifier = "2"
            #expect(
                NSManagedObjectModel.mergedModel(
                    from: [bundle],
                    forStoreMetadata: [
                        NSStoreModelVersionHashesKey: wanted.entityVersionHashesByName
                    ]) == nil)
        }
    }

    private func withModels(_ names: [String], _ bundle: Bundle) throws -> NSManagedObjectModel {
        let models = names.map { name in
            NSManagedObjectModel(
                contentsOf: bundle.bundleURL.appendingPathComponent("\(name).xcdatamodeld"))!
        }
        return try #require(NSManagedObjectModel(byMerging: models))
    }

    @Test func `A template of the model file is filled in and executed`() throws {
        try withBundle(["Song"]) { bundle in
            let model = try #require(NSManagedObjectModel.mergedModel(from: [bundle]))
            let store = try TestStore(model: model)
            let context = store.context()
            try context.performAndWait {
                for year in 1990...1999 { context.make("Song", ["year": year]) }
                let request = try #require(
                    model.fetchRequestFromTemplate(
                        withName: "since", substitutionVariables: ["year": 1995]))
                #expect(request.fetchLimit == 2)
                request.fetchLimit = 0
                #expect(try context.fetch(request.converted(to: NSManagedObject.self)).count == 5)
                // The template is as it was.
                #expect(model.fetchRequestTemplate(forName: "since")?.fetchLimit == 2)
                #expect(
                    model.fetchRequestFromTemplate(withName: "x", substitutionVariables: [:]) == nil
                )
            }
        }
    }

    @Test func `A template that the app sets is kept as a copy`() throws {
        let model = LibraryModel.make()
        let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Book")
        request.predicate = NSPredicate(format: "author = $AUTHOR")
        model.setFetchRequestTemplate(request, forName: "by")
        request.predicate = nil
        let filled = model.fetchRequestFromTemplate(
            withName: "by", substitutionVariables: ["AUTHOR": NSNull()])
        let predicate = try #require(filled?.predicate)
        #expect(predicate == NSPredicate(format: "author == nil"))
        #expect((model.copy() as? NSManagedObjectModel) == model)
        model.setFetchRequestTemplate(nil, forName: "by")
        #expect(model.fetchRequestTemplatesByName.isEmpty)
    }

    @Test func `A partial index has the rows of its condition`() throws {
        let model = LibraryModel.make()
        let book = model.entitiesByName["Book"]!
        let index = NSFetchIndexDescription(
            name: "lent",
            elements: [
                NSFetchIndexElementDescription(
                    property: book.propertiesByName["title"]!, collationType: .binary)
            ])
        index.partialIndexPredicate = NSPredicate(format: "isLent == YES AND title != %@", "it's")
        book.indexes.append(index)
        #expect((index.copy() as? NSFetchIndexDescription) == index)
        let store = try TestStore(model: model)
        let text = try store.sql("SELECT sql FROM sqlite_master WHERE name = 'Z_Book_lent'")
        let sql = try #require(text.first?.first ?? nil)
        #expect(sql.contains("WHERE") && sql.contains("'it''s'"))
        let context = store.context()
        try context.performAndWait {
            context.make("Book", ["title": "A", "isLent": true])
            context.make("Book", ["title": "B", "isLent": false])
            try context.save()
            #expect(try context.all("Book", NSPredicate(format: "isLent == YES")).count == 1)
        }
        #expect(
            try store.sql("SELECT ZTITLE FROM ZBOOK INDEXED BY Z_Book_lent WHERE \(condition(sql))")
                == [["A"]])
    }

    private func condition(_ sql: String) -> String {
        String(sql.components(separatedBy: " WHERE ")[1])
    }

    @Test func `An expression of a fetch request gives objects or their number`() throws {
        let store = try TestStore()
        let context = store.context()
        try context.performAndWait {
            let lem = context.make("Author", ["name": "Lem"])
            context.make("Book", ["title": "Solaris", "author": lem])
            context.make(
                "Book", ["title": "Dune", "author": context.make("Author", ["name": "H"])])
            try context.save()
            let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Author")
            request.predicate = NSPredicate(format: "name == 'Lem'")
            let authors = NSFetchRequestExpression.expression(
                forFetch: NSExpression(forConstantValue: request),
                context: NSExpression(forConstantValue: context), countOnly: false)
            let count = NSFetchRequestExpression.expression(
                forFetch: NSExpression(forVariable: "request"),
                context: NSExpression(forConstantValue: context), countOnly: true)
            #expect(authors.expressionType == NSFetchRequestExpressionType)
            #expect((authors as? NSFetchRequestExpression)?.isCountOnlyRequest == false)
            #expect(authors.expressionValue(with: nil, context: nil) as? [NSManagedObject] == [lem])
            #expect(
                count.expressionValue(with: nil, context: ["request": request]) as? Int == 1)
            // In a fetch's predicate the store gets the result as a constant.
            let books = NSComparisonPredicate(
                leftExpression: NSExpression(forKeyPath: "author"), rightExpression: authors,
                modifier: .direct, type: .in)
            #expect(try context.all("Book", books).map { $0.text("title") } == ["Solaris"])
            let writers = NSPredicate(
                format: "SUBQUERY(books, $book, $book.author IN %@).@count > 0", authors)
            #expect(try context.all("Author", writers) == [lem])
            // Substitution fills its variables, and leaves it an expression of a fetch.
            let template = NSComparisonPredicate(
                leftExpression: NSExpression(forKeyPath: "author"),
                rightExpression: NSFetchRequestExpression.expression(
                    forFetch: NSExpression(forVariable: "request"),
                    context: NSExpression(forVariable: "context"), countOnly: false),
                modifier: .direct, type: .in)
            let filled = template.withSubstitutionVariables([
                "request": request, "context": context,
            ])
            let whole = NSPredicate(format: "author IN $authors")
                .withSubstitutionVariables(["authors": authors])
            context.make("Book", ["title": "Eden", "author": lem])
            for predicate in [books, filled, whole] {
                #expect(try context.all("Book", predicate).count == 2)
            }
        }
    }
}
