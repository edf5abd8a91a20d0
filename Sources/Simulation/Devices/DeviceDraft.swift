/// A device's file to fill in: every key, with numbers that are marked as assumed.
package enum DeviceDraft {
    package static let text = """
        # A device of your own. Replace each number, and say where it is from; then
        #   lab lint FILE, lab explain FILE, lab simulate --workload smoke --device FILE
        # Marks, from the surest on: measured (on the device), seen (stands in the source), derived
        # (follows from it, by the arithmetic that is named), secondary (quoted by another source),
        # assumed (chosen, for the reason that is named). low and high are optional.
        # On the device itself, Workloads/Devices/Probe measures all of it: lab calibrate --from.
        schema: 1
        title: A device of mine
        about: "What it is, and whose."
        # Do figures of a measured run exist?
        measured: false
        # The time of a piece of work, as a multiple of that on the reference.
        processor: { value: 1, low: 0.8, high: 1.25, mark: assumed,
          source: "as the reference, until a score is found" }
        # Apple's time of object-graph work as a multiple of this core's; leave it out where Apple's
        # framework does not run.
        apple: { value: 10, low: 7, high: 14, mark: assumed, source: "as on an iPhone 8" }
        # The cores that the app's threads share.
        cores: { value: 2, low: 2, high: 6, mark: assumed, source: "two fast ones" }
        # How long a sleeping thread takes to go on; leave it out where that is unknown.
        wake: { value: 30us, low: 10us, high: 60us, mark: assumed,
          source: "as on a virtual server" }
        sync:
          # What SQLite's sync is: fsync, barrier or full. Each kind that is known has its median.
          becomes: barrier
          fsync: { value: 40us, mark: assumed, source: "as on an M1 Mac" }
          barrier: { value: 3ms, low: 1ms, high: 5ms, mark: assumed, source: "as on an iPhone 8" }
          full: { value: 20ms, mark: assumed, source: "as on an iPhone 8" }
          per-kib: { value: 3us, mark: assumed, source: "some 300 MB/s of sequential writing" }
          # Workloads/Devices/Tails/flash.yaml, or a file in the folder Tails beside this one.
          tail: flash
        # How long who cuts or deletes a file waits for its space to be given back; left out where
        # that is unknown.
        # free:
        #   call: { value: 200us, mark: assumed, source: "as on a virtual server" }
        #   per-kib: { value: 1us, mark: assumed, source: "as on a virtual server" }

        """
}
