import Documents
import Results
import Topologies

extension WorkloadReader {
    func readPhases(_ node: DocumentNode, roles: Roles?) throws -> [Phase] {
        var issues = DocumentIssues()
        var phases: [Phase] = []
        for element in try node.elements() {
            let phase = try issues.collect {
                try element.mapping().reading { try readPhase($0, roles: roles) }
            }
            guard let phase else { continue }
            if phases.contains(where: { $0.name == phase.name }) {
                issues.add(
                    DocumentError.invalid(
                        element, "two phases are called “\(phase.name)”",
                        remedy: "give each a name of its own"
                    ).issues[0])
            }
            phases.append(phase)
        }
        if phases.isEmpty, issues.issues.isEmpty {
            throw DocumentError.invalid(
                node, "the workload has no phase", remedy: "give it at least one")
        }
        if roles?.sync != nil, !Self.writesNotes(phases, before: .sync) {
            issues.add(
                DocumentError.invalid(
                    node, "the role sync changes notes, but no phase writes notes first",
                    remedy: "begin with { name: preload, notes: 500, measured: false }"
                ).issues[0])
        }
        if let ui = roles?.ui, !Self.writesNotes(phases, before: .ui),
            ui.weight(of: .edit) + ui.weight(of: .delete) + ui.weight(of: .lookUp) > 0
        {
            issues.add(
                DocumentError.invalid(
                    node,
                    "the user edits, deletes or looks up notes, but no phase writes notes first",
                    remedy: "begin with { name: preload, notes: 500, measured: false }"
                ).issues[0])
        }
        if let ui = roles?.ui, ui.weight(of: .mark) > 0, phases.allSatisfy({ $0.imported == 0 }) {
            issues.add(
                DocumentError.invalid(
                    node, "the user marks imported objects, but no phase brings some first",
                    remedy: "begin with { name: preload, imported: 500, measured: false }, and"
                        + " write method: upsert in roles.importer"
                ).issues[0])
        }
        try issues.throwIfAny()
        return phases
    }

    /// Whether notes are written by the time at which a role begins to act.
    private static func writesNotes(_ phases: [Phase], before role: Role) -> Bool {
        let first = phases.firstIndex { $0.roles.contains(role) } ?? phases.endIndex
        return phases.prefix(first + 1).contains { $0.notes > 0 }
    }

    private func readPhase(_ mapping: MappingReader, roles: Roles?) throws -> Phase {
        let name = try mapping.require("name").string()
        let notesNode = mapping.optional("notes")
        let notes = (try notesNode?.integer(in: 1...1_000_000) ?? 0) * scale
        let isMeasured = try mapping.optional("measured")?.boolean() ?? true
        if let notesNode, isMeasured {
            throw DocumentError.invalid(
                notesNode, "notes are written before anything is measured",
                remedy: "add measured: false to the phase")
        }
        if let notesNode, let roles, roles.ui == nil {
            throw DocumentError.invalid(
                notesNode, "the role ui writes notes, but the workload has no role ui",
                remedy: "add it to roles, or leave the notes out")
        }
        let importedNode = mapping.optional("imported")
        let imported = (try importedNode?.integer(in: 1...10_000_000) ?? 0) * scale
        if let importedNode, isMeasured || roles.map({ $0.importer?.method != .upsert }) == true {
            throw DocumentError.invalid(
                importedNode, "lines are imported beforehand for an importer that finds them",
                remedy: "add measured: false, and method: upsert to roles.importer")
        }
        let partnersNode = mapping.optional("partners")
        let partners = try partnersNode?.boolean() ?? false
        if let partnersNode, partners,
            isMeasured || notes > 0 || imported > 0 || roles.map({ $0.importer == nil }) == true
        {
            throw DocumentError.invalid(
                partnersNode, "an importer writes partners before anything else is there",
                remedy: "write { name: partners, partners: true, measured: false } as a phase of"
                    + " its own, and give the workload an importer")
        }
        var named: [Role] = []
        if let node = mapping.optional("roles") {
            for element in try node.elements() {
                let role = try element.name(of: Role.self, what: "role")
                guard roles?.has(role) ?? true else {
                    throw DocumentError.invalid(
                        element, "the workload has no role “\(role.rawValue)”",
                        remedy: "add it to roles, or leave it out here")
                }
                named.append(role)
            }
        }
        let length =
            (notesNode != nil || importedNode != nil || partners) && named.isEmpty
            ? try mapping.optional("for")?.duration() ?? .zero
            : try mapping.require("for").duration()
        return Phase(
            name: name, length: length, roles: Role.allCases.filter(named.contains), notes: notes,
            imported: imported, partners: partners, isMeasured: isMeasured)
    }
}
