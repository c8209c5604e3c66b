import Bytes
import CaptureLog
import Foundation
import TestSupport
import Testing

@Suite struct LogTailTests {
    private let folder: TemporaryFolder
    private var path: String { folder.file("log.ndjson") }

    init() throws { folder = try TemporaryFolder() }

    private func append(_ bytes: [UInt8]) throws {
        if !FileManager.default.fileExists(atPath: path) { try folder.write([], to: "log.ndjson") }
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try file.seekToEnd()
        try file.write(contentsOf: Data(bytes))
        try file.close()
    }

    private func read(_ tail: inout LogTail) throws -> [Text] {
        var ids: [Text] = []
        try tail.read { ids.append($0.id) }
        return ids
    }

    @Test func `each line is handed over once, when it is whole`() throws {
        var tail = LogTail(path: path)
        #expect(try read(&tail).isEmpty)
        #expect(!tail.isOpen)
        try append(Lines.push(1) + Lines.push(2).dropLast(20))
        #expect(try read(&tail) == [Lines.id(1)])
        #expect(tail.isOpen)
        #expect(try read(&tail).isEmpty)
        try append(Lines.push(2).suffix(20) + Lines.mark(3, "m"))
        #expect(try read(&tail) == [Lines.id(2), Lines.id(3)])
        #expect(tail.damagedLines == 0)
    }

    @Test func `a log that was moved away is read to its end, and then the one in its place`() throws {
        var tail = LogTail(path: path)
        try append(Lines.push(1))
        #expect(try read(&tail) == [Lines.id(1)])
        try append(Lines.push(2) + Lines.push(9).dropLast(20))
        try FileManager.default.moveItem(atPath: path, toPath: path + ".1")
        #expect(try read(&tail) == [Lines.id(2)])
        try append(Lines.push(3))
        #expect(try read(&tail) == [Lines.id(3)])
        #expect(tail.damagedLines == 0)
    }

    @Test(arguments: [[0x1F, 0x8B, 0x08, 0x00], Array("<!doctype html><html>".utf8)])
    func `what no recorder writes is not followed`(beginning: [UInt8]) throws {
        try append(beginning)
        var tail = LogTail(path: path)
        #expect(throws: CaptureLogError.notFollowed(path: path)) { try tail.read { _ in } }
    }

    @Test func `damage is counted and what a kill cut off is none`() throws {
        var tail = LogTail(path: path)
        try append(Array("{broken\n\n".utf8) + Lines.push(1) + Array("{\"v\":1,\"ki\n".utf8) + Lines.run(2))
        #expect(try read(&tail) == [Lines.id(1), Lines.id(2)])
        #expect(tail.damagedLines == 1)
    }

    @Test func `a line at the limit is read and one past it is damage`() throws {
        var limits = LogLimits()
        limits.lineBytes = Lines.push(1).count - 1
        var tail = LogTail(path: path, limits: limits)
        try append(Lines.push(1))
        #expect(try read(&tail) == [Lines.id(1)])
        limits.lineBytes -= 1
        var other = LogTail(path: path, limits: limits)
        #expect(try read(&other).isEmpty)
        #expect(other.damagedLines == 1)
        try append(Lines.mark(2, "m"))
        #expect(try read(&other) == [Lines.id(2)])
    }

    @Test func `a log that became shorter is an error`() throws {
        var tail = LogTail(path: path)
        try append(Lines.push(1))
        _ = try read(&tail)
        try folder.write([], to: "log.ndjson")
        #expect(throws: CaptureLogError.changed(name: path)) { try tail.read { _ in } }
    }

    @Test func `a folder is no log to follow`() throws {
        var tail = LogTail(path: folder.path)
        #expect(throws: CaptureLogError.notRegular(path: folder.path)) { try tail.read { _ in } }
    }
}
