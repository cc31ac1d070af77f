import { type Duplex, duplexPair } from 'node:stream'

/** The two ends of a connection inside the process. As on a network, the end of one is the end of the other. */
export function streamPair(): [Duplex, Duplex] {
  const [near, far] = duplexPair()
  for (const [one, other] of [
    [near, far],
    [far, near],
  ] as const) {
    one.on('error', () => {})
    one.once('end', () => one.end())
    one.once('close', () => other.destroy())
  }
  return [near, far]
}
