import Documents

extension Topology {
    /// The topology with one field changed.
    ///
    /// The result is not checked: several settings may make sense only together.
    ///
    /// - Throws: `TopologyError` if the topology has no such field, naming the nearest, or if the
    ///   field cannot have the value.
    package func setting(_ name: String, to text: String) throws(TopologyError) -> Topology {
        let fields = TopologyField.all(of: self)
        guard let field = fields.first(where: { $0.name == name }) else {
            if name == "flush" {
                throw .fieldWithoutEffect(
                    name, of: self.name, reason: "no hop of its save routes is enqueued")
            }
            if name == "merge" || name == "merge-by" {
                throw .fieldWithoutEffect(name, of: self.name, reason: "it merges nothing")
            }
            let names = fields.map(\.name)
            throw .unknownField(
                name, of: self.name, nearest: NearestName.find(name, among: names), known: names)
        }
        var changed = self
        guard field.set(&changed, text) else {
            throw .invalidValue(text, of: name, in: self.name, wanted: field.forms)
        }
        return changed
    }

    /// Whether the topology has a field of this name.
    package func hasField(_ name: String) -> Bool {
        TopologyField.all(of: self).contains { $0.name == name }
    }
}
