import Foundation

/// The file format of a binary store.
///
///     16 bytes    "LabCoreDataBin 1"; the last digit is the version
///     32          SHA-256 of the rest
///     …           metadata, model, highest keys, tables, links, as `ByteWriter` writes them;
///                 then orders, if ordered relationships have members
///
/// The format is this core's own; Apple has not published its archives' format.
struct BinaryFormat: AtomicFormat {
    private static let mark = Data("LabCoreDataBin ".utf8)
    private static let version = UInt8(ascii: "1")
    private static let digestSize = 32

    var storeType: String { NSBinaryStoreType }

    func encode(_ contents: StoreContents) throws -> Data {
        var writer = ByteWriter()
        writer.write(contents.identifier)
        writer.write(try StoreMetadata.encode(contents.metadata))
        writer.write(contents.model)
        writer.write(contents.highest.count)
        for name in contents.highest.keys.sorted() {
            writer.write(name)
            writer.write(contents.highest[name]!)
        }
        writer.write(contents.tables.count)
        for table in contents.tables { write(table, to: &writer) }
        writer.write(contents.links.count)
        for links in contents.links { write(links, to: &writer) }
        if !contents.orders.isEmpty {
            writer.write(contents.orders.count)
            for order in contents.orders { write(order, to: &writer) }
        }
        let body = writer.data
        return Self.mark + [Self.version] + SHA256.digest(of: body) + body
    }

    private func write(_ table: StoreContents.Table, to writer: inout ByteWriter) {
        writer.write(table.entity)
        writer.write(table.columns.count)
        for column in table.columns { writer.write(column) }
        writer.write(table.rows.count)
        for row in table.rows {
            writer.write(row.number)
            writer.write(row.version)
            for value in row.values { write(value, to: &writer) }
        }
    }

    private func write(_ value: StoreContents.Value, to writer: inout ByteWriter) {
        switch value {
        case .null: writer.write(0)
        case .integer(let integer):
            writer.write(1)
            writer.write(integer)
        case .double(let double):
            writer.write(2)
            writer.write(double)
        case .bytes(let bytes):
            writer.write(3)
            writer.write(bytes)
        case .reference(let reference):
            writer.write(4)
            write(reference, to: &writer)
        }
    }

    private func write(_ reference: StoreContents.Reference, to writer: inout ByteWriter) {
        writer.write(reference.entity)
        writer.write(reference.number)
    }

    private func write(_ links: StoreContents.Links, to writer: inout ByteWriter) {
        writer.write(links.entity)
        writer.write(links.relationship)
        writer.write(links.pairs.count)
        for pair in links.pairs {
            write(pair.source, to: &writer)
            write(pair.destination, to: &writer)
        }
    }

    private func write(_ order: StoreContents.Order, to writer: inout ByteWriter) {
        writer.write(order.entity)
        writer.write(order.relationship)
        writer.write(order.lists.count)
        for (owner, members) in order.lists {
            write(owner, to: &writer)
            writer.write(members.count)
            for member in members { write(member, to: &writer) }
        }
    }

    // MARK: Reading

    func decode(_ data: Data, path: String) throws -> StoreContents {
        let start = Self.mark.count + 1 + Self.digestSize
        guard data.starts(with: Self.mark) else {
            throw CoreDataError.cannotOpen(path, "it is not a binary store of this core")
        }
        guard data.count >= start else { throw CoreDataError.corruptFile(path, "it ends early") }
        guard data[data.startIndex + Self.mark.count] == Self.version else {
            throw CoreDataError.laterStore(path)
        }
        let body = data.dropFirst(start)
        let digest = data.dropFirst(Self.mark.count + 1).prefix(Self.digestSize)
        guard SHA256.digest(of: body) == Data(digest) else {
            throw CoreDataError.corruptFile(path, "its checksum is wrong")
        }
        do {
            return try read(body, path)
        } catch is ByteReader.Damage {
            throw CoreDataError.corruptFile(path, "its contents are damaged")
        }
    }

    private func read(_ body: Data, _ path: String) throws -> StoreContents {
        var reader = ByteReader(body)
        let identifier = try reader.text()
        let metadata = try StoreMetadata.decode(try reader.data(), path)
        var contents = StoreContents(
            identifier: identifier, metadata: metadata, model: try reader.data())
        for _ in 0..<(try reader.count()) {
            let name = try reader.text()
            contents.highest[name] = try reader.signed()
        }
        for _ in 0..<(try reader.count()) { contents.tables.append(try readTable(&reader)) }
        for _ in 0..<(try reader.count()) { contents.links.append(try readLinks(&reader)) }
        // Contents without ordered relationships end here.
        if !reader.isAtEnd {
            for _ in 0..<(try reader.count()) { contents.orders.append(try readOrder(&reader)) }
        }
        guard reader.isAtEnd else { throw ByteReader.Damage() }
        return contents
    }

    private func readTable(_ reader: inout ByteReader) throws -> StoreContents.Table {
        let entity = try reader.text()
        let columns = try (0..<reader.count()).map { _ in try reader.text() }
        var table = StoreContents.Table(entity: entity, columns: columns)
        for _ in 0..<(try reader.count()) {
            let number = try reader.signed()
            let version = try reader.signed()
            let values = try columns.map { _ in try readValue(&reader) }
            table.rows.append(
                StoreContents.Record(number: number, version: version, values: values))
        }
        return table
    }

    private func readValue(_ reader: inout ByteReader) throws -> StoreContents.Value {
        switch try reader.unsigned() {
        case 0: .null
        case 1: .integer(try reader.signed())
        case 2: .double(try reader.double())
        case 3: .bytes(try reader.data())
        case 4: .reference(try readReference(&reader))
        default: throw ByteReader.Damage()
        }
    }

    private func readReference(_ reader: inout ByteReader) throws -> StoreContents.Reference {
        StoreContents.Reference(entity: try reader.text(), number: try reader.signed())
    }

    private func readLinks(_ reader: inout ByteReader) throws -> StoreContents.Links {
        var links = StoreContents.Links(
            entity: try reader.text(), relationship: try reader.text())
        for _ in 0..<(try reader.count()) {
            links.pairs.append((try readReference(&reader), try readReference(&reader)))
        }
        return links
    }

    private func readOrder(_ reader: inout ByteReader) throws -> StoreContents.Order {
        var order = StoreContents.Order(
            entity: try reader.text(), relationship: try reader.text())
        for _ in 0..<(try reader.count()) {
            let owner = try readReference(&reader)
            let members = try (0..<reader.count()).map { _ in try readReference(&reader) }
            order.lists.append((owner, members))
        }
        return order
    }
}
