/// The members of one to-many of several objects, and the rows that were read for them.
struct MemberLists {
    /// In the order of the objects that were asked about.
    var lists: [[ObjectKey]]
    var rows: [FetchedRows] = []
}
