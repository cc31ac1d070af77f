/**
 * Frees memory that nothing else refers to at once instead of by the collector, which begins the sooner the more there is of it: the next
 * piece gets the same, still in the processor's cache. What is only a part of a piece of memory, such as one of Node's pool, is left alone.
 */
export function giveBack({ buffer, byteLength }: Uint8Array): void {
  // Node 20 has no transfer.
  const own = buffer as ArrayBufferLike & { transfer?: (length: number) => unknown }
  if (own.byteLength === byteLength) own.transfer?.(0)
}
