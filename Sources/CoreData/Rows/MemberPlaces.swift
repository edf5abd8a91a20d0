/// Numbers the members of an ordered relationship with gaps between them.
///
/// Thanks to the gaps most changes of the order write one or two numbers.
///
///     members   A 1024   B 2048   C 3072          C goes to the front
///     then      C  512   A 1024   B 2048
enum MemberPlaces {
    /// Halving this gap ten times still leaves a number between two neighbours.
    static let gap: Int64 = 1024

    /// The numbers to write after a save has changed the members of one object.
    ///
    /// - Parameters:
    ///   - stored: the members that the store has now, in their former order; a new one has no
    ///     number.
    ///   - members: all of them in their order; `nil` if they were not read, and some were added.
    ///   - added: the members that come last if the others were not read.
    static func changes(
        stored: [(number: Int64, place: Int64?)], members: [ObjectKey]?, added: [ObjectKey]
    ) -> [(number: Int64, place: Int64)] {
        var known: [Int64: Int64] = [:]
        for (number, place) in stored { known[number] = place }
        // A member that left and came back within one save is both stored and added.
        let last = Set(added.map(\.number))
        let numbers =
            members?.map(\.number)
            ?? stored.map(\.number).filter { !last.contains($0) } + added.map(\.number)
        if members == nil { for number in last { known[number] = nil } }
        return changes(numbers, known)
    }

    /// The numbers to write so that they rise along the members.
    private static func changes(
        _ members: [Int64], _ known: [Int64: Int64]
    ) -> [(number: Int64, place: Int64)] {
        var changes: [(number: Int64, place: Int64)] = []
        var before: Int64 = 0
        for (index, number) in members.enumerated() {
            let after = index + 1 < members.count ? known[members[index + 1]] : nil
            if let place = known[number], place > before, after.map({ place < $0 }) ?? true {
                before = place
                continue
            }
            let isBetween = after.map { $0 > before + 1 } ?? false
            before = isBetween ? (before + after!) / 2 : before + gap
            changes.append((number, before))
        }
        return changes
    }
}
