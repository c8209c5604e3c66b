/// Random numbers that are the same ones in every run, so that a failure can be repeated.
///
/// Source: Guy L. Steele, Doug Lea, Christine H. Flood, "Fast splittable pseudorandom number generators", figure 17
package struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    /// The numbers that follow from a seed.
    package init(seed: UInt64) {
        state = seed
    }

    /// The next number.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number from 0 on and below a bound.
    package mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}
