export async function* cut(bytes: Buffer, length: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}

/** All parts of a stream, one after the other. */
export async function gathered(parts: AsyncIterable<Buffer>): Promise<Buffer[]> {
  const list: Buffer[] = []
  for await (const part of parts) list.push(part)
  return list
}

export const all = async (parts: AsyncIterable<Buffer>): Promise<Buffer> => Buffer.concat(await gathered(parts))
