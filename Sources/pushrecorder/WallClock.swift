import Bytes
import Glibc

/// The time of day.
enum WallClock {
    /// Now, to the microsecond.
    static var now: Instant {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Instant(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
    }
}
