/** PortList of Q-BRIDGE-MIB (RFC 4363): bit 0x80 of the first byte is port 1. */
export function portsOf(list: Buffer): number[] {
  const ports: number[] = []
  for (let i = 0; i < list.length; i += 1) {
    const byte = list[i] ?? 0
    if (byte === 0) continue
    for (let bit = 0; bit < 8; bit += 1) if (byte & (0x80 >> bit)) ports.push(i * 8 + bit + 1)
  }
  return ports
}

/** A copy of the list with one port in or out; it grows when it must. */
export function withPort(list: Buffer, port: number, member: boolean): Buffer {
  const at = (port - 1) >> 3
  const copy = Buffer.alloc(Math.max(list.length, member ? at + 1 : list.length))
  list.copy(copy)
  if (at >= copy.length) return copy
  const bit = 0x80 >> ((port - 1) & 7)
  const byte = copy[at] ?? 0
  copy[at] = member ? byte | bit : byte & ~bit
  return copy
}
