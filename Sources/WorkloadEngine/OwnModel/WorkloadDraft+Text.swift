extension WorkloadDraft {
    /// The workload file, with comments.
    ///
    /// - Parameters:
    ///   - modelPath: how the file names its model.
    ///   - name: the file's own name, for the line that runs it.
    package func text(modelPath: String, name: String) -> String {
        let entity = use.imported ?? ""
        let title =
            use.edited.map { "Import 2,000 objects of \(entity) while a user edits \($0)" }
            ?? "Import 2,000 objects of \(entity)"
        let roles = user == nil ? "display" : "ui, display"
        return """
            # A workload for \(Self.line(modelPath)). Check it, read it in prose, run it:
            #   lab lint \(Self.line(name))
            #   lab explain \(Self.line(name))
            #   lab run --workload \(Self.line(name))
            schema: 1
            title: \(title)
            question: How late does the main queue get, and what would a crash take along?
            expect: (write here what you expect before you run it)
            # Another seed draws other values and other operations.
            seed: 1
            model: \(Self.scalar(modelPath))
            store: { type: sqlite, journal: wal, synchronous: normal }
            # The values of each property; omitted properties keep their defaults.
            #   key number|text|uuid   identifies an object
            #   unique text|number|date  no two objects have the same
            #   words 2..5, letters 2..8, integer 0..100, real 0..10, decimal 0..10,
            #   boolean 0.5, date 2000..2025, bytes 0..4096, bytes median 20000 p99 400000,
            #   uuid, url
            #   one of 50 Other        to one of 50 objects, found by its key or created
            #   some 0..3 of 40 Other  to some of 40 objects: a many-to-many relationship
            #   new 0..5 Other         to objects that are made with this one
            #   subentities: { A: 0.5, B: 0.5 }  the share of objects of each subentity
            content:
            \(content.entities.map(Self.text).joined(separator: "\n"))
            roles:
              # Brings in objects in batches, each saved once; pace: none for no waiting.
              importer: { generate: \(Self.lines), entity: \(Self.scalar(entity)), batch: 200, \
            pace: 75ms }
            \(user.map { $0 + "\n" } ?? "")\
              display: { arrivals: vsync 60Hz, cost: 1ms }
            phases:
            \(preload)\
              - { name: idle, for: 200ms, roles: [\(roles)] }
              - { name: import, for: 1s, roles: [importer, \(roles)] }
              - { name: settle, for: 1.2s, roles: [\(roles)] }
            repetitions: 3
            crash: { kills: 2 }
            limits: { main.stall.max: < 250ms, loss.kill.max: <= 0 }

            """
    }

    // MARK: Parts

    /// The role that reads imported objects and edits others; `nil` without a text to sort a list
    /// by and without an entity that may be edited.
    private var user: String? {
        let mix: String
        switch (shown != nil, use.edited != nil) {
        case (true, true):
            mix = "fetch-page: 0.5, search: 0.2, " + edits(add: nil, edit: 0.2, delete: 0.1)
        case (false, true): mix = "fetch-all: 0.3, " + edits(add: 0.2, edit: 0.4, delete: 0.1)
        case (true, false): mix = "fetch-page: 0.7, search: 0.3"
        case (false, false): return nil
        }
        var comments: [String] = []
        if use.edited != nil {
            comments.append("`edits` is the entity that the user writes\(deletion)")
        }
        if shown != nil { comments.append("`shows` sorts the list, and is searched") }
        var role = "arrivals: poisson 20/s, mix: { \(mix) }, page: 40, save: after-edit"
        if let edited = use.edited { role += ", edits: \(Self.scalar(edited))" }
        if let shown { role += ", shows: \(Self.scalar(shown))" }
        return """
              # \(comments.joined(separator: "; ")).
              ui: { \(role) }
            """
    }

    private var deletion: String {
        use.deletes
            ? ", changes and deletes" : " and changes; the model's rules forbid to delete it"
    }

    /// An object that may not be deleted is edited instead.
    private func edits(add: Double?, edit: Double, delete: Double) -> String {
        let tenths = Int((10 * (use.deletes ? edit : edit + delete)).rounded())
        return (add.map { "add: \($0), " } ?? "") + "edit: \(Double(tenths) / 10)"
            + (use.deletes ? ", delete: \(delete)" : "")
    }

    private var preload: String {
        guard let edited = use.edited else { return "" }
        return """
              # `notes` objects of \(edited) exist before the measured phases.
              - { name: preload, notes: 200, measured: false }

            """
    }

    private static func text(of entity: OwnEntity) -> String {
        var lines = entity.attributes.filter { !$0.isInherited }.map {
            "\(scalar($0.name)): \($0.kind.text)"
        }
        lines += entity.partners.filter { !$0.isInherited }.map { partner in
            let some = partner.counts.map { "some \($0.lowerBound)..\($0.upperBound)" } ?? "one"
            return "\(scalar(partner.name)): \(some) of \(partner.count) \(partner.entity)"
        }
        lines += entity.parts.filter { !$0.isInherited }.map {
            "\(scalar($0.name)): new \($0.counts.lowerBound)..\($0.counts.upperBound) \($0.entity)"
        }
        if !entity.shares.isEmpty {
            let shares = entity.shares.map { "\(scalar($0.name)): \($0.share)" }
            lines.append("subentities: { \(shares.joined(separator: ", ")) }")
        }
        guard !lines.isEmpty else { return "  \(scalar(entity.name)): {}" }
        return "  \(scalar(entity.name)):\n" + lines.map { "    " + $0 }.joined(separator: "\n")
    }

    // MARK: YAML

    /// A text as YAML reads it back, in quotes if it could be another type.
    private static func scalar(_ text: String) -> String {
        let isPlain = text.unicodeScalars.allSatisfy { scalar in
            scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                || ["_", "-", ".", "/"].contains(scalar)
        }
        let isWord = ["null", "~", "true", "false", "yes", "no", "on", "off", "y", "n"]
            .contains(text.lowercased())
        let first = text.unicodeScalars.first
        if isPlain, !isWord, first.map({ $0.properties.isAlphabetic || $0 == "/" }) == true {
            return text
        }
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case _ where scalar.value < 32 || scalar.value == 127:
                quoted += "\\x" + String(scalar.value + 256, radix: 16).dropFirst()
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }

    /// A text in a comment, which ends with its line.
    private static func line(_ text: String) -> String {
        String(text.map { $0.isNewline ? " " : $0 })
    }
}
