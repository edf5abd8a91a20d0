/// The lines of an importer, reduced to the facts that the drawing of operations needs.
extension OwnObjects {
    /// The objects that the line's objects refer to, and that the import finds or creates.
    ///
    /// - Parameter hasParts: whether the line brings its parts, which have partners, too.
    func partners(ofLine index: Int, hasParts: Bool) -> [PartnerKey] {
        shape(ofLine: index, hasParts: hasParts).partners
    }

    /// The text by which a user searches for the line's object.
    func title(ofLine index: Int) -> String {
        guard let attribute = imported?.attributes.first(where: { $0.name == shown }),
            case .text(let text) = value(of: attribute, ofLine: index)
        else { return "" }
        return text
    }
}
