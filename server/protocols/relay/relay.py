#!/usr/bin/env python3
"""Carries UDP and TCP between a panel and devices near this machine.

Speaks frames on standard input and output, or on a Unix socket (--listen PATH); opens no port. A frame is one byte of type,
four of channel, four of length (big endian), then so many bytes. From the panel: O open, with JSON {"protocol": "udp"|"tcp",
"address", "port"}; D data; W credit, four bytes; C close. To the panel: H hello, with JSON; K opened; E failed, with words;
D data; W credit; C closed. Data of TCP needs credit, in both directions; data of UDP is one datagram a frame, and is dropped
where there is no room. Needs Python 3.7 and nothing else.
"""
import asyncio
import ipaddress
import json
import os
import socket
import struct
import sys

VERSION = 1
HEAD = struct.Struct('!cII')
CREDIT = struct.Struct('!I')
WINDOW = 256 * 1024
MAX_FRAME = 64 * 1024
MAX_CHANNELS = 4096
MAX_BEHIND = 4 * 1024 * 1024
CONNECT_SECONDS = 15


class Panel:
    """One panel, with the channels that it has opened."""

    def __init__(self, reader, writer):
        self.reader = reader
        self.writer = writer
        self.channels = {}

    def send(self, kind, channel, payload=b''):
        self.writer.write(HEAD.pack(kind, channel, len(payload)) + payload)

    def behind(self):
        return self.writer.transport.get_write_buffer_size() > MAX_BEHIND

    def end(self, channel, words=None):
        if self.channels.pop(channel, None) is None:
            return
        if words is None:
            self.send(b'C', channel)
        else:
            self.send(b'E', channel, words.encode()[:1000])

    async def run(self):
        self.send(b'H', 0, json.dumps({'relay': 'datahall', 'version': VERSION}).encode())
        try:
            while True:
                kind, channel, length = HEAD.unpack(await self.reader.readexactly(HEAD.size))
                if length > MAX_FRAME:
                    return
                self.heard(kind, channel, await self.reader.readexactly(length))
                await self.writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            for one in list(self.channels.values()):
                one.close()
            self.writer.close()

    def heard(self, kind, channel, payload):
        one = self.channels.get(channel)
        if kind == b'O' and one is None:
            self.open(channel, payload)
        elif one is None:
            return  # what crossed our own end of the channel
        elif kind == b'D':
            one.data(payload)
        elif kind == b'W':
            one.credit(CREDIT.unpack(payload)[0])
        elif kind == b'C':
            self.channels.pop(channel)
            one.close()

    def open(self, channel, payload):
        try:
            wanted = json.loads(payload)
            address = str(ipaddress.ip_address(wanted['address']))
            port = int(wanted['port'])
            kind = {'udp': Udp, 'tcp': Tcp}[wanted['protocol']]
            if not 0 < port < 65536 or len(self.channels) >= MAX_CHANNELS:
                raise ValueError
        except (ValueError, KeyError, TypeError):
            self.send(b'E', channel, b'This cannot be opened')
            return
        one = self.channels[channel] = kind(self, channel)
        one.task = asyncio.ensure_future(one.connect(address, port))


class Udp(asyncio.DatagramProtocol):
    """Datagrams to and from one address: the kernel drops those of others."""

    def __init__(self, panel, channel):
        self.panel, self.channel = panel, channel
        self.transport = None
        self.task = None

    async def connect(self, address, port):
        loop = asyncio.get_event_loop()
        try:
            await loop.create_datagram_endpoint(lambda: self, remote_addr=(address, port))
        except OSError as fault:
            return self.panel.end(self.channel, str(fault))
        self.panel.send(b'K', self.channel)

    def connection_made(self, transport):
        self.transport = transport

    def datagram_received(self, data, _):
        if not self.panel.behind() and len(data) <= MAX_FRAME:
            self.panel.send(b'D', self.channel, data)

    def error_received(self, fault):
        # No process listens there, as the host reports: the panel judges.
        self.panel.send(b'R', self.channel, str(fault).encode()[:200])

    def data(self, payload):
        if self.transport:
            self.transport.sendto(payload)

    def credit(self, _):
        pass

    def close(self):
        self.task.cancel()
        if self.transport:
            self.transport.close()


class Tcp:
    """A connection to one address. Neither side sends more than the other has said it takes."""

    def __init__(self, panel, channel):
        self.panel, self.channel = panel, channel
        self.writer = None
        self.task = None
        self.room = WINDOW
        self.more = asyncio.Event()
        self.waiting = asyncio.Queue()
        self.sender = None

    async def connect(self, address, port):
        try:
            reader, self.writer = await asyncio.wait_for(asyncio.open_connection(address, port), CONNECT_SECONDS)
        except (OSError, asyncio.TimeoutError) as fault:
            return self.panel.end(self.channel, str(fault) or 'No answer to the connection')
        self.writer.get_extra_info('socket').setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.sender = asyncio.ensure_future(self.send())
        self.panel.send(b'K', self.channel)
        try:
            while True:
                while self.room <= 0:
                    self.more.clear()
                    await self.more.wait()
                data = await reader.read(min(self.room, MAX_FRAME))
                if not data:
                    break
                self.room -= len(data)
                self.panel.send(b'D', self.channel, data)
                await self.panel.writer.drain()
        except OSError:
            pass
        self.panel.end(self.channel)
        self.close()

    async def send(self):
        try:
            while True:
                payload = await self.waiting.get()
                self.writer.write(payload)
                await self.writer.drain()
                self.panel.send(b'W', self.channel, CREDIT.pack(len(payload)))
        except OSError:
            self.panel.end(self.channel)
            self.close()

    def data(self, payload):
        self.waiting.put_nowait(payload)

    def credit(self, count):
        self.room += count
        self.more.set()

    def close(self):
        for task in (self.task, self.sender):
            if task and task is not asyncio.current_task():
                task.cancel()
        if self.writer:
            self.writer.close()


async def on_pipes():
    loop = asyncio.get_event_loop()
    reader = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    transport, protocol = await loop.connect_write_pipe(asyncio.streams.FlowControlMixin, sys.stdout)
    await Panel(reader, asyncio.StreamWriter(transport, protocol, None, loop)).run()


async def on_socket(path):
    if os.path.exists(path):
        os.unlink(path)
    os.umask(0o177)
    async with await asyncio.start_unix_server(lambda reader, writer: Panel(reader, writer).run(), path) as server:
        await server.serve_forever()


if __name__ == '__main__':
    if sys.argv[1:] == ['--version']:
        print(VERSION)
    elif sys.argv[1:2] == ['--listen'] and len(sys.argv) == 3:
        asyncio.run(on_socket(sys.argv[2]))
    else:
        asyncio.run(on_pipes())
