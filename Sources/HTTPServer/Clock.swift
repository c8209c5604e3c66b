internal import Glibc

/// The time since the machine started, which no one sets back.
func monotonicTime() -> Duration {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}

/// The seconds since 1970-01-01T00:00:00Z.
func secondsSince1970() -> Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec)
}
