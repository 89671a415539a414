public func runCalque(_ arguments: [String]) -> Int32 { 0 }
