import { connect, type Socket } from 'node:net'

/** How a page reaches a device through a proxy; one entry of `protocols` for each connection when there are several. */
export type Door = { port: number; path: string; protocols: string[] }

export type Order =
  | { op: 'stream'; door: Door; sessions: number; seconds: number }
  | { op: 'echo'; doors: Door[]; blocks: number; messages: number }
  | { op: 'open'; door: Door; sessions: number; atOnce: number }
  | { op: 'hold'; door: Door; sessions: number }
  | { op: 'release' }
  | { op: 'noted' }
const counting = { bytes: 0 }
let held: Socket[] = []

/** A WebSocket by hand: this process must cost little beside the proxy. Resolves with the first bytes after the handshake. */
function open(door: Door, onBytes: (bytes: Buffer) => void): Promise<Socket> {
  return new Promise((resolve, reject) => {
    let head = ''
    const buffer = Buffer.allocUnsafe(256 * 1024)
    const socket = connect({
      port: door.port,
      host: '127.0.0.1',
      noDelay: true,
      onread: {
        buffer,
        callback(length) {
          const bytes = buffer.subarray(0, length)
          if (head !== 'done') {
            head += bytes.toString('latin1')
            const end = head.indexOf('\r\n\r\n')
            if (end < 0) return true
            if (!head.startsWith('HTTP/1.1 101')) {
              reject(new Error(head.slice(0, 200)))
              return true
            }
            const rest = Buffer.from(head.slice(end + 4), 'latin1')
            head = 'done'
            resolve(socket)
            if (rest.length > 0) onBytes(rest)
            return true
          }
          onBytes(bytes)
          return true
        },
      },
    })
    socket.on('error', reject)
    const protocols = door.protocols.length > 1 ? door.protocols.pop() : door.protocols[0]
    socket.write(
      `GET ${door.path} HTTP/1.1\r\nHost: 127.0.0.1:${door.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
        'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n' +
        `Sec-WebSocket-Protocol: ${protocols}\r\nOrigin: http://127.0.0.1:${door.port}\r\n\r\n`,
    )
  })
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Tells how far it is, and waits until the parent has read the CPU time: the proxy's processes end with their sessions. */
function mark(name: 'start' | 'stop'): Promise<void> {
  return new Promise((resolve) => {
    process.once('message', (order: Order) => order.op === 'noted' && resolve())
    process.send?.({ mark: name, bytes: counting.bytes, at: performance.now() })
  })
}

async function stream(door: Door, sessions: number, seconds: number) {
  const sockets = await Promise.all(
    Array.from({ length: sessions }, () =>
      open(door, (bytes) => {
        counting.bytes += bytes.length
      }),
    ),
  )
  await wait(300) // warm
  await mark('start')
  await wait(seconds * 1000)
  await mark('stop')
  for (const socket of sockets) socket.destroy()
}

/** A masked binary frame of 64 bytes. */
const ping = Buffer.concat([Buffer.from([0x82, 0x80 | 64, 1, 2, 3, 4]), Buffer.alloc(64, 7)])

async function echoer(door: Door) {
  let got = 0
  let wake = () => {}
  const socket = await open(door, (bytes) => {
    got += bytes.length
    if (got >= 66) wake()
  })
  const trip = async () => {
    got = 0
    const answered = new Promise<void>((resolve) => {
      wake = resolve
    })
    const start = performance.now()
    socket.write(ping)
    await answered
    return performance.now() - start
  }
  return { trip, times: [] as number[], close: () => socket.destroy() }
}

/** Round trips through several doors in turns, some messages at a time, so that a busy moment hits all of them. */
async function echo(doors: Door[], blocks: number, messages: number) {
  const sides = await Promise.all(doors.map(echoer))
  for (let block = 0; block < blocks; block++) {
    for (const { trip, times } of block % 2 ? sides : [...sides].reverse()) {
      for (let i = 0; i < messages; i++) times.push(await trip())
    }
  }
  return sides.map(({ times, close }) => {
    close()
    times.sort((a, b) => a - b)
    return { p50: times[Math.floor(times.length * 0.5)], p99: times[Math.floor(times.length * 0.99)] }
  })
}

/** Opens sessions until the device's first bytes are here, some at once, closing each. */
async function openMany(door: Door, sessions: number, atOnce: number) {
  let left = sessions
  const start = performance.now()
  const one = async () => {
    while (left-- > 0) {
      await new Promise<void>((resolve, reject) => {
        const opening = open(door, () => {
          opening.then((socket) => {
            socket.destroy()
            resolve()
          })
        })
        opening.catch(reject)
      })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, one))
  return { perSecond: sessions / ((performance.now() - start) / 1000) }
}

async function obey(order: Order): Promise<unknown> {
  switch (order.op) {
    case 'stream':
      return stream(order.door, order.sessions, order.seconds)
    case 'echo':
      return echo(order.doors, order.blocks, order.messages)
    case 'open':
      return openMany(order.door, order.sessions, order.atOnce)
    case 'hold':
      for (let i = 0; i < order.sessions; i += 10) {
        held.push(...(await Promise.all(Array.from({ length: 10 }, () => open(order.door, () => {})))))
      }
      return wait(500)
    case 'release':
      for (const socket of held) socket.destroy()
      held = []
      return wait(500)
  }
}

process.on('message', (order: Order) => {
  if (order.op === 'noted') return
  obey(order).then(
    (result) => process.send?.({ result: result ?? null }),
    (error: Error) => process.send?.({ error: error.message }),
  )
})
process.send?.('ready')
