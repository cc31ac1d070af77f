/** A packet of Serial over LAN (IPMI 2.0, 15.9, table 15-2). */
export type SolPacket = {
  /** 1 to 15; 0: carries no characters, is not acknowledged. */
  sequence: number
  /** Packet that is acknowledged, 0 for none, and how many of its characters were taken. */
  acknowledged: number
  accepted: number
  /** Operation to the controller, status from it; see `operation` and `status`. */
  flags: number
  characters: Buffer
}

/** Bits of packets to the controller. */
export const operation = { nack: 0x40, break: 0x10 } as const
/** Bits of packets from the controller. */
export const status = { nack: 0x40, unavailable: 0x20, deactivating: 0x10, overrun: 0x08, break: 0x04 } as const

export const encodeSol = (packet: SolPacket): Buffer =>
  Buffer.concat([
    Buffer.from([packet.sequence & 0x0f, packet.acknowledged & 0x0f, packet.accepted & 0xff, packet.flags]),
    packet.characters,
  ])

/** Null for what is too short to be one. */
export function decodeSol(bytes: Buffer): SolPacket | null {
  if (bytes.length < 4) return null
  return {
    sequence: bytes[0]! & 0x0f,
    acknowledged: bytes[1]! & 0x0f,
    accepted: bytes[2]!,
    flags: bytes[3]!,
    characters: bytes.subarray(4),
  }
}
