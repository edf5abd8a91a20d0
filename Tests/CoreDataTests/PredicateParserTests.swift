import CoreData
import Testing

@Suite(.inVirtualTime) struct PredicateParserTests {
    /// The format that a format is printed as, and that printing must keep.
    private func printed(_ format: String, _ arguments: Any...) throws -> String {
        let predicate = try PredicateParser.parse(format, arguments: arguments)
        let text = PredicateFormatPrinter.format(of: predicate)
        let again = try PredicateParser.parse(text)
        #expect(PredicateFormatPrinter.format(of: again) == text)
        return text
    }

    @Test(arguments: [
        ("a = 1", "a == 1"), ("a == 1", "a == 1"), ("a != 1", "a != 1"), ("a <> 1", "a != 1"),
        ("a < 1", "a < 1"), ("a <= 1", "a <= 1"), ("a =< 1", "a <= 1"), ("a > 1", "a > 1"),
        ("a >= 1", "a >= 1"), ("a => 1", "a >= 1"), ("a in {1, 2}", "a IN {1, 2}"),
        ("a between {1, 2}", "a BETWEEN {1, 2}"), ("a beginswith 'x'", "a BEGINSWITH \"x\""),
        ("a EndsWith[c] 'x'", "a ENDSWITH[c] \"x\""),
        ("a contains[cd] 'x'", "a CONTAINS[cd] \"x\""),
        ("a like[d] 'x*'", "a LIKE[d] \"x*\""), ("a matches[n] '.*'", "a MATCHES[n] \".*\""),
    ])
    func `Every operator is read in each of its spellings`(_ format: String, _ expected: String)
        throws
    {
        #expect(try printed(format) == expected)
    }

    @Test(arguments: [
        ("a == 1 OR b == 2 AND c == 3", "a == 1 OR (b == 2 AND c == 3)"),
        ("a == 1 && b == 2 || c == 3", "(a == 1 AND b == 2) OR c == 3"),
        ("NOT a == 1 AND b == 2", "(NOT a == 1) AND b == 2"),
        ("! (a == 1 and b == 2)", "NOT (a == 1 AND b == 2)"),
        ("(a == 1 OR b == 2) AND c == 3", "(a == 1 OR b == 2) AND c == 3"),
        ("a + b * 2 == 7", "a + (b * 2) == 7"), ("(a + b) * 2 == 7", "(a + b) * 2 == 7"),
        ("a - b - c == 7", "(a - b) - c == 7"), ("a ** b ** 2 == 7", "a ** (b ** 2) == 7"),
        ("-a ** 2 == 7", "(-1) * (a ** 2) == 7"), ("a & 4 + 1 != 0", "a & (4 + 1) != 0"),
        ("a | b & c == 0", "a | (b & c) == 0"), ("a << 2 + 1 == 0", "a << (2 + 1) == 0"),
        ("((((a)))) == ((1))", "a == 1"), ("(a == 1)", "a == 1"),
    ])
    func `Operators bind as tightly as in Cocoa`(_ format: String, _ expected: String) throws {
        #expect(try printed(format) == expected)
    }

    @Test(arguments: [
        ("ANY kids.age > 3", "ANY kids.age > 3"), ("SOME kids.age > 3", "ANY kids.age > 3"),
        ("ALL kids.age > 3", "ALL kids.age > 3"), ("NONE kids.age > 3", "NOT ANY kids.age > 3"),
        ("TruePredicate", "TRUEPREDICATE"), ("FALSEPREDICATE", "FALSEPREDICATE"),
        ("kids.@count == 0", "kids.@count == 0"), ("@avg.age > 1", "@avg.age > 1"),
        ("kids.@sum.age > 3", "kids.@sum.age > 3"), ("self.name == nil", "name == nil"),
        ("SELF == null", "SELF == nil"), ("a == $b", "a == $b"),
        ("$x.name == 'n'", "$x.name == \"n\""),
        ("a == YES AND b == false", "a == 1 AND b == 0"), ("a == -2.5e3", "a == -2500.0"),
        ("a == 0x1F", "a == 31"), ("a == .5", "a == 0.5"), ("a IN {}", "a IN {}"),
        ("a IN {b, 1}", "a IN {b, 1}"), ("a[0] == a[LAST]", "a[0] == a[LAST]"),
        ("a[SIZE] > 1", "a[SIZE] > 1"), ("#in == #'x'", ""), ("#in == 1", "#in == 1"),
        (
            "SUBQUERY(kids, $k, $k.age > 3 AND $k.name == 'x').@count > 0",
            "SUBQUERY(kids, $k, $k.age > 3 AND $k.name == \"x\").@count > 0"
        ),
        ("TERNARY(a == 1, b, 2) == 2", "TERNARY(a == 1, b, 2) == 2"),
        ("abs(a) == 1", "abs(a) == 1"), ("SUM(kids.age) == 1", "sum(kids.age) == 1"),
        ("born < now()", "born < now()"), ("modulus:by:(a, 2) == 1", ""),
        ("born < CAST(0, 'NSDate')", "born < CAST(0.0, \"NSDate\")"),
        ("a UNION b == c", "a UNION b == c"), ("~a == 1", "~a == 1"),
    ])
    func `The language's other words are read`(_ format: String, _ expected: String) throws {
        if expected.isEmpty {
            #expect(throws: PredicateFormatError.self) { try PredicateParser.parse(format) }
        } else {
            #expect(try printed(format) == expected)
        }
    }

    @Test func `Text has two kinds of quotes and escapes`() throws {
        #expect(try printed(#"a == "it's""#) == #"a == "it's""#)
        #expect(try printed(#"a == 'say "hi"'"#) == #"a == "say \"hi\"""#)
        #expect(try printed(#"a == 'it\'s\n\t\\'"#) == #"a == "it's\n\t\\""#)
        #expect(try printed(#"a == "\x41\u00e9\U0001F600""#) == #"a == "Aé😀""#)
        #expect(try printed("a == '%@'") == #"a == "%@""#)
    }

    @Test func `Arguments take the places of their conversions`() throws {
        #expect(
            try printed("%K == %@ AND n > %d", "team.name", "x", 3)
                == "team.name == \"x\" AND n > 3")
        #expect(
            try printed("a > %ld OR a > %lu OR a > %i OR a > %u", 1, UInt(2), Int16(3), UInt8(4))
                == "a > 1 OR a > 2 OR a > 3 OR a > 4")
        #expect(try printed("a > %f AND b > %lf", 1, 2.5) == "a > 1.0 AND b > 2.5")
        #expect(try printed("a IN %@", [1, 2]) == "a IN {1, 2}")
        #expect(try printed("a == %@", Int?.none as Any) == "a == nil")
        #expect(try printed("a == %@", NSNull()) == "a == nil")
        #expect(try printed("a == %s", "x") == "a == \"x\"")
        #expect(try printed("kids.%K > 1", "age") == "kids.age > 1")
        #expect(try printed("%K.@count > 1", "kids") == "kids.@count > 1")
        let date = Date(timeIntervalSinceReferenceDate: 12.5)
        #expect(try printed("a < %@", date) == "a < CAST(12.5, \"NSDate\")")
    }

    @Test func `An array of anything is one argument`() {
        let list: [Any] = [1, "x"]
        #expect(NSPredicate(format: "a IN %@", list).description == "a IN {1, \"x\"}")
        #expect(NSPredicate(format: "a IN %@", [5] as [Any]).description == "a IN {5}")
        #expect(NSPredicate(format: "a IN %@", ["y"]).description == "a IN {\"y\"}")
        #expect(
            NSExpression(format: "sum(%@)", [1, 2] as [Any]).expressionValue(
                with: nil, context: nil) as? Int == 3)
    }

    @Test(arguments: [
        ("a ==", 4, "a value is expected"), ("== 1", 0, "a value is expected"),
        ("a", 1, "a comparison operator is expected"), ("a == 1 AND", 10, "a value is expected"),
        ("a == 1 b", 7, "AND, OR or the end is expected"), ("(a == 1", 7, "')' is expected"),
        ("a == 'x", 5, "the text that begins here has no closing '"),
        ("a == 1 ;", 7, "';' is not valid in a predicate"),
        ("a == %@", 5, "argument 1 is missing; 0 were given"),
        ("a == %y", 5, "'%y' is not a conversion"),
        ("a ==[x] 'b'", 5, "'x' is not an option; use c, d or n"),
        ("a IN {1, 2", 10, "',' or '}' is expected"),
        ("nope(a) == 1", 0, "there is no function named 'nope'"),
        ("abs(a, b) == 1", 0, "the function abs: takes 1 arguments, not 2"),
        ("a.@median == 1", 2, "there is no collection operator '@median'"),
        ("AND == 1", 0, "a value is expected; write #AND for a key of that name"),
        ("(a == 1) + 2 == 3", 0, "a value is expected, but this is a predicate"),
        ("a == '\\u12'", 8, "4 hexadecimal digits of a character are expected"),
        ("ANY a", 5, "a comparison operator is expected"),
        ("a. == 1", 3, "a key is expected after '.'"),
        (
            "SUBQUERY(a, b, c == 1).@count > 0", 12,
            "the variable of the subquery, such as $x, is expected"
        ),
        ("$ == 1", 0, "a variable's name is missing"), ("", 0, "a value is expected"),
    ])
    func `A malformed format says what is wrong, and where`(
        _ format: String, _ position: Int, _ message: String
    ) {
        let error = #expect(throws: PredicateFormatError.self) {
            try PredicateParser.parse(format)
        }
        #expect(error?.message == message)
        #expect(error?.position == position)
    }

    @Test func `The error shows the line of the format and a caret below the place`() throws {
        let error = #expect(throws: PredicateFormatError.self) {
            try PredicateParser.parse("a == 1\n\tAND é ==")
        }
        #expect(
            error?.description == """
                Unable to parse the predicate format at position 16: a value is expected
                \tAND é ==
                \t        ^
                """)
    }

    @Test func `An argument of the wrong type is refused`() {
        func message(_ format: String, _ argument: Any) -> String? {
            #expect(throws: PredicateFormatError.self) {
                try PredicateParser.parse(format, arguments: [argument])
            }?.message
        }
        #expect(
            message("a == %d", 2.5) == "argument 1 is of type Double, but %d takes a whole number")
        #expect(message("%K == 1", 2) == "argument 1 is of type Int, but %K takes a key path")
        #expect(message("a == %f", "x") == "argument 1 is of type String, but %f takes a number")
        #expect(message("a == %ld", NSNull()) == "argument 1 is nil, but %ld takes a whole number")
    }

    @Test func `A pattern that is no regular expression is refused with its place`() {
        let error = #expect(throws: PredicateFormatError.self) {
            try PredicateParser.parse("a MATCHES '['")
        }
        #expect(error?.position == 10)
    }

    @Test func `Nesting has a limit, so that no stack overflows`() throws {
        let deep = String(repeating: "(", count: 50) + "a == 1" + String(repeating: ")", count: 50)
        #expect(try PredicateParser.parse(deep).description == "a == 1")
        let deeper = String(repeating: "(", count: 5000) + "a == 1"
        #expect(throws: PredicateFormatError.self) { try PredicateParser.parse(deeper) }
        let nots = String(repeating: "NOT ", count: 5000) + "a == 1"
        #expect(throws: PredicateFormatError.self) { try PredicateParser.parse(nots) }
    }

    @Test func `Foundation's initializers make our classes`() throws {
        let comparison = NSPredicate(format: "name BEGINSWITH[cd] %@ AND age > %d", "a", 3)
        let compound = try #require(comparison as? NSCompoundPredicate)
        #expect(compound.compoundPredicateType == .and)
        let first = try #require(compound.subpredicates.first as? NSComparisonPredicate)
        #expect(first.predicateOperatorType == .beginsWith)
        #expect(first.options == [.caseInsensitive, .diacriticInsensitive])
        #expect(first.leftExpression.keyPath == "name")
        #expect(first.rightExpression.constantValue as? String == "a")
        #expect(NSPredicate(format: "a == %@", argumentArray: [1]) == NSPredicate(format: "a == 1"))
        #expect(NSPredicate(format: "a == 1") != NSPredicate(format: "a == 2"))
        let sum = NSExpression(format: "1 + %@", 2)
        #expect(sum.expressionType == .function)
        #expect(sum.function == "add:to:")
        #expect(sum.expressionValue(with: nil, context: nil) as? Int == 3)
    }

    @Test func `A malformed format traps`() async {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            _ = NSPredicate(format: "a = = 1")
        }
        let text = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
        #expect(text.contains("at position 4: a value is expected"))
    }
}
