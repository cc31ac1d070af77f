/** Ethernet frames as a guest that means harm would send them; numbers and addresses are taken as they are. */
const u8 = (...values: number[]) => Buffer.from(values)
const u16 = (...values: number[]) => Buffer.concat(values.map((value) => u8(value >> 8, value & 255)))
const hw = (mac: string) => Buffer.from(mac.replaceAll(':', ''), 'hex')
const v4 = (address: string) => u8(...address.split('.').map(Number))

/** Full notation only: eight groups. */
const v6 = (address: string) => u16(...address.split(':').map((group) => Number.parseInt(group, 16)))

export const everybody = 'ff:ff:ff:ff:ff:ff'
export const type = { ip: 0x0800, arp: 0x0806, rarp: 0x8035, vlan: 0x8100, ip6: 0x86dd } as const

export const ether = (source: string, kind: number, payload: Buffer) =>
  Buffer.concat([hw(everybody), hw(source), u16(kind), payload])

export const tagged = (vlan: number, kind: number, payload: Buffer) => Buffer.concat([u16(vlan, kind), payload])

export const arp = (mac: string, address: string, target: string) =>
  Buffer.concat([u16(1, 0x0800), u8(6, 4), u16(2), hw(mac), v4(address), hw(everybody), v4(target)])

function checksum(header: Buffer): number {
  let sum = 0
  for (let at = 0; at < header.length; at += 2) sum += header.readUInt16BE(at)
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >> 16)
  return ~sum & 0xffff
}

export function ip(source: string, protocol: number, payload: Buffer): Buffer {
  const header = Buffer.concat([
    u8(0x45, 0),
    u16(20 + payload.length, 1, 0),
    u8(64, protocol),
    u16(0),
    v4(source),
    v4('255.255.255.255'),
  ])
  header.writeUInt16BE(checksum(header), 10)
  return Buffer.concat([header, payload])
}

export const ip6 = (source: string, next: number, payload: Buffer) =>
  Buffer.concat([u8(0x60, 0, 0, 0), u16(payload.length), u8(next, 255), v6(source), v6('ff02:0:0:0:0:0:0:1'), payload])

export const udp = (from: number, to: number, payload: Buffer) =>
  Buffer.concat([u16(from, to, 8 + payload.length, 0), payload])

/** A header that says nothing, to stand before another (RFC 8200, 4.6): what hides an advertisement from simple guards. */
export const destinationOptions = (next: number, payload: Buffer) =>
  Buffer.concat([u8(next, 0, 1, 4, 0, 0, 0, 0), payload])

export const routerAdvertisement = (rest: Buffer) => Buffer.concat([u8(134, 0), u16(0), u8(64, 0), u16(1800), rest])

export const neighbourAdvertisement = (target: string, rest: Buffer) =>
  Buffer.concat([u8(136, 0), u16(0), u8(0x20, 0, 0, 0), v6(target), rest])
