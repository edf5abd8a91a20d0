/// The lines of a file, and the objects that they bring.
struct SentLines: Sendable {
    let lines: JSONLines
    /// Of the lines that the importer takes.
    let drafts: [OwnObjects.Draft]

    /// Reads the lines that the importer takes.
    ///
    /// - Throws: `WorkloadError` if a line does not fit the content, two have one key, or there are
    ///   too few.
    init(_ lines: JSONLines, take: Int?, _ reader: SentReader) throws {
        self.lines = lines
        var drafts: [OwnObjects.Draft] = []
        var known: Set<PartnerKey> = []
        for index in lines.lines.prefix(take ?? lines.lines.count).indices {
            do {
                let draft = try reader.draft(lines.line(index), number: index)
                try draft.visit { object in
                    guard let key = object.key else { return }
                    let found = PartnerKey(entity: object.entity.name, key: key)
                    guard known.insert(found).inserted else {
                        throw SentReader.Mistake(
                            message: "has the \(object.entity.name) \(key.line) of a line before",
                            remedy: "a key identifies an object; keep one line of it")
                    }
                }
                drafts.append(draft)
            } catch let mistake as SentReader.Mistake {
                throw WorkloadError.invalidData(
                    lines.file, line: index + 1, mistake.message, remedy: mistake.remedy)
            }
        }
        if let take, take > drafts.count {
            throw WorkloadError.invalidData(
                lines.file, line: lines.lines.count,
                "is the last, and roles.importer.take wants \(take)",
                remedy: "take \(drafts.count) or fewer")
        }
        self.drafts = drafts
    }
}
