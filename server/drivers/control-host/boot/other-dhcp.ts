import { z } from 'zod'
import { deviceRejected } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { cleanMessage } from '../../clean-message.ts'
import type { BootHost } from './host.ts'

/** A DHCP server that answered. */
export type OtherDhcp = { interface: string; server: string; mac: string }

/** Seconds in which an answer must come: servers try an address first, which takes up to two. */
const WAIT_S = 4

/**
 * Asks on each interface (arguments) that is there and up for an address with a MAC address that no device has, and prints who offers one. Frames are made by hand: a client that is
 * installed would need a script, and set addresses. DHCPDISCOVER by RFC 2131; the answer is broadcast, or sent to that MAC.
 */
export const ASK = `import json, os, select, socket, struct, sys, time
def checksum(b):
    n = sum(struct.unpack('!%dH' % (len(b) // 2), b))
    while n >> 16: n = (n & 65535) + (n >> 16)
    return ~n & 65535
socks = {}
for name in sys.argv[2:]:
    s = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(0x0800))
    try:
        s.bind((name, 0))
        s.setsockopt(263, 1, struct.pack('iHH8s', socket.if_nametoindex(name), 1, 0, b''))
    except OSError: continue
    mac, xid = b'\\x02' + os.urandom(5), os.urandom(4)
    body = struct.pack('!BBBB', 1, 1, 6, 0) + xid + struct.pack('!HH', 0, 0x8000) + bytes(16) + mac + bytes(202)
    body += b'\\x63\\x82\\x53\\x63\\x35\\x01\\x01\\x37\\x03\\x01\\x03\\x06\\xff'
    body = body.ljust(300, b'\\0')
    udp = struct.pack('!HHHH', 68, 67, 8 + len(body), 0) + body
    head = struct.pack('!BBHHHBBH4s4s', 0x45, 0, 20 + len(udp), 0, 0, 64, 17, 0, bytes(4), b'\\xff' * 4)
    head = head[:10] + struct.pack('!H', checksum(head)) + head[12:]
    socks[s] = (name, xid, b'\\xff' * 6 + mac + b'\\x08\\0' + head + udp)
found = set()
for again in range(2):
    for s in socks:
        try: s.send(socks[s][2])
        except OSError: pass
    end = time.monotonic() + float(sys.argv[1]) / 2
    while time.monotonic() < end and len(found) < 32:
        for s in select.select(list(socks), [], [], max(0, end - time.monotonic()))[0]:
            try: frame, where = s.recvfrom(2048)
            except OSError: continue
            name, xid, _ = socks[s]
            at = 14 + (frame[14] & 15) * 4 if len(frame) > 34 else 0
            if not at or where[2] == 4 or frame[23] != 17 or frame[at:at + 4] != b'\\0\\x43\\0\\x44' or frame[at + 12:at + 16] != xid: continue
            options, server = frame[at + 8 + 240:], socket.inet_ntoa(frame[26:30])
            while len(options) > 2 and options[0] != 255:
                if options[0] == 0: options = options[1:]; continue
                if options[0] == 54 and options[1] == 4 and len(options) >= 6: server = socket.inet_ntoa(options[2:6])
                options = options[2 + options[1]:]
            found.add((name, server, frame[6:12].hex(':')))
print(json.dumps([{'interface': n, 'server': i, 'mac': m} for n, i, m in sorted(found)]))
`

const answer = z.array(z.object({ interface: z.string().max(15), server: z.ipv4(), mac: z.string().max(17) })).max(32)

/**
 * DHCP servers that offer an address to a client that is not known. Our own does not, unless discovery is on; answers from addresses of the control
 * host itself are left out.
 * @param interfaces of the control host; those that are down or gone are passed over
 * @throws PanelError when the host answers with something else
 */
export async function otherDhcp(
  host: BootHost,
  interfaces: readonly string[],
  signal: AbortSignal,
): Promise<OtherDhcp[]> {
  const asked = await host.run(['python3', '-c', ASK, String(WAIT_S), ...interfaces], { signal })
  const read = answer.safeParse(JSON.parse(asked || 'null'))
  if (!read.success)
    throw deviceRejected(msg`The control host returned data that cannot be read: ${cleanMessage(asked)}`, {
      cause: read.error,
    })
  const own = new Set(host.facts.interfaces.flatMap(({ addresses }) => addresses.map((one) => one.split('/')[0])))
  return read.data.filter(({ server }) => !own.has(server))
}
