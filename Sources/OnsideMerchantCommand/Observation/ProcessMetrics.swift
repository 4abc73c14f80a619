#if os(Linux)
import Foundation

/// The metrics of the process. They have the names that Prometheus' client libraries use, so that common dashboards
/// show them.
enum ProcessMetrics {
  /// The start of the server: the time of the first access, which is in the initializer of `MerchantMetrics`.
  static let start = Date()

  static func families() -> [MetricFamily] {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    var families = [
      family(
        "process_cpu_seconds_total", .counter, "Processor time of the process, in seconds.",
        Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000),
      family(
        "process_start_time_seconds", .gauge, "Start of the server, in seconds since 1970.",
        start.timeIntervalSince1970),
    ]
    if let pages = numbers("/proc/self/statm").dropFirst().first {
      families.append(
        family("process_resident_memory_bytes", .gauge, "Resident memory in bytes.", pages * Double(getpagesize())))
    }
    // Do not count the descriptor that the listing itself has opened.
    if let files = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
      families.append(family("process_open_fds", .gauge, "Open file descriptors.", Double(max(0, files.count - 1))))
    }
    return families
  }

  private static func family(_ name: String, _ kind: MetricFamily.Kind, _ help: String, _ value: Double) -> MetricFamily
  {
    var family = MetricFamily(name, kind, help)
    family.set(value, [])
    return family
  }

  private static func numbers(_ path: String) -> [Double] {
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""  // a system without /proc has no such metric
    return text.split(separator: " ").compactMap { Double($0) }
  }
}
#endif
