/// The objects that a generated line brings.
extension OwnObjects: ImportedContent {
    func partCount(ofLine index: Int) -> Int { shape(ofLine: index, hasParts: true).parts }

    func partners(ofLine index: Int, hasParts: Bool) -> [PartnerKey] {
        shape(ofLine: index, hasParts: hasParts).partners
    }

    func number(ofLine index: Int) -> Int { index }

    func title(ofLine index: Int) -> String {
        guard let attribute = imported?.attributes.first(where: { $0.name == shown }),
            case .text(let text) = value(of: attribute, ofLine: index)
        else { return "" }
        return text
    }
}
