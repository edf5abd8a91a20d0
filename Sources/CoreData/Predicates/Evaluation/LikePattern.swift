/// The pattern of LIKE: `*` is any text, `?` one Unicode scalar, `\` makes the next one literal.
struct LikePattern: Sendable {
    enum Element: Equatable, Sendable {
        case scalar(Unicode.Scalar)
        case one
        case any
    }

    let elements: [Element]

    init(_ pattern: String) {
        var elements: [Element] = []
        var isEscaped = false
        for scalar in pattern.unicodeScalars {
            switch scalar {
            case _ where isEscaped:
                elements.append(.scalar(scalar))
                isEscaped = false
            case "\\": isEscaped = true
            case "?": elements.append(.one)
            case "*":
                // Several stars match the same texts as one.
                if elements.last != .any { elements.append(.any) }
            default: elements.append(.scalar(scalar))
            }
        }
        if isEscaped { elements.append(.scalar("\\")) }
        self.elements = elements
    }

    /// The only text that matches a pattern without wildcards; an index can find it.
    var literal: String? {
        Self.literal(elements[...])
    }

    /// The prefix `abc` of the pattern `abc*`, which is a range of an index.
    var literalPrefix: String? {
        elements.last == .any ? Self.literal(elements.dropLast()) : nil
    }

    private static func literal(_ elements: ArraySlice<Element>) -> String? {
        var text = String.UnicodeScalarView()
        for element in elements {
            guard case .scalar(let scalar) = element else { return nil }
            text.append(scalar)
        }
        return String(text)
    }

    /// Whether the whole text matches.
    ///
    /// - Complexity: O(text × pattern): on a mismatch only the last star is tried again, one scalar
    ///   later.
    func matches(_ text: String) -> Bool {
        let scalars = Array(text.unicodeScalars)
        var position = 0, next = 0
        var star: Int?, afterStar = 0
        while position < scalars.count {
            if next < elements.count, elements[next] == .any {
                star = next
                afterStar = position
                next += 1
            } else if next < elements.count,
                elements[next] == .one || elements[next] == .scalar(scalars[position])
            {
                next += 1
                position += 1
            } else if let star {
                afterStar += 1
                position = afterStar
                next = star + 1
            } else {
                return false
            }
        }
        return elements[next...].allSatisfy { $0 == .any }
    }
}
