import Execution
import Probes
import Results
import Testing

struct `The attribution of main-queue blocks` {
    private func at(_ milliseconds: Int64) -> Instant {
        Instant(nanoseconds: milliseconds * 1_000_000)
    }

    private func stretch(
        _ began: Int64, _ ended: Int64, _ label: String, operation: Int? = nil
    ) -> StretchRecord {
        let block = BlockRecord(
            began: at(began).nanoseconds, ended: at(ended).nanoseconds, cpu: 0, runDelay: 0,
            operation: operation, label: label, spans: [])
        return StretchRecord(
            began: block.began, ended: block.ended, cpu: 0, runDelay: 0, blocks: [block])
    }

    private func save(
        _ operation: Int, _ began: Int64, _ ended: Int64, pushes: Bool = false,
        isMerged: Bool = false
    ) -> BlockAttribution.Save {
        BlockAttribution.Save(
            began: at(began), ended: at(ended), operation: operation, pushesToMain: pushes,
            isMergedIntoMain: isMerged)
    }

    @Test func `A push belongs to the save that it lies within`() {
        var stretches = [stretch(12, 15, "flush"), stretch(30, 31, "flush")]
        BlockAttribution.attribute(
            &stretches, saves: [save(7, 10, 20, pushes: true)], kinds: [7: "import-batch"])
        #expect(stretches.map { $0.blocks[0].operation } == [7, nil])
        #expect(stretches.map { $0.blocks[0].label } == ["import-batch", "flush"])
    }

    //   importing   save of 7 ├───┤ save of 9 ├──┤
    //   main                      merge ├┤ busy… merge ├┤ ← of 9, after its save has ended too
    @Test func `Merges belong to the saves in their order, however late they come`() {
        var stretches = [stretch(12, 13, "merge"), stretch(40, 41, "merge")]
        BlockAttribution.attribute(
            &stretches,
            saves: [save(7, 5, 11, isMerged: true), save(9, 12, 14, isMerged: true)],
            kinds: [7: "import-batch", 9: "import-batch"])
        #expect(stretches.map { $0.blocks[0].operation } == [7, 9])
        #expect(stretches.map { $0.blocks[0].label } == ["merge", "merge"])
    }

    @Test func `A claimed block keeps its operation, and is called after its kind`() {
        var stretches = [stretch(12, 15, "flush", operation: 3)]
        BlockAttribution.attribute(
            &stretches, saves: [save(7, 10, 20, pushes: true)],
            kinds: [3: "edit", 7: "import-batch"])
        #expect(stretches[0].blocks[0].operation == 3)
        #expect(stretches[0].blocks[0].label == "edit")
    }
}
