import CoreData
import Foundation
import Testing

@Suite(.inVirtualTime) struct `Fetched properties` {
    /// Author.recent: the author's books since 1960, newest first; Author.named: tags by user info.
    private func model() -> NSManagedObjectModel {
        let model = LibraryModel.make()
        let recent = NSFetchedPropertyDescription()
        recent.name = "recent"
        let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Book")
        request.predicate = NSPredicate(
            format: "author == $FETCH_SOURCE AND year >= 1960 AND title != $FETCH_SOURCE.name")
        request.sortDescriptors = [NSSortDescriptor(key: "year", ascending: false)]
        recent.fetchRequest = request
        let named = NSFetchedPropertyDescription()
        named.name = "named"
        named.userInfo = ["search": "sf"]
        let tags = NSFetchRequest<any NSFetchRequestResult>(entityName: "Tag")
        tags.predicate = NSPredicate(format: "name == $FETCHED_PROPERTY.userInfo.search")
        named.fetchRequest = tags
        model.entitiesByName["Author"]!.properties += [recent, named]
        return model
    }

    private func withAuthor(
        _ body: (NSManagedObject, NSManagedObjectContext) throws -> Void
    ) throws {
        let store = try TestStore(model: model())
        defer { withExtendedLifetime(store) {} }
        let context = store.context()
        try context.performAndWait {
            let author = context.make("Author", ["name": "Lem"])
            for (title, year) in [
                ("Eden", 1958), ("Solaris", 1961), ("Fiasco", 1986), ("Lem", 1999),
            ] {
                context.make("Book", ["title": title, "year": year, "author": author])
            }
            context.make("Book", ["title": "Ubik", "year": 1969])
            context.make("Tag", ["name": "sf"])
            context.make("Tag", ["name": "other"])
            try context.save()
            try body(author, context)
        }
    }

    private func titles(_ author: NSManagedObject) -> [String?]? {
        (author.value(forKey: "recent") as? [NSManagedObject])?.map { $0.text("title") }
    }

    @Test func `The source's objects are fetched, in the order of the request`() throws {
        try withAuthor { author, _ in
            #expect(titles(author) == ["Fiasco", "Solaris"])
            let tags = author.value(forKey: "named") as? [NSManagedObject]
            #expect(tags?.map { $0.text("name") } == ["sf"])
            #expect(author.value(forKeyPath: "recent.title") as? [String] == ["Fiasco", "Solaris"])
        }
    }

    @Test func `The result stays until the object is refreshed`() throws {
        try withAuthor { author, context in
            #expect(titles(author)?.count == 2)
            context.make("Book", ["title": "Golem", "year": 1981, "author": author])
            #expect(titles(author)?.count == 2)
            context.refresh(author, mergeChanges: true)
            #expect(titles(author) == ["Fiasco", "Golem", "Solaris"])
            try context.save()
            #expect(titles(author)?.count == 3)
            context.refresh(author, mergeChanges: false)
            #expect(titles(author)?.count == 3)
        }
    }

    @Test func `An object that is not saved yet fetches what refers to it`() throws {
        try withAuthor { _, context in
            let author = context.make("Author", ["name": "Dick"])
            context.make("Book", ["title": "Valis", "year": 1981, "author": author])
            #expect(titles(author) == ["Valis"])
        }
    }

    @Test func `They are no attributes, no changes, and cannot be set`() throws {
        try withAuthor { author, context in
            _ = titles(author)
            #expect(author.changedValues().isEmpty && !context.hasChanges)
            #expect(author.entity.attributesByName["recent"] == nil)
        }
    }

    @Test func `Setting one traps`() async {
        await #expect(processExitsWith: .failure) {
            try `Fetched properties`().withAuthor { author, _ in
                author.setValue([NSManagedObject](), forKey: "recent")
            }
        }
    }

    @Test func `A model file's fetched property is fetched`() throws {
        let text = """
            <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
            <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
                <entity name="Song" syncable="YES">
                    <attribute name="title" optional="YES" attributeType="String"/>
                    <attribute name="key" optional="YES" attributeType="String" derived="YES" \
            derivationExpression="lowercase:(title)"/>
                    <fetchedProperty name="namesakes" optional="YES">
                        <fetchRequest name="fetchedPropertyFetchRequest" entity="Song" \
            predicateString="title == $FETCH_SOURCE.title"/>
                    </fetchedProperty>
                </entity>
            </model>
            """
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("model-\(UUID().uuidString).xcdatamodel")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try text.write(
            to: folder.appendingPathComponent("contents"), atomically: true, encoding: .utf8)
        let (model, warnings) = try NSManagedObjectModel.load(contentsOf: folder)
        #expect(warnings.isEmpty)
        let store = try TestStore(model: model)
        let context = store.context()
        try context.performAndWait {
            let songs = ["A", "A", "B"].map { context.make("Song", ["title": $0]) }
            try context.save()
            #expect((songs[0].value(forKey: "namesakes") as? [NSManagedObject])?.count == 2)
            #expect(songs[2].text("key") == "b")
        }
    }
}
