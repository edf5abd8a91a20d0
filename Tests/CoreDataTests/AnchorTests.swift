import Dispatch
import Foundation
import Testing

import CoreData

/// Weak references of model descriptions, which lead through anchors.
@Suite struct AnchorTests {
    @Test func `A description knows its entity as long as there is one`() {
        let attribute = NSAttributeDescription()
        let relationship = NSRelationshipDescription()
        let index = NSFetchIndexDescription(name: "byName", elements: [])
        var entity: NSEntityDescription? = NSEntityDescription()
        entity?.properties = [attribute]
        entity?.indexes = [index]
        relationship.destinationEntity = entity
        #expect(attribute.entity === entity)
        #expect(index.entity === entity)
        #expect(relationship.destinationEntity === entity)
        entity = nil
        #expect(relationship.destinationEntity == nil)
    }

    @Test func `An entity that is being released is found whole, or not at all`() {
        for _ in 0..<2_000 {
            let relationship = NSRelationshipDescription()
            let holder = Holder(NSEntityDescription())
            holder.entity?.name = "Place"
            relationship.destinationEntity = holder.entity
            DispatchQueue.concurrentPerform(iterations: 2) { turn in
                if turn == 0 {
                    holder.entity = nil
                } else if let found = relationship.destinationEntity {
                    #expect(found.name == "Place")
                }
            }
            #expect(relationship.destinationEntity == nil)
        }
    }

    /// One thread alone lets go of the entity.
    private final class Holder: @unchecked Sendable {
        var entity: NSEntityDescription?

        init(_ entity: NSEntityDescription) {
            self.entity = entity
        }
    }
}
