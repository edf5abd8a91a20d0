import Foundation

/// Everything that a store holds, independent of its file format.
///
/// Atomic stores read and write it, a store that is migrated to another file or type hands it over,
/// and a migration maps it.
struct StoreContents {
    var identifier: String
    var metadata: [String: Any]
    /// The store's own model, in the format of `ModelArchive`.
    var model: Data
    /// The highest key that each root entity has ever had, by name.
    var highest: [String: Int64] = [:]
    /// One for each entity that has rows.
    var tables: [Table] = []
    /// One for each many-to-many relationship that has pairs, from one of its sides.
    var links: [Links] = []
    /// One for each ordered relationship that has members.
    var orders: [Order] = []

    /// The rows of one entity, without those of its subentities.
    struct Table {
        var entity: String
        /// The names of the attributes and to-ones, in the order of the rows' values.
        var columns: [String]
        var rows: [Record] = []
    }

    /// One row.
    struct Record {
        var number: Int64
        var version: Int64
        var values: [Value]
    }

    /// A value as a row holds it.
    enum Value: Equatable {
        case null
        /// Whole numbers and Booleans.
        case integer(Int64)
        /// Floating-point numbers; dates as seconds since 2001.
        case double(Double)
        /// The bytes of text, decimals and URIs in UTF-8, and of data, UUIDs and transformables.
        case bytes(Data)
        /// The destination of a to-one.
        case reference(Reference)
    }

    struct Reference: Hashable {
        var entity: String
        var number: Int64
    }

    /// The pairs of a to-many relationship whose inverse is not a to-one.
    struct Links {
        var entity: String
        var relationship: String
        var pairs: [(source: Reference, destination: Reference)] = []
    }

    /// The order of the members of one relationship, owner by owner.
    struct Order {
        var entity: String
        var relationship: String
        var lists: [(owner: Reference, members: [Reference])] = []
    }
}
