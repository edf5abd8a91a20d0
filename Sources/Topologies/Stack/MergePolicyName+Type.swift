import CoreData

extension MergePolicyName {
    /// Core Data's word for it.
    package var type: NSMergePolicyType {
        switch self {
        case .error: .errorMergePolicyType
        case .storeTrump: .mergeByPropertyStoreTrumpMergePolicyType
        case .objectTrump: .mergeByPropertyObjectTrumpMergePolicyType
        case .overwrite: .overwriteMergePolicyType
        case .rollback: .rollbackMergePolicyType
        }
    }
}
