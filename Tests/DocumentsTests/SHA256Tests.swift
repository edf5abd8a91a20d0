import Documents
import Testing

@Suite struct SHA256Tests {
    // The examples of FIPS 180-4 and NIST's further ones.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ])
    func `The standard's examples hold`(text: String, digest: String) {
        #expect(SHA256.hex(of: text) == digest)
    }

    @Test func `A million times the letter a has its known digest`() {
        var hash = SHA256()
        for _ in 0..<1000 { hash.update(String(repeating: "a", count: 1000)) }
        #expect(
            hash.hex() == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    // Lengths on both sides of where padding needs another block; digests from coreutils' and
    // Python's implementations, for bytes (7·i + n) mod 256.
    @Test(arguments: [
        (0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        (1, "4bf5122f344554c53bde2ebb8cd2b7e3d1600ad631c385a5d7cce23c7785459a"),
        (55, "81afe5b788dc2ce138ff83d9b20164db75a94d75d2b2432eea4a0ef605088c72"),
        (56, "2aba54f0ac632420a2b502431408866e40e1d5e430df4cd822642c78ab2eb9c1"),
        (57, "903284efbf9100e8ba1614ec65eacacad125e03f857cae7acbf8b73b23e0fdfe"),
        (63, "733d3d4ee79ee67145bf73da13588f6f235d37414fc64b14a2f00f1762792f5e"),
        (64, "79322907b3e9d013d7dc2c2f256674dbf733045cde01df3539271c6f5605feb8"),
        (65, "d85c007c6eb440f085afa2b84f6f2bce4658b240e9f62cb1364bf0485a57e720"),
        (119, "6c87eedf096b345de205b702e5223b73b447a3207791ded3ea007ba15ed6736e"),
        (120, "42500cf6a1e3936d6b9e0bcfe296d654b63255e525487d3634d0b15fde591c4d"),
        (1000, "6b0df76627243d095b0c4400cb658b7e804dd03461cc03aee8fc8fe0bcada168"),
    ])
    func `Every length around a block's end is padded right`(count: Int, digest: String) {
        var hash = SHA256()
        hash.update((0..<count).map { UInt8(($0 * 7 + count) % 256) })
        #expect(hash.hex() == digest)
    }

    @Test func `How a message is cut makes no difference, nor does a digest in between`() {
        let bytes = (0..<300).map { UInt8($0 % 251) }
        var whole = SHA256()
        whole.update(bytes)
        for cut in [1, 3, 63, 64, 65, 200] {
            var parts = SHA256()
            parts.update(bytes[..<cut])
            _ = parts.digest()
            parts.update(bytes.dropFirst(cut).lazy.map { $0 })
            #expect(parts.digest() == whole.digest())
        }
    }
}
