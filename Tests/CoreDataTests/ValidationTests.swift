import CoreData
import Foundation
import Testing

/// Accounts with every kind of rule, and their entries.
///
///     Account ←──→→ Entry          between one and three entries; Entry.account is mandatory
@Suite(.inVirtualTime) struct `Validation` {
    private static let opened = Date(timeIntervalSinceReferenceDate: 1000)
    private static let closed = Date(timeIntervalSinceReferenceDate: 2000)

    private static func model(
        _ type: NSManagedObject.Type? = nil, _ change: (NSEntityDescription) -> Void = { _ in }
    ) -> NSManagedObjectModel {
        let account = Make.entity(
            "Account", type,
            [
                Make.attribute(
                    "number", .integer64AttributeType,
                    AttributeBounds(minimum: .integer(1), maximum: .integer(99))),
                Make.attribute(
                    "rate", .doubleAttributeType,
                    AttributeBounds(minimum: .real(0), maximum: .real(0.5))),
                Make.attribute(
                    "limit", .decimalAttributeType,
                    AttributeBounds(minimum: .decimal(0), maximum: .decimal(1000))),
                Make.attribute(
                    "date", .dateAttributeType,
                    AttributeBounds(minimum: .date(opened), maximum: .date(closed))),
                Make.attribute(
                    "name", .stringAttributeType,
                    AttributeBounds(minimum: .length(2), maximum: .length(5))),
                Make.attribute("code", .stringAttributeType, AttributeBounds(pattern: "[A-Z]+")),
                Make.attribute("free", .stringAttributeType),
            ])
        let entry = Make.entity("Entry", nil, [])
        let entries = Make.relationship("entries", to: entry, many: true, .denyDeleteRule)
        entries.maxCount = 3
        entries.minCount = 2
        Make.join(
            account, entries, entry,
            Make.relationship("account", to: account, many: false, isOptional: false))
        change(account)
        return Make.model(account, entry)
    }

    private func failures(
        _ values: [String: Any?], _ model: NSManagedObjectModel = model()
    ) throws -> [CocoaError] {
        let store = try TestStore(model: model)
        let context = store.context()
        return context.performAndWait {
            context.make("Account", values)
            return Self.failures(of: context)
        }
    }

    private static func failures(of context: NSManagedObjectContext) -> [CocoaError] {
        do {
            try context.save()
            return []
        } catch {
            let error = error as NSError
            let parts = error.userInfo[NSDetailedErrorsKey] as? [NSError] ?? [error]
            return parts.map { CocoaError(_nsError: $0) }
        }
    }

    @Test func `Each bound of an attribute has its code`() throws {
        let cases: [(String, Any, Int)] = [
            ("number", 100, NSValidationNumberTooLargeError),
            ("number", 0, NSValidationNumberTooSmallError),
            ("rate", 0.51, NSValidationNumberTooLargeError),
            ("rate", -0.1, NSValidationNumberTooSmallError),
            ("limit", Decimal(string: "1000.01")!, NSValidationNumberTooLargeError),
            ("limit", Decimal(-1), NSValidationNumberTooSmallError),
            ("date", Self.closed + 1, NSValidationDateTooLateError),
            ("date", Self.opened - 1, NSValidationDateTooSoonError),
            ("name", "Gerard", NSValidationStringTooLongError),
            ("name", "G", NSValidationStringTooShortError),
            ("code", "ABc", NSValidationStringPatternMatchingError),
        ]
        for (key, value, code) in cases {
            let found = try failures([key: value])
            #expect(found.map(\.errorCode) == [code], "\(key) = \(value)")
            #expect(found.first?.validationKey == key)
            #expect((found.first?.validationObject as? NSManagedObject)?.entity.name == "Account")
            #expect(found.first?.validationPredicate != nil)
            #expect(
                (found.first?.validationValue as? NSObject)?.isEqual(value) ?? true, "\(key)")
        }
    }

    @Test func `Values on the bounds, and no values, pass`() throws {
        let values: [[String: Any?]] = [
            ["number": 1, "rate": 0.0, "limit": Decimal(0), "date": Self.opened, "name": "Al"],
            ["number": 99, "rate": 0.5, "limit": Decimal(1000), "date": Self.closed, "code": "A"],
            ["name": "Brian"], [:],
        ]
        for values in values { #expect(try failures(values).isEmpty, "\(values)") }
    }

    @Test func `An error can be caught by its name, and tells key and value`() throws {
        let store = try TestStore(model: Self.model())
        let context = store.context()
        try context.performAndWait {
            context.make("Account", ["number": 100])
            do {
                try context.save()
                Issue.record("the save went through")
            } catch CocoaError.validationNumberTooLarge {
            }
            let failure = try #require(Self.failures(of: context).first)
            #expect(failure.validationKey == "number")
            #expect((failure.validationValue as? NSNumber)?.intValue == 100)
            #expect(failure.validationPredicate?.evaluate(with: NSNumber(value: 99)) == true)
            #expect(failure.validationPredicate?.evaluate(with: NSNumber(value: 100)) == false)
        }
    }

    @Test func `Predicates take the place of the bounds, and their warning describes the error`()
        throws
    {
        let model = Self.model { account in
            let name = account.propertiesByName["name"]!
            #expect(name.validationPredicates.count == 2)
            #expect(
                name.validationWarnings.compactMap { ($0 as? NSNumber)?.intValue }
                    == [NSValidationStringTooShortError, NSValidationStringTooLongError])
            name.setValidationPredicates(
                [NSPredicate(format: "SELF BEGINSWITH %@", "A")],
                withValidationWarnings: ["names begin with A"])
            #expect(name.validationWarnings as? [String] == ["names begin with A"])
            let copy = name.copy() as! NSPropertyDescription
            #expect(copy.validationPredicates.count == 1)
        }
        #expect(try failures(["name": "Alexander"], model).isEmpty)
        let failure = try failures(["name": "Bo"], model)
        #expect(failure.map(\.errorCode) == [NSManagedObjectValidationError])
        #expect(failure.first?.localizedDescription.contains("names begin with A") == true)
    }

    @Test func `An update is judged by what it changed`() throws {
        let store = try TestStore(model: Self.model())
        let context = store.context()
        try context.performAndWait {
            let account = context.make("Account", ["number": 1, "name": "Al"])
            try context.save()
            account.setValue(100, forKey: "number")
            #expect(
                Self.failures(of: context).map(\.errorCode) == [NSValidationNumberTooLargeError])
            #expect(account.isUpdated)
            account.setValue(50, forKey: "number")
            try context.save()
        }
    }

    @Test func `A to-many has its least and greatest count unless it is empty`() throws {
        let store = try TestStore(model: Self.model())
        let context = store.context()
        context.performAndWait {
            let account = context.make("Account")
            #expect(Self.failures(of: context).isEmpty)
            context.make("Entry", ["account": account])
            var found = Self.failures(of: context)
            #expect(found.map(\.errorCode) == [NSValidationRelationshipLacksMinimumCountError])
            #expect(found.first?.validationKey == "entries")
            context.make("Entry", ["account": account])
            #expect(Self.failures(of: context).isEmpty)
            for _ in 0..<2 { context.make("Entry", ["account": account]) }
            found = Self.failures(of: context)
            #expect(found.map(\.errorCode) == [NSValidationRelationshipExceedsMaximumCountError])
            #expect((found.first?.validationValue as? NSSet)?.count == 4)
        }
    }

    @Test func `A mandatory to-many may not be empty`() throws {
        let model = Self.model {
            $0.propertiesByName["entries"]!.isOptional = false
        }
        #expect(
            try failures([:], model).map(\.errorCode)
                == [NSValidationRelationshipLacksMinimumCountError])
    }

    @Test func `A mandatory to-one must lead somewhere, and to the right entity`() throws {
        let store = try TestStore(model: Self.model())
        let context = store.context()
        context.performAndWait {
            let entry = context.make("Entry")
            #expect(
                Self.failures(of: context).map(\.errorCode)
                    == [NSValidationMissingMandatoryPropertyError])
            entry.setValue(entry, forKey: "account")
            let found = Self.failures(of: context)
            #expect(found.map(\.errorCode) == [NSManagedObjectValidationError])
            #expect(found.first?.validationKey == "account")
        }
    }

    @Test func `A relationship that denies it forbids the deletion`() throws {
        let store = try TestStore(model: Self.model())
        let context = store.context()
        try context.performAndWait {
            let account = context.make("Account")
            for _ in 0..<2 { context.make("Entry", ["account": account]) }
            try context.save()
            context.delete(account)
            #expect(
                Self.failures(of: context).map(\.errorCode)
                    == [NSValidationRelationshipDeniedDeleteError])
        }
    }

    @Test func `A value can be checked before it is set`() throws {
        let store = try TestStore(model: Self.model())
        let context = store.context()
        context.performAndWait {
            let account = context.make("Account")
            var value: AnyObject? = NSNumber(value: 100)
            let error = #expect(throws: CocoaError.self) {
                try account.validateValue(&value, forKey: "number")
            }
            #expect(error?.code == .validationNumberTooLarge)
            value = NSString(string: "Al")
            #expect(throws: Never.self) { try account.validateValue(&value, forKey: "name") }
            #expect(account.value(forKey: "number") == nil)
        }
    }

    @Test func `A subclass adds rules of its own for inserting, updating, deleting`() throws {
        let store = try TestStore(model: Self.model(CheckedAccount.self))
        let context = store.context()
        try context.performAndWait {
            let account = context.make("Account", ["number": 100, "name": "G"])
            // The model's rules come first, and both of them are reported.
            #expect(
                Self.failures(of: context).map(\.errorCode)
                    == [NSValidationNumberTooLargeError, NSValidationStringTooShortError])
            account.setValue(1, forKey: "number")
            account.setValue("Al", forKey: "name")
            #expect(Self.failures(of: context).map(\.code) == [.featureUnsupported])
            account.setValue("x", forKey: "free")
            try context.save()
            account.setValue("y", forKey: "free")
            #expect(Self.failures(of: context).map(\.code) == [.userCancelled])
            context.rollback()
            context.delete(account)
            #expect(Self.failures(of: context).map(\.code) == [.fileLocking])
        }
    }

    @Test func `A subclass may put right, or refuse, single values`() throws {
        let store = try TestStore(model: Self.model(TidyAccount.self))
        let context = store.context()
        try context.performAndWait {
            let account = context.make("Account", ["name": "  Al   ", "free": "x", "number": 100])
            #expect(
                Set(Self.failures(of: context).map(\.errorCode)) == [
                    NSValidationNumberTooLargeError, CocoaError.featureUnsupported.rawValue,
                ])
            #expect(account.text("name") == "Al")
            account.setValue(nil, forKey: "free")
            account.setValue(1, forKey: "number")
            try context.save()
        }
        #expect(try store.sql("SELECT ZNAME, ZNUMBER FROM ZACCOUNT") == [["Al", "1"]])
    }

    @Test func `Single values are only boxed for classes that look at them`() {
        for (type, expected) in [(CheckedAccount.self, false), (TidyAccount.self, true)]
            as [(NSManagedObject.Type, Bool)]
        {
            let model = Self.model(type)
            _ = NSPersistentStoreCoordinator(managedObjectModel: model)
            #expect(model.entitiesByName["Account"]?.validatesEachValue == expected)
        }
    }
}
