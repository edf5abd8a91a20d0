import Synchronization

/// The classes of every module in the process, by their bare names.
///
/// Xcode writes bare names into a model, and Objective-C's runtime finds classes by them. Swift's
/// finds a class by `Module.Class` only, but it lists the types of each loaded image. The list is
/// read once: 0.6 ms for Foundation and a program of 250 classes. Nested, private and generic
/// classes are left out, because their names are not `Module.Class`.
///
/// The source of the layouts is Swift's stable layout of context descriptors
/// (docs/ABI/TypeMetadata.rst) and the head of the runtime's list of sections
/// (stdlib/public/SwiftShims, MetadataSections.h).
enum LoadedClasses {
    private struct Known {
        /// How many images the list covers; an image that is loaded later adds to them.
        var images = 0
        var modules: [String: [String]] = [:]
    }

    private static let known = Mutex(Known())

    /// The modules that have a class with this bare name, in the order of loading.
    static func modules(withClass name: String) -> [String] {
        let tables = typeTables()
        return known.withLock { known in
            if known.images != tables.count {
                known.images = tables.count
                known.modules = [:]
                for table in tables { add(table, to: &known.modules) }
            }
            return known.modules[name] ?? []
        }
    }

    private static func add(_ table: TypeTable, to modules: inout [String: [String]]) {
        for offset in stride(from: 0, to: table.length, by: 4) {
            // A record is the distance to a descriptor; its low bits mark a descriptor in another
            // image.
            let record = table.start + offset
            let distance = record.load(as: Int32.self)
            guard distance & 3 == 0 else { continue }
            let type = Descriptor(address: record + Int(distance))
            guard type.kind == .class, !type.isGeneric, let parent = type.parent,
                parent.kind == .module
            else { continue }
            modules[type.name, default: []].append(parent.name)
        }
    }

    private static func typeTables() -> [TypeTable] {
        var tables: [TypeTable] = []
        withUnsafeMutablePointer(to: &tables) { tables in
            enumerateMetadataSections(
                { sections, tables in
                    let types = sections.load(as: MetadataSections.self).types
                    if let start = UnsafeRawPointer(bitPattern: types.start) {
                        tables.assumingMemoryBound(to: [TypeTable].self).pointee.append(
                            TypeTable(start: start, length: types.length))
                    }
                    return true
                }, tables)
        }
        return tables
    }
}

/// The type records of one image.
private struct TypeTable {
    let start: UnsafeRawPointer
    let length: Int
}

/// The runtime's description of an image, up to the field that is read here.
private struct MetadataSections {
    struct Range {
        let start: UInt
        let length: Int
    }

    let version: UInt
    let base: UInt
    let unused: (UInt, UInt)
    let protocols: Range
    let conformances: Range
    let types: Range
}

/// A type's or module's description in the image.
private struct Descriptor {
    enum Kind: UInt32 {
        case module = 0
        case `class` = 16
    }

    let address: UnsafeRawPointer

    // The low five bits are the kind; 0x80 marks a generic type.
    private var flags: UInt32 { address.load(as: UInt32.self) }
    var kind: Kind? { Kind(rawValue: flags & 0x1F) }
    var isGeneric: Bool { flags & 0x80 != 0 }

    /// The surrounding declaration; the lowest bit of the distance marks an indirect address.
    var parent: Descriptor? {
        let field = address + 4
        let distance = field.load(as: Int32.self)
        guard distance != 0 else { return nil }
        let target = field + Int(distance & ~1)
        return Descriptor(
            address: distance & 1 == 0 ? target : target.load(as: UnsafeRawPointer.self))
    }

    var name: String {
        let field = address + 8
        let text = field + Int(field.load(as: Int32.self))
        return String(cString: text.assumingMemoryBound(to: CChar.self))
    }
}

/// Calls a C function for each image until it returns false; provided by Swift's runtime.
@_silgen_name("swift_enumerateAllMetadataSections")
private func enumerateMetadataSections(
    _ body: @convention(c) (UnsafeRawPointer, UnsafeMutableRawPointer) -> CBool,
    _ context: UnsafeMutableRawPointer)
