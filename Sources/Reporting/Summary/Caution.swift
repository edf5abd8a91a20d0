import Results

/// What a reader must know before quoting a figure of a result.
enum Caution {
    /// One sentence for a measured result; for a simulated one the device, and what its costs rest
    /// on.
    static func text(of result: WorkloadResult) -> String {
        guard let device = result.simulated else { return SummaryText.caution }
        let core = device.core == "apple" ? "Apple’s core as estimated" : "this lab’s core"
        let evidence =
            device.isMeasured
            ? "Measured runs of this device exist." : "No measured run of this device exists."
        return "Simulated: \(device.title), \(core). \(evidence) Of the numbers behind it "
            + "\(device.marks.joined(separator: ", ")) (lab explain \(device.name)). Not modelled: "
            + "\(device.notModelled.joined(separator: ", ")). Compare orders and ratios, not "
            + "seconds."
    }
}
