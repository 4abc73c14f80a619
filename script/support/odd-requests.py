"""Sends odd requests to a server, and checks that the server closes all its descriptors.

usage: odd-requests.py URL PID REQUESTS SEED

The requests are the files of Fuzz/Corpus/HTTP: whole, cut short, or with a changed byte. After its request, a client
closes or resets the connection, closes its sending side and reads the answer, or stays connected without sending more.
Prints the measurements. Fails if the server does not answer a plain request in between, or if it has more descriptors
at the end than at the beginning.
"""

import os
import pathlib
import random
import socket
import struct
import sys
import time
import urllib.parse

# If all connections are in use, a new client waits at most half a second (Options.slowness).
ANSWER_TIMEOUT = 5
END_TIMEOUT = 10
STAYING = 700  # connections that stay open, more than Options.maximumConnections


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
    """Reads to the end of the connection. Returns False if the server does not close it in time."""
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
        pass  # the server has already refused the request


def probe(url):
    """Sends a plain request. Returns the time until its answer is complete, in seconds."""
    start = time.monotonic()
    with connect(url) as client:
        client.sendall(f"GET / HTTP/1.1\r\nHost: {url.netloc}\r\nConnection: close\r\n\r\n".encode())
        answer = client.recv(12)
        if not answer.startswith(b"HTTP/1.1 "):
            sys.exit(f"odd-requests.py: a plain request got a wrong answer: {answer!r}")
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
        sys.exit("odd-requests.py: the server did not close all descriptors")


def settle(descriptors, expected):
    """Waits, for a limited time, until the server has closed old connections. Returns its number of descriptors."""
    deadline = time.monotonic() + (END_TIMEOUT if expected else 0.5)
    while time.monotonic() < deadline and (expected is None or descriptors() > expected):
        time.sleep(0.01)
    return descriptors()


main()
