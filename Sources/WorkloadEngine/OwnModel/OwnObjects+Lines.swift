/// What a generated line brings.
extension OwnObjects: ImportedContent {
    var lineCount: Int { source.lines.count }

    func partCount(ofLine index: Int) -> Int {
        line(index)?.parts.reduce(0) { $0 + $1.count } ?? 0
    }

    func partnerNames(ofLine index: Int) -> [String] {
        guard let line = line(index) else { return [] }
        return ([line] + line.parts.joined()).flatMap { draft in
            zip(draft.entity.partners, draft.partners).map { "\($0.entity) \($1)" }
        }
    }

    func number(ofLine index: Int) -> Int { index }

    func title(ofLine index: Int) -> String {
        guard let line = line(index), let shown,
            let place = line.entity.attributes.firstIndex(where: { $0.name == shown }),
            case .text(let text) = line.values[place]
        else { return "" }
        return text
    }
}
