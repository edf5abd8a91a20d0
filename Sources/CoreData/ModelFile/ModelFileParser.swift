import Foundation
import FoundationXML

/// Turns the text of a model file into elements.
final class ModelFileParser: NSObject, XMLParserDelegate {
    private let tags: [TagScanner.Tag]
    private var tagCount = 0
    private var open: [ModelElement] = []
    private var root: ModelElement?

    /// The first error that the parser reported, and its position.
    private var failure: (code: Int, position: TagScanner.Position)?

    private init(tags: [TagScanner.Tag]) {
        self.tags = tags
    }

    /// The outermost element of a text; `path` is for errors.
    ///
    /// Finds bytes that are not UTF-8 before `XMLParser` sees them, because it traps on such a
    /// name.
    ///
    /// - Throws: `ModelFileError` if the text is not well-formed, is nested too deeply, or has a
    ///   document type.
    static func parse(_ text: Data, path: String) throws -> ModelElement {
        let scanner = TagScanner(text)
        if let position = scanner.invalidText { throw ModelFileError.notUTF8(path, position) }
        if let position = scanner.documentType { throw ModelFileError.documentType(path, position) }
        if let position = scanner.tooDeep {
            throw ModelFileError.tooDeep(path, position, TagScanner.deepestLevel)
        }
        let parser = XMLParser(data: text)
        let elements = ModelFileParser(tags: scanner.tags)
        parser.delegate = elements
        // Do not rely on the result on Linux: it is true for unclosed elements, too.
        let isParsed = parser.parse()
        if let failure = elements.failure, !endsEarly(failure.code) || elements.open.isEmpty {
            throw ModelFileError.notWellFormed(path, failure.position, reason(failure.code))
        }
        if let unclosed = elements.open.last {
            throw ModelFileError.notWellFormed(
                path, unclosed.position, "the element \"\(unclosed.name)\" is not closed")
        }
        guard let root = elements.root, isParsed else {
            let start = scanner.tags.first?.position ?? TagScanner.Position(line: 1, column: 1)
            throw ModelFileError.notWellFormed(path, start, "there is no complete element")
        }
        return root
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
        qualifiedName: String?, attributes: [String: String]
    ) {
        let reported = TagScanner.Position(line: parser.lineNumber, column: parser.columnNumber)
        let tag = tagCount < tags.count ? tags[tagCount] : TagScanner.Tag(position: reported)
        tagCount += 1
        let element = ModelElement(
            name: name, attributes: attributes, position: tag.position,
            attributePositions: tag.attributes)
        open.last?.append(element)
        if root == nil { root = element }
        open.append(element)
    }

    func parser(
        _ parser: XMLParser, didEndElement name: String, namespaceURI: String?,
        qualifiedName: String?
    ) {
        // The parser reports an end tag with another name as an error.
        if open.last?.name == name { open.removeLast() }
    }

    func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
        let position = TagScanner.Position(line: parser.lineNumber, column: parser.columnNumber)
        failure = failure ?? ((error as NSError).code, position)
    }

    /// Whether the file ended inside an element, which this class names more exactly.
    private static func endsEarly(_ code: Int) -> Bool {
        // XML_ERR_DOCUMENT_END and XML_ERR_TAG_NOT_FINISHED.
        code == 5 || code == 77
    }

    /// The meanings of libxml2's error numbers (`xmlParserErrors`), which on Linux come without
    /// text.
    private static func reason(_ code: Int) -> String {
        switch code {
        case 4: "the file is empty"
        case 5: "something follows the outermost element, or the file ends too early"
        case 9: "there is a character that XML does not allow"
        case 26: "an entity (&…;) is used that does not exist"
        case 38: "an attribute's value holds a \"<\""
        case 39: "an attribute's value is not in quotes"
        case 40: "an attribute's value has no closing quote"
        case 41: "an attribute has no value"
        case 42: "an attribute is given twice"
        case 65: "there is no blank between two attributes"
        case 68: "a name is expected"
        case 73: "a start tag has no \">\""
        case 76: "an end tag does not match its start tag"
        case 77: "the file ends inside an element"
        case 81: "the text is not in the encoding that it names"
        default: "libxml2 reports error \(code)"
        }
    }
}
