import CoreData
import Execution

/// Draws predicates about `PredicateWorld`'s people from a seed, as formats with arguments.
struct PredicateGenerator {
    private var random: RandomStream
    private let world: PredicateWorld
    private var arguments: [Any] = []
    private var variables = 0

    init(_ random: RandomStream, _ world: PredicateWorld) {
        self.random = random
        self.world = world
    }

    /// The next predicate's format and arguments.
    mutating func next() -> (format: String, arguments: [Any]) {
        arguments = []
        variables = 0
        let format = condition(prefix: "", depth: 3)
        return (format, arguments)
    }

    private mutating func pick<T>(_ choices: [T]) -> T {
        choices[Int(random.next() % UInt64(choices.count))]
    }

    private mutating func chance(_ percent: UInt64) -> Bool {
        random.next() % 100 < percent
    }

    private mutating func condition(prefix: String, depth: Int) -> String {
        if depth > 0, chance(45) {
            let left = condition(prefix: prefix, depth: depth - 1)
            if chance(35) { return "\(pick(["NOT", "!", "not"])) (\(left))" }
            let right = condition(prefix: prefix, depth: depth - 1)
            return "(\(left)) \(pick(["AND", "OR", "&&", "||", "or"])) (\(right))"
        }
        switch random.next() % 10 {
        case 0...2: return attribute(prefix)
        case 3, 4: return text(prefix)
        case 5: return toOne(prefix)
        case 6: return arithmetic(prefix)
        case 7, 8: return toMany(prefix, depth)
        default: return aggregate(prefix, depth)
        }
    }

    private static let orders = ["==", "=", "!=", "<>", "<", "<=", "=<", ">", ">=", "=>"]
    private static let plain = [
        "age", "flags", "isActive", "score", "price", "born", "code", "site", "photo",
    ]

    private mutating func argument(_ value: Any?) -> String {
        arguments.append(value ?? NSNull())
        return "%@"
    }

    /// A constant of an attribute's pool: now and then `nil`, or of another attribute's.
    private mutating func constant(_ attribute: String) -> String {
        if chance(8) { return pick(["nil", "NULL", "Nil"]) }
        let attribute = chance(6) ? pick(Self.plain) : attribute
        return argument(pick(PredicateWorld.pool(of: attribute)))
    }

    private mutating func compare(_ path: String, _ attribute: String) -> String {
        switch random.next() % 10 {
        case 0: return "\(path) IN \(argument(list(attribute)))"
        case 1: return "\(path) BETWEEN {\(constant(attribute)), \(constant(attribute))}"
        case 2: return "\(constant(attribute)) \(pick(Self.orders)) \(path)"
        case 3: return "\(path) IN {\(constant(attribute)), \(path), \(constant(attribute))}"
        default: return "\(path) \(pick(Self.orders)) \(constant(attribute))"
        }
    }

    private mutating func list(_ attribute: String) -> Any {
        let pool = PredicateWorld.pool(of: attribute)
        let values: [Any] = (0..<(random.next() % 4)).map { _ in
            chance(15) ? NSNull() : pick(pool)
        }
        // NSDecimalNumber cannot be hashed on Linux: its hash never returns.
        return chance(30) && attribute != "price" ? NSSet(array: values) : values
    }

    private mutating func attribute(_ prefix: String) -> String {
        let attribute = pick(Self.plain + ["name"])
        if chance(12) {
            return
                "\(prefix)\(attribute) \(pick(Self.orders)) \(prefix)\(pick(Self.plain + ["nick"]))"
        }
        return compare(prefix + attribute, attribute)
    }

    private mutating func text(_ prefix: String) -> String {
        text(at: prefix + pick(["name", "nick", "team.title", "boss.name", "boss.team.title"]))
    }

    private static let likes = ["*", "a*", "?b*", "*s*", "z?r*", "", "a\\*b\\?", "ab"]
    private static let patterns = [".*", "z.*", "a|ab", "[A-Z]+", "", "(?i)AB.?"]
    private static let parts = [
        "", "z", "Z", "ü", "u", "A", "ss", "b?", "\u{10FFFF}", "Zu", "É",
    ]

    private mutating func order() -> String {
        pick(Self.orders)
    }

    private mutating func text(at path: String) -> String {
        let options = pick(["", "", "[c]", "[d]", "[cd]", "[n]"])
        switch random.next() % 12 {
        case 0: return "\(path) LIKE\(options) \(argument(pick(Self.likes)))"
        case 1: return "\(path) MATCHES\(options) \(argument(pick(Self.patterns)))"
        case 2: return "\(path) IN\(options) \(argument(list("name")))"
        case 3: return "\(path).length \(order()) \(argument(pick([0, 2, 3, 6])))"
        case 4:
            let function = pick(["uppercase", "lowercase"])
            return "\(function)(\(path)) \(order()) \(constant("name"))"
        case 5:
            let type = pick(["BEGINSWITH", "CONTAINS", "ENDSWITH"])
            return "\(constant("name")) \(type)\(options) \(path)"
        case 6: return "\(path) \(order())\(options) \(constant("name"))"
        case 7:
            let type = pick(["BEGINSWITH", "CONTAINS", "LIKE", "IN"])
            return "name \(type)\(options) \(path)"
        default:
            let type = pick(["BEGINSWITH", "beginswith", "ENDSWITH", "CONTAINS", "IN"])
            return "\(path) \(type)\(options) \(argument(pick(Self.parts)))"
        }
    }

    private mutating func toOne(_ prefix: String) -> String {
        let equality = pick(["==", "!="])
        switch random.next() % 7 {
        case 0:
            let team = chance(25) ? "nil" : argument(pick(world.teams))
            return "\(prefix)team \(equality) \(team)"
        case 1: return "\(prefix)boss \(pick(["==", "!=", "<"])) \(prefix)boss.boss"
        case 2:
            let bosses = [pick(world.people), pick(world.people)]
            return "\(prefix)boss IN \(argument(bosses))"
        case 3:
            let object = prefix.isEmpty ? "SELF" : String(prefix.dropLast())
            if chance(30) { return "\(prefix)boss.objectID \(equality) \(prefix)objectID" }
            return "\(object) \(equality) \(argument(pick(world.people)))"
        case 4:
            let unsaved = PredicateRecord(entity: "Team", key: 0)
            return "\(prefix)team \(equality) \(argument(unsaved))"
        case 5: return "\(prefix)boss \(equality) SELF"
        default: return compare("\(prefix)\(pick(["boss.age", "boss.boss.age"]))", "age")
        }
    }

    private mutating func number(_ prefix: String, depth: Int) -> String {
        if depth == 0 || chance(30) {
            return chance(40)
                ? pick(["1", "2", "0", "2.5", "-3", "0x10"])
                : prefix + pick(["age", "flags", "score", "price", "team.size"])
        }
        let left = number(prefix, depth: depth - 1)
        if chance(20) { return "\(pick(["abs", "floor", "ceiling", "trunc", "sqrt"]))(\(left))" }
        let right = number(prefix, depth: depth - 1)
        return "(\(left) \(pick(["+", "-", "*", "/", "&", "|", "^", "**"])) \(right))"
    }

    private mutating func arithmetic(_ prefix: String) -> String {
        let left = number(prefix, depth: 2)
        let right = chance(50) ? pick(["0", "1", "2", "31"]) : number(prefix, depth: 1)
        return "\(left) \(order()) \(right)"
    }

    private mutating func toMany(_ prefix: String, _ depth: Int) -> String {
        let modifier = pick(["ANY", "SOME", "ALL", "NONE", "any"])
        let many = "\(modifier) \(prefix)"
        switch random.next() % 9 {
        case 0:
            return chance(30)
                ? "\(many)reports.age IN \(argument(list("age")))"
                : "\(many)reports.age \(order()) \(constant("age"))"
        case 1:
            let type = pick(["==[cd]", "BEGINSWITH[c]", "!="])
            return "\(many)tags.label \(type) \(constant("name"))"
        case 2: return "\(many)reports.team.title \(order()) \(constant("name"))"
        case 3: return "\(many)team.members.age \(order()) \(prefix)age"
        case 4: return "\(many)reports.tags.weight \(order()) \(constant("score"))"
        case 5: return "\(argument(pick(world.tags))) IN \(prefix)tags"
        case 6: return "\(prefix)tags.label CONTAINS \(constant("name"))"
        case 7: return "\(many)boss.reports \(pick(["==", "!="])) SELF"
        default: return "\(prefix)nick IN[c] \(prefix)team.members.name"
        }
    }

    private mutating func aggregate(_ prefix: String, _ depth: Int) -> String {
        let sizes = ["0", "1", "2", "3.5", "31"]
        switch random.next() % 6 {
        case 0:
            let path = pick(["reports", "tags", "team.members", "reports.tags"])
            return "\(prefix)\(path).@count \(order()) \(pick(sizes))"
        case 1:
            let operation = pick(["sum", "min", "max", "avg"]), key = pick(["age", "score"])
            let other = pick(sizes + ["nil", "\(prefix)age"])
            return "\(prefix)reports.@\(operation).\(key) \(order()) \(other)"
        case 2:
            let function = pick(["sum", "min", "max", "count", "average"])
            return "\(function)(\(prefix)tags.weight) \(order()) \(pick(sizes))"
        case 3: return "\(prefix)reports.@max.born \(order()) \(prefix)born"
        case 4: return "\(prefix)team.members.@min.name \(order()) \(constant("name"))"
        default:
            variables += 1
            let name = "$v\(variables)"
            let path = pick(["reports", "team.members"])
            let inner =
                depth > 0
                ? condition(prefix: "\(name).", depth: depth - 1)
                : compare("\(name).age", "age")
            let subquery = "SUBQUERY(\(prefix)\(path), \(name), \(inner))"
            return "\(subquery).@count \(order()) \(pick(sizes))"
        }
    }
}
