"""Sends a CONNECT and the beginning of a TLS handshake in one piece, cut at different places, and then a push.

usage: pipelined_hello.py PORT AUTHORITY
"""
import socket
import ssl
import sys
import time

port, authority = int(sys.argv[1]), sys.argv[2]
context = ssl.create_default_context(cafile=authority)
HEAD = b"CONNECT api.push.apple.com:443 HTTP/1.1\r\nHost: api.push.apple.com:443\r\n\r\n"
PUSH = b'POST /3/device/ab HTTP/1.1\r\nHost: api.push.apple.com\r\napns-topic: a.b\r\nContent-Length: 21\r\n\r\n{"aps":{"alert":"x"}}'
ESTABLISHED = b"HTTP/1.1 200 Connection established\r\n\r\n"


def push(cut):
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    tls = context.wrap_bio(incoming, outgoing, server_hostname="api.push.apple.com")
    connection = socket.create_connection(("127.0.0.1", port), timeout=20)

    def attempt(call):
        while True:
            try:
                result = call()
            except ssl.SSLWantReadError:
                connection.sendall(outgoing.read())
                incoming.write(connection.recv(65536))
            else:
                connection.sendall(outgoing.read())
                return result

    try:
        tls.do_handshake()
    except ssl.SSLWantReadError:
        hello = outgoing.read()
    connection.sendall(HEAD + hello[:cut])
    answer = b""
    while len(answer) < len(ESTABLISHED):
        answer += connection.recv(len(ESTABLISHED) - len(answer))
    assert answer == ESTABLISHED, answer
    if cut < len(hello):
        time.sleep(0.02)
        connection.sendall(hello[cut:])
    attempt(tls.do_handshake)
    attempt(lambda: tls.write(PUSH))
    answer = attempt(lambda: tls.read(65536))
    assert answer.startswith(b"HTTP/1.1 200 OK\r\n"), answer
    connection.close()


for cut in (0, 1, 4, 5, 6, 43, 200, 1 << 16):
    push(cut)
