extension Topology {
    /// Makes sure that the fields make a stack.
    ///
    /// - Throws: `TopologyError` with the code `inconsistent`, for the first contradiction.
    package func check() throws(TopologyError) {
        if let fault = faults.first { throw fault }
    }

    /// Every contradiction between the fields; empty if they make a stack.
    package var faults: [TopologyError] {
        // Code needs no sense in the fields that describe it.
        guard maker == .fields else { return [] }
        var check = TopologyCheck(self)
        return check.run()
    }
}
