import Foundation
import FoundationXML

/// Reads the file of an XML store.
final class XMLStoreReader: NSObject, XMLParserDelegate {
    private var contents = StoreContents(identifier: "", metadata: [:], model: Data())
    private let path: String
    private var text = ""
    private var attributes: [[String: String]] = []
    /// The values of the open object by name, before its table knows all columns.
    private var values: [String: StoreContents.Value] = [:]
    private var objects: [(entity: String, number: Int64, version: Int64)] = []
    private var objectValues: [[String: StoreContents.Value]] = []
    /// The members of the open owner.
    private var members: [StoreContents.Reference] = []
    private var failure: (any Error)?
    private var isClosed = false

    private init(path: String) {
        self.path = path
    }

    /// - Throws: 134080 for a file of another kind, 259 for a damaged one.
    static func read(_ data: Data, path: String) throws -> StoreContents {
        let reader = XMLStoreReader(path: path)
        // As a stream, of which the parser keeps little: libxml2 refuses more than 10 MB at once.
        let parser = XMLParser(stream: InputStream(data: data))
        parser.delegate = reader
        let isParsed = parser.parse()
        if let failure = reader.failure { throw failure }
        // The parser accepts a file that ends early; only the closing element proves that it is
        // whole.
        guard isParsed, reader.isClosed else {
            throw CoreDataError.corruptFile(path, "it is not well-formed XML")
        }
        return reader.finished()
    }

    // MARK: Elements

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
        qualifiedName: String?, attributes attributeDict: [String: String]
    ) {
        if attributes.isEmpty { checkFormat(name, attributeDict) }
        attributes.append(attributeDict)
        text = ""
        switch name {
        case "object": values = [:]
        case "links":
            contents.links.append(
                StoreContents.Links(
                    entity: attributeDict["type"] ?? "", relationship: attributeDict["name"] ?? ""))
        case "order":
            contents.orders.append(
                StoreContents.Order(
                    entity: attributeDict["type"] ?? "", relationship: attributeDict["name"] ?? ""))
        case "owner": members = []
        default: break
        }
        if failure != nil { parser.abortParsing() }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        text += string
    }

    func parser(
        _ parser: XMLParser, didEndElement name: String, namespaceURI: String?,
        qualifiedName: String?
    ) {
        guard let attributes = attributes.popLast() else { return }
        end(name, attributes)
        text = ""
        if failure != nil { parser.abortParsing() }
    }

    func parser(_ parser: XMLParser, parseErrorOccurred parseError: any Error) {
        fail("it is not well-formed XML")
    }

    private func checkFormat(_ name: String, _ attributes: [String: String]) {
        guard name == "database", attributes["format"] == XMLFormat.name else {
            failure = CoreDataError.cannotOpen(path, "it is not an XML store of this core")
            return
        }
        if attributes["version"] != XMLFormat.version { failure = CoreDataError.laterStore(path) }
    }

    private func end(_ name: String, _ attributes: [String: String]) {
        switch name {
        case "UUID": contents.identifier = text
        case "metadata":
            do {
                contents.metadata = try StoreMetadata.decode(
                    Data(base64Encoded: text) ?? Data(), path)
            } catch {
                failure = failure ?? error
            }
        case "model": contents.model = Data(base64Encoded: text) ?? Data()
        case "nextObjectID":
            contents.highest[attributes["type"] ?? ""] = number(text) - 1
        case "attribute": values[attributes["name"] ?? ""] = value(attributes["type"])
        case "relationship":
            values[attributes["name"] ?? ""] = .reference(
                reference(attributes["destination"], text))
        case "object":
            objects.append(
                (
                    attributes["type"] ?? "", number(attributes["id"]),
                    number(attributes["version"])
                ))
            objectValues.append(values)
        case "link":
            guard !contents.links.isEmpty else {
                return fail("a link is outside of the element links")
            }
            contents.links[contents.links.count - 1].pairs.append(
                (
                    reference(attributes["type"], attributes["id"]),
                    reference(attributes["destination"], text)
                ))
        case "member": members.append(reference(attributes["type"], text))
        case "owner":
            guard !contents.orders.isEmpty else {
                return fail("an owner is outside of the element order")
            }
            contents.orders[contents.orders.count - 1].lists.append(
                (reference(attributes["type"], attributes["id"]), members))
        case "database": isClosed = true
        default: break
        }
    }

    private func value(_ type: String?) -> StoreContents.Value {
        switch type {
        case "integer": return .integer(number(text))
        case "double": return Double(text).map { .double($0) } ?? damaged()
        case "text": return .bytes(Data(text.utf8))
        case "data": return Data(base64Encoded: text).map { .bytes($0) } ?? damaged()
        default: return damaged()
        }
    }

    private func damaged() -> StoreContents.Value {
        fail("the value “\(text.prefix(40))” cannot be read")
        return .null
    }

    private func reference(_ entity: String?, _ text: String?) -> StoreContents.Reference {
        StoreContents.Reference(entity: entity ?? "", number: number(text))
    }

    private func number(_ text: String?) -> Int64 {
        if let text, let number = Int64(text) { return number }
        fail("“\((text ?? "").prefix(40))” is not a whole number")
        return 0
    }

    private func fail(_ reason: String) {
        if failure == nil { failure = CoreDataError.corruptFile(path, reason) }
    }

    // MARK: Tables

    /// The contents, with the objects gathered by entity.
    ///
    /// An object's element lacks nil values, so a table's columns are those that occur.
    private func finished() -> StoreContents {
        var places: [String: Int] = [:]
        for object in objects where places[object.entity] == nil {
            places[object.entity] = contents.tables.count
            contents.tables.append(StoreContents.Table(entity: object.entity, columns: []))
        }
        var columns = Array(repeating: Set<String>(), count: contents.tables.count)
        for (object, values) in zip(objects, objectValues) {
            columns[places[object.entity]!].formUnion(values.keys)
        }
        for index in columns.indices { contents.tables[index].columns = columns[index].sorted() }
        for (object, values) in zip(objects, objectValues) {
            let place = places[object.entity]!
            contents.tables[place].rows.append(
                StoreContents.Record(
                    number: object.number, version: object.version,
                    values: contents.tables[place].columns.map { values[$0] ?? .null }))
        }
        return contents
    }
}
