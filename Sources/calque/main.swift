import CalqueCommand

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

prepareSignals()
exit(runCalque(Array(CommandLine.arguments.dropFirst())))
