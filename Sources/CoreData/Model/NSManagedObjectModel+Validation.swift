extension NSManagedObjectModel {
    /// Every way in which the model contradicts itself, in the order of its entities.
    ///
    /// Empty for a model that can be frozen.
    package final func problems() -> [ModelProblem] {
        var validator = ModelValidator(self)
        return validator.validate()
    }
}
