import type { Duplex } from 'node:stream'
import type { Fault } from '../../../protocols/utility-guest/wire.ts'
import { frame, HEAD_BYTES, MAX_FRAME, PROTOCOL_VERSION } from '../../../protocols/utility-guest/wire.ts'
import { installation, type Node, nodeAt } from './tree.ts'

const MODIFIED = 1_790_000_000

class Refused extends Error {
  readonly fault: Fault
  constructor(fault: Fault, words: string) {
    super(words)
    this.fault = fault
  }
}

/** What the program in the utility guest does, on a made-up disk of one partition. */
export async function runProgram(stream: Duplex, size: number, writable: boolean): Promise<void> {
  let held = Buffer.alloc(0)
  let attached = false
  const root = installation()
  const send = (type: number, body: Buffer | string) => {
    const bytes = Buffer.from(body)
    const head = Buffer.alloc(HEAD_BYTES)
    head.writeUInt8(type, 0)
    head.writeUInt32BE(bytes.length, 1)
    stream.write(Buffer.concat([head, bytes]))
  }
  const answer = (verb: string, args: string[]): Buffer => {
    if (verb === 'volumes') return fields(['vda1', 'ext', 'root', String(size)])
    if (verb === 'attach') {
      if (args[0] !== 'vda1') throw new Refused('absent', 'no such volume')
      attached = true
      return Buffer.alloc(0)
    }
    if (verb === 'clear') return clear(writable)
    if (verb === 'grow') return fields(['vda1', 'ext', String(size)])
    if (!attached) throw new Refused('not_attached', 'no volume is attached')
    const [path = '', offset, limit] = args
    const found = nodeAt(root, path)
    if (!found) throw new Refused('absent', 'no such file or folder')
    if (verb === 'list') return list(found, Number(offset), Number(limit))
    if (verb === 'tar') return tarOf(found)
    if (!('text' in found)) throw new Refused('wrong_kind', 'not a file')
    const content = Buffer.from(found.text)
    const about = fields([String(content.length), String(MODIFIED)])
    if (verb === 'stat') return about
    send(frame.data, about)
    return content
  }
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    held = Buffer.concat([held, chunk])
    while (held.length >= HEAD_BYTES && held.length >= HEAD_BYTES + held.readUInt32BE(1)) {
      const end = HEAD_BYTES + held.readUInt32BE(1)
      const [verb = '', ...args] = held.subarray(HEAD_BYTES, end).toString('utf8').split('\0')
      const isRequest = held.readUInt8(0) === frame.request
      held = held.subarray(end)
      // What is to be cancelled has been answered already.
      if (!isRequest) continue
      if (verb === 'hello') {
        send(frame.ready, PROTOCOL_VERSION)
        continue
      }
      try {
        const body = answer(verb, args)
        for (let at = 0; at < body.length; at += MAX_FRAME) send(frame.data, body.subarray(at, at + MAX_FRAME))
        send(frame.end, '')
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        send(frame.failed, `${error.fault}\0${error.message}`)
      }
    }
  }
}

const fields = (values: string[]) => Buffer.from(values.map((value) => `${value}\0`).join(''))

function list(found: Node, offset: number, limit: number): Buffer {
  if (!('entries' in found)) throw new Refused('wrong_kind', 'not a folder')
  const order = ([name, node]: [string, Node]) => `${'entries' in node ? 0 : 1}${name}`
  const all = [...found.entries].sort((a, b) => (order(a) < order(b) ? -1 : 1))
  const rows = all.slice(offset, offset + limit).flatMap(([name, node]) => {
    const kind = 'text' in node ? 'file' : 'link' in node ? 'link' : 'folder'
    const size = 'text' in node ? Buffer.byteLength(node.text) : 0
    return [kind, name, String(size), String(MODIFIED), String(0o644), 'link' in node ? node.link : '']
  })
  return fields([String(all.length), 'all', ...rows])
}

function clear(writable: boolean): Buffer {
  if (!writable) throw new Refused('denied', 'the disk is open for reading only')
  const removed = ['host_key', 'machine_id', 'cloud_init', 'log', 'history', 'ssh_key', 'temporary']
  return fields(['volume', 'vda1', 'ext', 'cleared', ...removed.flatMap((kind) => ['removed', kind, '1', ''])])
}

/** One file after another, as GNU tar has them. */
function tarOf(found: Node): Buffer {
  const parts: Buffer[] = []
  const add = (path: string, node: Node) => {
    if ('entries' in node) for (const [name, inner] of node.entries) add(path ? `${path}/${name}` : name, inner)
    if (!('text' in node)) return
    const content = Buffer.from(node.text)
    const head = Buffer.alloc(512)
    head.write(path.slice(0, 99), 0)
    head.write('0000644\0', 100)
    head.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124)
    head.write(`${MODIFIED.toString(8).padStart(11, '0')}\0        0`, 136)
    head.write('ustar  \0', 257)
    const sum = head.reduce((total, byte) => total + byte, 0)
    head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
    parts.push(head, content, Buffer.alloc((512 - (content.length % 512)) % 512))
  }
  add('', found)
  return Buffer.concat([...parts, Buffer.alloc(1024)])
}
