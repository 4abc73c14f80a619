"""Sends odd requests to a server, and looks for descriptors that it does not give back.

usage: odd-requests.py URL PID REQUESTS SEED

The requests are the files of Fuzz/Corpus/HTTP: whole, cut short, or with a byte changed. Their clients read the answer,
go, reset the connection, say that they send no more, or stay without a word. Prints what was measured; fails if the server
does not answer in between, or if it has more descriptors at the end than at the beginning.
"""

import os
import pathlib
import random
import socket
import struct
import sys
import time
import urllib.parse

# A server that is full lets a client wait for its Options.slowness, half a second.
ANSWER_TIMEOUT = 5
END_TIMEOUT = 10
STAYING = 700  # more than Options.maximumConnections


def connect(url):
    client = socket.create_connection((url.hostname, url.port), timeout=ANSWER_TIMEOUT)
    client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return client


def odd(requests, chance):
    request = chance.choice(requests)
    match chance.randrange(3):
        case 0:
            return request
        case 1:
            return request[: chance.randint(0, len(request))]
        case _ if request:
            place = chance.randrange(len(request))
            return request[:place] + bytes([chance.randrange(256)]) + request[place + 1 :]
    return request


def read_to_end(client):
    """Whether the server ended the connection, in whichever way."""
    try:
        while client.recv(65_536):
            pass
    except ConnectionError:
        pass
    except TimeoutError:
        return False
    return True


def send(client, request):
    try:
        client.sendall(request)
    except ConnectionError:
        pass  # the server has refused it already


def probe(url):
    """How long the server takes to answer a plain request, in seconds."""
    start = time.monotonic()
    with connect(url) as client:
        client.sendall(f"GET / HTTP/1.1\r\nHost: {url.netloc}\r\nConnection: close\r\n\r\n".encode())
        answer = client.recv(12)
        if not answer.startswith(b"HTTP/1.1 "):
            sys.exit(f"odd-requests.py: a plain request was not answered, but: {answer!r}")
        read_to_end(client)
    return time.monotonic() - start


def main():
    url, pid = urllib.parse.urlsplit(sys.argv[1]), sys.argv[2]
    count, seed = int(sys.argv[3]), int(sys.argv[4])
    chance = random.Random(seed)
    requests = [file.read_bytes() for file in sorted(pathlib.Path("Fuzz/Corpus/HTTP").iterdir())]
    descriptors = lambda: len(os.listdir(f"/proc/{pid}/fd"))
    probe(url)
    probe(url)
    settle(descriptors, None)
    before = most = descriptors()
    slowest = 0.0
    staying = []
    start = time.monotonic()
    for number in range(1, count + 1):
        client = connect(url)
        send(client, odd(requests, chance))
        match chance.randrange(5):
            case 0:
                client.close()
            case 1:
                client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                client.close()
            case 2 | 3:
                try:
                    client.shutdown(socket.SHUT_WR)
                except OSError:
                    pass  # the server has reset the connection
                if not read_to_end(client):
                    sys.exit(f"odd-requests.py: request {number} of seed {seed} kept its connection")
                client.close()
            case _:
                staying.append(client)
                if len(staying) > STAYING:
                    staying.pop(0).close()
        if number % max(count // 100, 1) == 0:
            most = max(most, descriptors())
            slowest = max(slowest, probe(url))
    for client in staying:
        client.close()
    elapsed = time.monotonic() - start
    probe(url)
    after = settle(descriptors, before)
    print(
        f"{count} odd requests in {elapsed:.0f} s: {before} descriptors before, {most} at most, {after} after; "
        f"a plain request took {slowest * 1000:.0f} ms at most"
    )
    if after > before:
        sys.exit("odd-requests.py: the server did not give all descriptors back")


def settle(descriptors, expected):
    """Waits until the server has closed what its clients have closed, or long enough; the number of descriptors."""
    deadline = time.monotonic() + (END_TIMEOUT if expected else 0.5)
    while time.monotonic() < deadline and (expected is None or descriptors() > expected):
        time.sleep(0.01)
    return descriptors()


main()
