import { createSocket } from 'node:dgram'

const [RRQ, DATA, ACK, ERROR, OACK] = [1, 3, 4, 5, 6]
/** As boot ROMs ask for: what fits into a frame. */
const BLOCK = 1432
const AGAIN_MS = 1000
const TRIES = 10

/** Fetches a file by TFTP (RFC 1350 with RFC 2348), as a boot ROM does, from an address of its own. */
export function fetchTftp(server: string, name: string, from: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const socket = createSocket('udp4')
    const parts: Buffer[] = []
    let [last, tries] = [0, 0]
    let sent = Buffer.concat([Buffer.from([0, RRQ]), Buffer.from(`${name}\0octet\0blksize\0${BLOCK}\0`)])
    let port = 69
    let timer: NodeJS.Timeout | undefined
    const end = (fault: Error | null) => {
      clearTimeout(timer)
      socket.close()
      if (fault) reject(fault)
      else resolve(Buffer.concat(parts))
    }
    const send = () => {
      clearTimeout(timer)
      if (tries++ > TRIES) return end(new Error(`${name}: no answer by TFTP`))
      socket.send(sent, port, server)
      timer = setTimeout(send, AGAIN_MS)
    }
    const acknowledge = (number: number) => {
      tries = 0
      sent = Buffer.from([0, ACK, number >> 8, number & 255])
      send()
    }
    socket.on('error', end)
    socket.on('message', (packet, peer) => {
      port = peer.port
      const kind = packet[1]
      if (kind === ERROR) return end(new Error(`${name}: ${packet.subarray(4).toString()}`))
      if (kind === OACK) return acknowledge(0)
      if (kind !== DATA || packet.readUInt16BE(2) !== ((last + 1) & 0xffff)) return
      last++
      parts.push(Buffer.from(packet.subarray(4)))
      if (packet.length - 4 === BLOCK) return acknowledge(last & 0xffff)
      socket.send(Buffer.from([0, ACK, (last >> 8) & 255, last & 255]), port, server, () => end(null))
    })
    socket.bind(0, from, send)
  })
}
