import CoreData

extension Workload {
    /// Reads the model and checks it against the content and the roles.
    ///
    /// - Throws: `WorkloadError` if the model cannot be read, or cannot hold the objects that the
    ///   operations write.
    package func loadModel() throws -> NSManagedObjectModel {
        guard let model = NSManagedObjectModel(contentsOf: self.model.url) else {
            throw WorkloadError.invalidModel(
                "the model \(self.model.path) cannot be read", at: self.model.position,
                remedy: "give it a folder that Xcode wrote, with the ending .xcdatamodeld")
        }
        // The model's classes belong to an app; the lab does not have them.
        model.usePlainObjects()
        try ContentCheck(content, ContentUse(self), model: model, named: self.model.path).check()
        return model
    }
}
