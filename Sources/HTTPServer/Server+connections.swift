internal import HTTPWire

/// Connections begin while there is room for them, and end.
extension Server {
    func acceptConnections(of index: Int, atMost limit: Int) {
        guard index < listeners.count else { return }
        for _ in 0..<limit {
            guard connectionCount < resources.configuration.connections else { return watchListeners() }
            switch listeners[index].accept() {
            case .success(let descriptor): begin(descriptor, listener: index)
            case .failure(.gone): continue
            case .failure(.none): return
            case .failure(.exhausted):
                acceptResumeTime = now + resources.configuration.acceptPause
                return watchListeners()
            }
        }
    }

    private func begin(_ descriptor: consuming Descriptor, listener: Int) {
        let number = Int(descriptor.number)
        let connection = Connection(descriptor, listener: listener, resources: resources, now: now)
        guard (try? epoll.add(Int32(number), token: Source.connection.token(number), for: .input)) != nil else {
            return
        }
        while connections.count <= number { connections.append(nil) }
        connections[number] = connection
        connectionCount += 1
    }

    func drop(_ connection: Connection) {
        let number = Int(connection.number)
        guard connections[number] === connection else { return }
        countBrokenOff(connection)
        epoll.remove(connection.number)
        connections[number] = nil
        connectionCount -= 1
        watchListeners()
    }

    func countBrokenOff(_ connection: Connection) {
        resources.sessionContext.countBrokenOff(connection.session?.receivingCount ?? 0)
    }

    func resumeAccepting() {
        guard let time = acceptResumeTime, now >= time else { return }
        acceptResumeTime = nil
        watchListeners()
    }

    /// Watches the listeners only while another connection can be taken; they would be ready all the time otherwise.
    private func watchListeners() {
        let accepts = connectionCount < resources.configuration.connections && acceptResumeTime == nil
        guard accepts != isAccepting else { return }
        isAccepting = accepts
        for (index, listener) in listeners.enumerated() {
            epoll.change(
                listener.descriptor.number,
                token: Source.listener.token(index),
                to: accepts ? .input : []
            )
        }
    }
}
