import Foundation

/// The results of a fetched results controller at one moment: sorted objects in sections.
struct FetchedResults {
    struct Section: Equatable {
        let name: String
        var range: Range<Int>
    }

    let objects: [NSManagedObject]
    let sections: [Section]

    /// Makes one section, with or without objects.
    init(_ objects: [NSManagedObject]) {
        self.objects = objects
        sections = [Section(name: "", range: objects.indices)]
    }

    init(_ objects: [NSManagedObject], sections: [Section]) {
        self.objects = objects
        self.sections = sections
    }

    /// - Parameter name: returns the name of an object's section.
    /// - Throws: 134060 if objects of one section are not adjacent.
    init(_ objects: [NSManagedObject], name: (NSManagedObject) -> String) throws {
        self.objects = objects
        var builder = SectionBuilder()
        for object in objects { try builder.add(name(object), 1) }
        sections = builder.sections
    }

    /// The name of an object's section as text; empty for nil.
    static func sectionName(of object: NSManagedObject, _ path: PropertyPath) -> String {
        guard let value = unwrapped(path.value(of: object)) else { return "" }
        return (value as? String) ?? "\(value)"
    }

    /// Whether a reset of the context has left the objects behind.
    var isVoid: Bool { objects.first.map { $0.isForgotten } ?? false }

    func indexPath(of object: NSManagedObject) -> IndexPath? {
        objects.firstIndex { $0 === object }.map(indexPath(at:))
    }

    /// The index path of a position among all objects.
    func indexPath(at index: Int) -> IndexPath {
        let section = section(at: index)
        return IndexPath(item: index - sections[section].range.lowerBound, section: section)
    }

    /// The section of a position among all objects.
    func section(at index: Int) -> Int {
        var low = 0
        var high = sections.count - 1
        while low < high {
            let middle = (low + high) / 2
            if sections[middle].range.upperBound <= index {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }
}
