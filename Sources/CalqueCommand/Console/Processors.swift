#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Processors that are there now, at least one.
let processorCount = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
