import { createServer, type Socket } from 'node:net'
import { devicePorts } from './ports.ts'

const block = Buffer.alloc(64 * 1024, 0x5a)

function stream(socket: Socket): void {
  const fill = () => {
    while (socket.write(block)) {}
  }
  socket.on('drain', fill).resume()
  fill()
}

/** A piece fifty times a second. */
const steady = (bytes: number) => (socket: Socket) => {
  const frame = block.subarray(0, bytes)
  const timer = setInterval(() => socket.write(frame), 20)
  socket.once('close', () => clearInterval(timer)).resume()
}

const serve = (port: number, onSocket: (socket: Socket) => void) =>
  new Promise<void>((resolve) =>
    createServer({ noDelay: true }, (socket) => {
      socket.on('error', () => socket.destroy())
      onSocket(socket)
    }).listen(port, '127.0.0.1', 4096, resolve),
  )

await serve(devicePorts.stream, stream)
await serve(devicePorts.echo, (socket) => socket.pipe(socket))
await serve(devicePorts.busy, steady(16 * 1024)) // 0.8 MB a second
await serve(devicePorts.serial, steady(230)) // 11.5 kB a second, in pieces as controllers send them
await serve(devicePorts.greet, (socket) => socket.resume().write('RFB 003.008\n'))
process.send?.('ready')
