import Foundation

/// The file format of an XML store, for people to read and tools to compare.
///
/// ```xml
/// <database format="LabCoreDataXML" version="1">
///     <databaseInfo>
///         <UUID>…</UUID>
///         <metadata>a property list in Base64</metadata>
///         <model>the model's archive in Base64</model>
///         <nextObjectID type="Book">3</nextObjectID>
///     </databaseInfo>
///     <object type="Book" id="1" version="1">
///         <attribute name="title" type="text">Solaris</attribute>
///         <attribute name="year" type="integer">1961</attribute>
///         <relationship name="author" destination="Author">1</relationship>
///     </object>
///     <links type="Book" name="tags">
///         <link type="Book" id="1" destination="Tag">2</link>
///     </links>
///     <order type="Shelf" name="books">
///         <owner type="Shelf" id="1"><member type="Book">2</member>…</owner>
///     </order>
/// </database>
/// ```
///
/// A value that XML cannot carry as text is in Base64, with type `data`. Objects come in the order
/// of their entities and keys.
struct XMLFormat: AtomicFormat {
    static let name = "LabCoreDataXML"
    static let version = "1"

    var storeType: String { NSXMLStoreType }

    func encode(_ contents: StoreContents) throws -> Data {
        var text = #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n"
        text += "<database format=\"\(Self.name)\" version=\"\(Self.version)\">\n"
        text += "    <databaseInfo>\n"
        let metadata = try StoreMetadata.encode(contents.metadata).base64EncodedString()
        text += "        <UUID>\(escaped(contents.identifier))</UUID>\n"
        text += "        <metadata>\(metadata)</metadata>\n"
        text += "        <model>\(contents.model.base64EncodedString())</model>\n"
        for name in contents.highest.keys.sorted() {
            let next = contents.highest[name]! + 1
            text += "        <nextObjectID type=\"\(escaped(name))\">\(next)</nextObjectID>\n"
        }
        text += "    </databaseInfo>\n"
        for table in contents.tables { add(table, to: &text) }
        for links in contents.links { add(links, to: &text) }
        for order in contents.orders { add(order, to: &text) }
        text += "</database>\n"
        return Data(text.utf8)
    }

    private func add(_ table: StoreContents.Table, to text: inout String) {
        let columns = table.columns.map(escaped)
        for row in table.rows {
            text += """
                    <object type="\(escaped(table.entity))" id="\(row.number)" \
                version="\(row.version)">\n
                """
            for (column, value) in zip(columns, row.values) { add(value, column, to: &text) }
            text += "    </object>\n"
        }
    }

    private func add(_ value: StoreContents.Value, _ name: String, to text: inout String) {
        func add(_ type: String, _ value: String) {
            text += "        <attribute name=\"\(name)\" type=\"\(type)\">\(value)</attribute>\n"
        }
        switch value {
        case .null: break
        case .integer(let integer): add("integer", "\(integer)")
        // Swift's description of a double reads back as the same one.
        case .double(let double): add("double", "\(double)")
        case .bytes(let bytes):
            if let string = plainText(bytes) {
                add("text", escaped(string))
            } else {
                add("data", bytes.base64EncodedString())
            }
        case .reference(let reference):
            text += """
                        <relationship name="\(name)" \
                destination="\(escaped(reference.entity))">\(reference.number)</relationship>\n
                """
        }
    }

    private func add(_ links: StoreContents.Links, to text: inout String) {
        text += """
                <links type="\(escaped(links.entity))" name="\(escaped(links.relationship))">\n
            """
        for pair in links.pairs {
            let end = pair.destination
            text += """
                        <link type="\(escaped(pair.source.entity))" id="\(pair.source.number)" \
                destination="\(escaped(end.entity))">\(end.number)</link>\n
                """
        }
        text += "    </links>\n"
    }

    private func add(_ order: StoreContents.Order, to text: inout String) {
        text += """
                <order type="\(escaped(order.entity))" name="\(escaped(order.relationship))">\n
            """
        for (owner, members) in order.lists {
            text += "        <owner type=\"\(escaped(owner.entity))\" id=\"\(owner.number)\">"
            for member in members {
                text += "<member type=\"\(escaped(member.entity))\">\(member.number)</member>"
            }
            text += "</owner>\n"
        }
        text += "    </order>\n"
    }

    /// The bytes as text, if XML preserves it.
    ///
    /// XML forbids control characters, and turns carriage returns into line feeds.
    private func plainText(_ bytes: Data) -> String? {
        guard let text = String(bytes: bytes, encoding: .utf8) else { return nil }
        let isPlain = text.unicodeScalars.allSatisfy { scalar in
            // XML 1.0, section 2.2, excludes U+FFFE, U+FFFF and most control characters.
            scalar.value >= 0x20 && scalar.value != 0xFFFE && scalar.value != 0xFFFF
                || scalar == "\n" || scalar == "\t"
        }
        return isPlain ? text : nil
    }

    private func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: { "&<>\"".utf8.contains($0) }) else { return text }
        return text.replacingOccurrences(of: "&", with: "&amp;")
            .replacingOccurrences(of: "<", with: "&lt;")
            .replacingOccurrences(of: ">", with: "&gt;")
            .replacingOccurrences(of: "\"", with: "&quot;")
    }

    func decode(_ data: Data, path: String) throws -> StoreContents {
        try XMLStoreReader.read(data, path: path)
    }
}
