import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A connection to a server that can be cut: passes bytes on until then. */
export async function cuttable(address: string) {
  const to = new URL(address)
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(to.port), to.hostname)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one.setNoDelay())
      one.pipe(other)
      one
        .on('error', () => {})
        .once('close', () => {
          sockets.delete(one)
          other.destroy()
        })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const socket of sockets) socket.resetAndDestroy()
  }
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Ends all connections there are, without a word; new ones work. */
    cut,
    async close() {
      server.close()
      cut()
      await once(server, 'close')
    },
  }
}
