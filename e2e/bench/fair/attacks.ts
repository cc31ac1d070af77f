import { connect, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import type { Target } from '../lists/measure.ts'

/** An attack that goes on until it is stopped, and then says what became of it. */
export type Attack = { name: string; run(): () => Promise<string> }

/**
 * Shapes of attack, each from addresses of the loopback network: those that want no account, and costly calls of `tenant`, another
 * account than that of who works meanwhile.
 */
export function attacks({ address }: Target, tenant: Target): Attack[] {
  const { hostname, port } = new URL(address)
  const host = `Host: ${hostname}\r\n`
  const open = (n: number, said: (socket: Socket) => void) => {
    const socket = connect({ host: hostname, port: Number(port), localAddress: `127.1.${Math.floor(n / 200)}.1` })
    socket.on('error', () => {})
    socket.on('connect', () => said(socket))
    return socket
  }
  const post = (path: string, length: number, more = '') =>
    `POST ${path} HTTP/1.1\r\n${host}Content-Type: application/json\r\n${more}Content-Length: ${length}\r\n\r\n`

  /** Many connections that each do the same, again when they are cut; tells what was answered. */
  const crowd = (name: string, connections: number, say: (socket: Socket) => void): Attack => ({
    name,
    run() {
      let over = false
      const answers = new Map<string, number>()
      const sockets = new Set<Socket>()
      const begin = (n: number) => {
        const socket = open(n, say)
        let counted = false
        sockets.add(socket)
        socket.on('data', (part) => {
          if (counted) return
          counted = true
          const status = String(part).slice(9, 12)
          answers.set(status, (answers.get(status) ?? 0) + 1)
          socket.destroy()
        })
        socket.on('close', () => {
          sockets.delete(socket)
          if (!over) setTimeout(begin, 50, n)
        })
      }
      for (let n = 0; n < connections; n++) begin(n)
      return async () => {
        over = true
        for (const socket of sockets) socket.destroy()
        return [...answers].map(([status, count]) => `${count} times ${status}`).join(', ') || 'no answer'
      }
    },
  })

  const upload = (socket: Socket) => {
    const part = Buffer.alloc(64 * 1024, 0x20)
    const more = () => {
      while (!socket.destroyed && socket.write(part));
    }
    socket.on('drain', more)
    more()
  }
  const deep = Buffer.from(`{"email":${'['.repeat(1_000_000)}`)
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, 0x20))
  const paths = Object.fromEntries(Array.from({ length: 60_000 }, (_, n) => [`a.${n}`, ['undefined']]))
  const superJson = Buffer.from(JSON.stringify({ json: {}, meta: { values: paths } }))
  const send = (socket: Socket, head: string, body: Buffer) => {
    socket.write(head)
    socket.write(body)
  }
  const where = encodeURIComponent(`name CP '%${'a%'.repeat(2000)}'`)
  return [
    crowd('2,000 connections that send a header by drops', 2000, (socket) => {
      socket.write('GET / HTTP/1.1\r\n')
      const drop = setInterval(() => socket.write('X: y\r\n'), 3000)
      socket.on('close', () => clearInterval(drop))
    }),
    crowd('bodies of 100 MB at the sign-in', 20, (socket) => {
      socket.write(post('/auth/v4/public/token', 100_000_000))
      upload(socket)
    }),
    crowd('JSON a million deep', 20, (socket) => send(socket, post('/auth/v4/public/token', deep.length), deep)),
    crowd('1.7 MB for the unpacking of screens’ calls', 20, (socket) =>
      send(socket, post('/api/trpc/auth.session.signIn', superJson.length), superJson),
    ),
    crowd('compressed bodies', 20, (socket) =>
      send(socket, post('/auth/v4/public/token', bomb.length, 'Content-Encoding: gzip\r\n'), bomb),
    ),
    crowd('WebSockets without a ticket', 20, (socket) =>
      socket.write(
        `GET /console/ws HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
      ),
    ),
    crowd('filters that are hard to match', 8, (socket) =>
      socket.write(
        `GET /vm/v3/host?where=${where}&limit=0,999999999 HTTP/1.1\r\n${host}x-xsrf-token: ${tenant.token}\r\n\r\n`,
      ),
    ),
  ]
}
