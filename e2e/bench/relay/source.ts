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

/** 16 kB fifty times a second: 0.8 MB a second. */
function busy(socket: Socket): void {
  const frame = block.subarray(0, 16 * 1024)
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
await serve(devicePorts.busy, busy)
await serve(devicePorts.greet, (socket) => socket.resume().write('RFB 003.008\n'))
process.send?.('ready')
