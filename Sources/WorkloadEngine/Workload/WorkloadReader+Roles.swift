import Documents
import Foundation
import Results
import Topologies

extension WorkloadReader {
    struct Roles {
        var importer: ImporterRole?
        var ui: UserRole?
        var sync: SyncRole?
        var display: DisplayRole?
        var app: AppRole?
        var observers: ObserversRole?

        func has(_ role: Role) -> Bool {
            switch role {
            case .ui: ui != nil
            case .importer: importer != nil
            case .sync: sync != nil
            case .display: display != nil
            case .app: app != nil
            case .observers: observers != nil
            }
        }
    }

    /// - Parameter content: `nil` if it could not be read, which is reported elsewhere.
    func readRoles(_ node: DocumentNode, _ content: ContentFile?) throws -> Roles {
        var issues = DocumentIssues()
        var roles = Roles()
        for entry in try node.mapping().all() {
            try issues.collect {
                guard let role = Role(rawValue: entry.key) else {
                    throw DocumentError.unknownName(
                        entry.key, what: "role", at: entry.keyPosition, path: entry.value.path,
                        known: Role.allCases.map(\.rawValue))
                }
                let mapping = try entry.value.mapping()
                switch role {
                case .importer:
                    roles.importer = try mapping.reading { try readImporter($0, content) }
                case .ui: roles.ui = try mapping.reading(readUser)
                case .sync: roles.sync = try mapping.reading(readSync)
                case .display: roles.display = try mapping.reading(readDisplay)
                case .app: roles.app = try mapping.reading(readApp)
                case .observers: roles.observers = try mapping.reading(readObservers)
                }
            }
        }
        try issues.throwIfAny()
        try checkTogether(roles, node)
        guard let content else { return roles }
        let described = content.content.described(for: roles.importer)
        roles.ui?.complete(from: content, importing: described.imported(by: roles.importer))
        try check(roles, against: described, node)
        return roles
    }

    /// Checks the demands of one role on another.
    private func checkTogether(_ roles: Roles, _ node: DocumentNode) throws {
        if roles.sync != nil, let ui = roles.ui, ui.weight(of: .delete) > 0 {
            throw DocumentError.invalid(
                node, "the user deletes notes that the role sync may be changing",
                remedy: "leave delete out of roles.ui.mix: if a note is deleted and changed at"
                    + " once, its right content is undefined")
        }
        if roles.ui?.onDidSave != nil, roles.importer == nil {
            throw DocumentError.invalid(
                node, "the user reads imported objects, but the workload has no importer",
                remedy: "add the role importer, or leave on-did-save out")
        }
        if roles.importer?.cancelAfter != nil, roles.ui?.saves == .onBackground {
            throw DocumentError.invalid(
                node,
                "a cancelled import rolls its context back, and the user's unsaved edits with it"
                    + " where both share one", remedy: "write save: after-edit in roles.ui")
        }
        let writes = [OperationKind.add, .edit, .mark, .delete].contains {
            roles.ui?.weight(of: $0) ?? 0 > 0
        }
        if roles.observers != nil, roles.importer == nil, roles.sync == nil, !writes {
            throw DocumentError.invalid(
                node, "no role changes an object that the observers could read",
                remedy: "add the role importer or sync, give roles.ui.mix a weight of add or edit,"
                    + " or leave the observers out")
        }
        if roles.ui?.saves == .onBackground, roles.app == nil {
            throw DocumentError.invalid(
                node,
                "the user's edits are saved when the app goes to the background, and no role"
                    + " sends it there",
                remedy: "add app: { background: fixed 2/s }, or write save: after-edit")
        }
    }

    private func readSync(_ mapping: MappingReader) throws -> SyncRole {
        SyncRole(
            arrivals: try readArrivals(mapping.require("arrivals")),
            batch: try mapping.optional("batch")?.integer(in: 1...10_000) ?? 1)
    }

    private func readApp(_ mapping: MappingReader) throws -> AppRole {
        let within = mapping.optional("terminate-within")
        if let within, try within.duration() > WorkLimits.termination {
            throw DocumentError.invalid(
                within, "no system waits “\(try within.string())” for an app to end",
                remedy: "write 1h or less; Apple's sessions name about 5s")
        }
        return AppRole(
            arrivals: try readArrivals(mapping.require("background")),
            terminateWithin: try within?.duration() ?? .seconds(5))
    }

    private func readObservers(_ mapping: MappingReader) throws -> ObserversRole {
        ObserversRole(
            count: try mapping.require("count").integer(in: ObserversRole.counts),
            reads: try mapping.optional("reads")?.name(
                of: ObserversRole.Reads.self, what: "thing that observers read") ?? .objects)
    }

    private func readUser(_ mapping: MappingReader) throws -> UserRole {
        let mix = try mapping.require("mix").mapping().weights(
            of: OperationKind.userKinds.map(\.rawValue), what: "operation")
        return UserRole(
            list: try mapping.optional("list")?.name(of: UserRole.List.self, what: "list")
                ?? .pages,
            onDidSave: try mapping.optional("on-did-save")?.name(
                of: UserRole.SavedObjects.self, what: "thing that a did-save handler takes"),
            arrivals: try readArrivals(mapping.require("arrivals")),
            mix: mix.map { .init(kind: OperationKind(rawValue: $0.name)!, weight: $0.weight) },
            page: try mapping.require("page").integer(in: 1...100_000),
            saves: try mapping.require("save").name(
                of: UserRole.SaveHabit.self, what: "save habit"),
            marks: try mapping.optional("marks")?.name(
                of: UserRole.Marks.self, what: "thing that must hold of marked objects") ?? .both,
            edits: try mapping.optional("edits")?.string(),
            shows: try mapping.optional("shows")?.string())
    }

    private func readArrivals(_ node: DocumentNode) throws -> Arrivals {
        let words = try node.words()
        let name = try words.first?.string() ?? ""
        guard Arrivals.names.contains(name) else {
            throw DocumentError.unknownName(
                name, what: "kind of arrivals", at: node.position, path: node.path,
                known: Arrivals.names)
        }
        guard words.count == 2 else { throw arrivalsForm(node, example: "\(name) 20/s") }
        let rate = try words[1].ratePerSecond()
        guard WorkLimits.rate.contains(rate) else {
            throw DocumentError.invalid(
                node, "“\(node.name)” come too seldom or too often",
                remedy: "write a rate from 0.042/h (one a day) to 1000000/s")
        }
        return name == "fixed" ? .fixed(perSecond: rate) : .poisson(perSecond: rate)
    }

    private func readDisplay(_ mapping: MappingReader) throws -> DisplayRole {
        let node = try mapping.require("arrivals")
        let words = try node.words()
        let name = try words.first?.string() ?? ""
        guard name == "vsync" else {
            throw DocumentError.unknownName(
                name, what: "kind of arrivals", at: node.position, path: node.path,
                known: ["vsync"])
        }
        guard words.count == 2 else { throw arrivalsForm(node, example: "vsync 60Hz") }
        let rate = try words[1].ratePerSecond()
        guard WorkLimits.frameRate.contains(rate) else {
            throw DocumentError.invalid(
                node, "no display has the rate “\(try words[1].string())”",
                remedy: "write one from 1Hz to 1000Hz, such as vsync 60Hz")
        }
        let cost = try mapping.require("cost")
        guard try cost.duration() <= WorkLimits.frameCost else {
            throw DocumentError.invalid(
                cost, "a frame that costs “\(try cost.string())” leaves no time to anything else",
                remedy: "write 1s or less")
        }
        return DisplayRole(framesPerSecond: rate, cost: try cost.duration())
    }

    private func arrivalsForm(_ node: DocumentNode, example: String) -> DocumentError {
        .invalid(
            node, "“\(node.name)” is a kind of arrivals and a rate", remedy: "write \(example)")
    }
}
