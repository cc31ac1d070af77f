/*
 * Content goes between threads by handing over its memory. Node's small buffers share a common piece of memory, which must not be
 * handed over: they are copied first.
 */

const own = (bytes: Uint8Array): Uint8Array =>
  bytes.byteLength === bytes.buffer.byteLength && bytes.buffer instanceof ArrayBuffer ? bytes : Uint8Array.from(bytes)

/** The same value, its byte arrays (also one level below) with memory of their own. */
export function owned<T extends object>(value: T): T {
  const entries = Object.entries(value).map(([key, one]: [string, unknown]) => {
    if (one instanceof Uint8Array) return [key, own(one)]
    if (key === 'index' && one !== null && typeof one === 'object') return [key, owned(one)]
    return [key, one]
  })
  return Object.fromEntries(entries) as T
}

/** Memory of all byte arrays of a value that `owned` returned. */
export function buffersOf(value: object): ArrayBuffer[] {
  return Object.entries(value).flatMap(([key, one]: [string, unknown]) => {
    if (one instanceof Uint8Array) return [one.buffer as ArrayBuffer]
    return key === 'index' && one !== null && typeof one === 'object' ? buffersOf(one) : []
  })
}
