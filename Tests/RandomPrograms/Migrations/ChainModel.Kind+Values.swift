import Execution
import Foundation

extension ChainModel.Kind {
    /// A random value.
    func value(_ stream: inout RandomStream) -> Any {
        let number = Int.random(in: -999...999, using: &stream)
        return switch self {
        case .string: "text \(number) ß'\""
        case .integer16, .integer64: NSNumber(value: number)
        case .double: NSNumber(value: Double(number) / 3)
        case .boolean: NSNumber(value: number > 0)
        case .date: Date(timeIntervalSinceReferenceDate: Double(number) / 7)
        case .binary: Data("bytes \(number)".utf8)
        case .decimal: NSDecimalNumber(string: "\(number).25")
        case .uuid:
            UUID(uuidString: "00000000-0000-4000-8000-" + String(format: "%012d", abs(number)))!
        case .uri: URL(string: "https://example.com/\(number)")!
        }
    }

    /// A text that differs for each value.
    func text(of value: Any) -> String {
        switch self {
        case .integer16, .integer64, .boolean: "\((value as! NSNumber).int64Value)"
        case .double: "\((value as! NSNumber).doubleValue)"
        case .date: "\((value as! Date).timeIntervalSinceReferenceDate)"
        case .binary: (value as! Data).base64EncodedString()
        default: "\(value)"
        }
    }
}

extension ChainModel.Attribute {
    /// The default value as `Kind.text(of:)` has it.
    var standardText: String? {
        switch kind {
        case .boolean: standard.map { $0 == "YES" ? "1" : "0" }
        case .date: standard.flatMap(Double.init).map { "\($0)" }
        default: standard
        }
    }
}
