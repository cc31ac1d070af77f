/** What the consoles of the recorder show, piece by piece. */
export const linesOf = (n: number): Buffer => Buffer.from(`line ${n}\r\n`)
export const screenOf = (n: number): Buffer => Buffer.alloc(40_000, `screen ${n}.`)

/** The first bytes of what was shown. */
export function shown(piece: (n: number) => Buffer, bytes: number): Buffer {
  const pieces: Buffer[] = []
  for (let length = 0, n = 0; length < bytes; n++) {
    const next = piece(n)
    pieces.push(next)
    length += next.length
  }
  return Buffer.concat(pieces).subarray(0, bytes)
}
