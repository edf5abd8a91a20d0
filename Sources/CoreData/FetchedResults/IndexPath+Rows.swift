import Foundation

// On Apple's platforms UIKit and AppKit add these.

extension IndexPath {
    /// The path of an item in a section.
    public init(item: Int, section: Int) {
        self.init(indexes: [section, item])
    }

    /// The path of a row in a section.
    public init(row: Int, section: Int) {
        self.init(indexes: [section, row])
    }

    /// The section.
    ///
    /// - Precondition: the path has two indexes.
    public var section: Int { self[0] }

    /// The item in its section.
    ///
    /// - Precondition: the path has two indexes.
    public var item: Int { self[1] }

    /// The row in its section.
    ///
    /// - Precondition: the path has two indexes.
    public var row: Int { self[1] }
}
