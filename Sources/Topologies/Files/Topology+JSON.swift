import Foundation

extension Topology {
    /// The whole value as JSON, for a process that is to build the same.
    package var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        guard let data = try? encoder.encode(self) else {
            preconditionFailure("the topology \(name) has no JSON; its fields are plain values")
        }
        return String(decoding: data, as: UTF8.self)
    }

    /// Reads the form that `json` writes.
    ///
    /// - Throws: `DecodingError`; `TopologyError` if it makes no stack.
    package init(json: String) throws {
        self = try JSONDecoder().decode(Topology.self, from: Data(json.utf8))
        try check()
    }
}
