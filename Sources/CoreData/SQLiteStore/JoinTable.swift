import Foundation

/// The table of a many-to-many relationship, named as Apple's stores name it: `Z_2TAGS` with
/// `Z_2NOTES` and `Z_3TAGS` for Note.tags and Tag.notes.
struct JoinTable: Hashable {
    let name: String
    /// The column with this side's keys, and that with the destination's.
    let sourceColumn: String
    let destinationColumn: String

    /// `nil` unless both sides are to-many.
    init?(_ relationship: NSRelationshipDescription) {
        guard relationship.isToMany, let destination = relationship.destinationEntity else {
            return nil
        }
        let inverse = relationship.inverseRelationship
        guard inverse?.isToMany ?? true else { return nil }
        let here = relationship.entity.root.index + 1
        let there = destination.root.index + 1
        let forward = "\(relationship.name.uppercased())"
        let backward = (inverse?.name ?? relationship.name).uppercased()
        // The side with the lower entity, then the lower name, gives the table its name.
        let isOwner = (here, forward) <= (there, backward)
        name = isOwner ? "Z_\(here)\(forward)" : "Z_\(there)\(backward)"
        let isReflexive = here == there && forward == backward
        sourceColumn = "Z_\(here)\(backward)"
        destinationColumn = isReflexive ? "REFLEXIVE" : "Z_\(there)\(forward)"
    }

    var createStatement: String {
        """
        CREATE TABLE \(name) ( \(columns[0]) INTEGER, \(columns[1]) INTEGER, \
        PRIMARY KEY (\(columns[0]), \(columns[1])) )
        """
    }

    /// In one order from whichever side the table is made.
    private var columns: [String] { [sourceColumn, destinationColumn].sorted() }

    /// Finds the destinations of one key, the other way round by an index.
    var indexStatement: String {
        "CREATE INDEX \(name)_\(columns[1])_INDEX ON \(name) (\(columns[1]), \(columns[0]))"
    }
}
