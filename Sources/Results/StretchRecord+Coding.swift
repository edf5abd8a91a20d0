/// A stretch as a row of JSON, with its blocks and spans inside: there are thousands of them in a
/// run, and the names of their fields would be most of its file.
///
///     [began, length, cpu, runDelay, [block, …]]
///     block   [after the stretch's begin, length, cpu, runDelay, operation or null, label,
///              [span, …]]
///     span    [cause, after the block's begin, length, depth, own]
///
/// Files that are older than this form have objects with names, which are read, too.
extension StretchRecord: Codable {
    private enum CodingKeys: String, CodingKey {
        case began, ended, cpu, runDelay, blocks
    }

    package init(from decoder: any Decoder) throws {
        guard var row = try? decoder.unkeyedContainer() else {
            let named = try decoder.container(keyedBy: CodingKeys.self)
            self.init(
                began: try named.decode(Int64.self, forKey: .began),
                ended: try named.decode(Int64.self, forKey: .ended),
                cpu: try named.decode(Int64.self, forKey: .cpu),
                runDelay: try named.decode(Int64.self, forKey: .runDelay),
                blocks: try named.decode([BlockRecord].self, forKey: .blocks))
            return
        }
        let began = try row.decode(Int64.self)
        self.init(
            began: began, ended: began &+ (try row.decode(Int64.self)),
            cpu: try row.decode(Int64.self), runDelay: try row.decode(Int64.self), blocks: [])
        var list = try row.nestedUnkeyedContainer()
        while !list.isAtEnd {
            blocks.append(try BlockRecord(row: list.nestedUnkeyedContainer(), after: began))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var row = encoder.unkeyedContainer()
        for value in [began, ended &- began, cpu, runDelay] { try row.encode(value) }
        var list = row.nestedUnkeyedContainer()
        for block in blocks { try block.encode(to: list.nestedUnkeyedContainer(), after: began) }
    }
}

extension BlockRecord {
    // Sums wrap around: a file may hold any number, and `implausible` reads them afterwards.
    fileprivate init(row: any UnkeyedDecodingContainer, after zero: Int64) throws {
        var row = row
        let began = zero &+ (try row.decode(Int64.self))
        self.init(
            began: began, ended: began &+ (try row.decode(Int64.self)),
            cpu: try row.decode(Int64.self), runDelay: try row.decode(Int64.self),
            operation: try row.decodeIfPresent(Int.self), label: try row.decode(String.self),
            spans: [])
        var list = try row.nestedUnkeyedContainer()
        while !list.isAtEnd {
            spans.append(try SpanRecord(row: list.nestedUnkeyedContainer(), after: began))
        }
    }

    fileprivate func encode(to row: any UnkeyedEncodingContainer, after zero: Int64) throws {
        var row = row
        for value in [began &- zero, ended &- began, cpu, runDelay] { try row.encode(value) }
        try operation.map { try row.encode($0) } ?? row.encodeNil()
        try row.encode(label)
        var list = row.nestedUnkeyedContainer()
        for span in spans { try span.encode(to: list.nestedUnkeyedContainer(), after: began) }
    }
}

extension SpanRecord {
    fileprivate init(row: any UnkeyedDecodingContainer, after zero: Int64) throws {
        var row = row
        let cause = try row.decode(String.self)
        let began = zero &+ (try row.decode(Int64.self))
        self.init(
            cause: cause, began: began, ended: began &+ (try row.decode(Int64.self)),
            depth: try row.decode(Int.self), own: try row.decode(Int64.self))
    }

    fileprivate func encode(to row: any UnkeyedEncodingContainer, after zero: Int64) throws {
        var row = row
        try row.encode(cause)
        for value in [began &- zero, ended &- began, Int64(depth), own] { try row.encode(value) }
    }
}
