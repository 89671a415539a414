import CalqueCommand
import Foundation

exit(runCalque(Array(CommandLine.arguments.dropFirst())))
