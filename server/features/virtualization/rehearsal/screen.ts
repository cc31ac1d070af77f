import { randomBytes } from 'node:crypto'
import type { Duplex } from 'node:stream'
import type { NodeConnection } from '../../../drivers/hypervisor/types.ts'
import { authenticateToServer, serverInit } from '../../../protocols/rfb/client-handshake.ts'
import { applyUpdates, type Canvas } from '../../../protocols/rfb/decode.ts'
import { defaultPixelFormat, encodePixelFormat } from '../../../protocols/rfb/pixel-format.ts'
import { encodePng, halved, type Pixels } from '../../../protocols/rfb/png.ts'
import { runSteps } from '../../../protocols/rfb/steps.ts'
import { abortError } from '../../../shared/abort.ts'
import { msg } from '../../../shared/text.ts'

const TAKEN_MS = 15_000
/** Pixels of a screen that is looked at: more than 4K. */
const MOST_PIXELS = 4096 * 2304
const MOST_PNG = 512 << 10

/** The screen of a domain as PNG, smaller than it is when it has much to show. @throws PanelError, RfbError, the signal's reason */
export async function takePicture(node: NodeConnection, name: string, signal: AbortSignal): Promise<Buffer> {
  const password = randomBytes(6).toString('base64url').slice(0, 8)
  const either = AbortSignal.any([signal, AbortSignal.timeout(TAKEN_MS)])
  await node.setVncPassword(name, password, either)
  const stream = await node.openVnc(name, either)
  try {
    return boundedPng(await readScreen(stream, password, either))
  } finally {
    stream.destroy()
  }
}

/** A picture of at most half a MiB. */
export function boundedPng(screen: Pixels): Buffer {
  for (let pixels = screen; ; pixels = halved(pixels)) {
    const png = encodePng(pixels)
    if (png.length <= MOST_PNG || pixels.width < 64) return png
  }
}

/** Signs in to a VNC server and reads its screen once. What it says is bounded: it is as hostile as the guest behind it. */
export async function readScreen(stream: Duplex, password: string, signal: AbortSignal): Promise<Canvas> {
  const limits = { timeoutMs: TAKEN_MS, signal }
  await authenticateToServer(stream, password, limits)
  stream.write(Buffer.of(1)) // ClientInit: others may look as well
  const init = await runSteps(stream, serverInit(), { ...limits, peer: msg`The VNC server` })
  const [width, height] = [init.readUInt16BE(0), init.readUInt16BE(2)]
  if (width * height === 0 || width * height > MOST_PIXELS)
    throw new Error(`A screen of ${width} x ${height} pixels is not looked at`)
  const canvas: Canvas = { width, height, pixels: new Uint32Array(width * height) }
  stream.write(Buffer.concat([Buffer.of(0, 0, 0, 0), encodePixelFormat(defaultPixelFormat)]))
  // Raw only: then an update is about as long as the screen is large.
  stream.write(Buffer.of(2, 0, 0, 1, 0, 0, 0, 0))
  const request = Buffer.from([3, 0, 0, 0, 0, 0, 0, 0, 0, 0])
  request.writeUInt16BE(width, 6)
  request.writeUInt16BE(height, 8)
  stream.write(request)
  const most = 2 * width * height * 4 + (1 << 20)
  let bytes = Buffer.alloc(0)
  let parts: Buffer[] = []
  let waiting = 0
  for await (const part of pieces(stream, signal)) {
    parts.push(part)
    waiting += part.length
    // What has come is gone through anew each time: not for every packet.
    if (waiting < width * height && stream.readableLength > 0) continue
    bytes = Buffer.concat([bytes, ...parts])
    parts = []
    waiting = 0
    if (applyUpdates(canvas, bytes) > 0) return canvas
    if (bytes.length > most) throw new Error('The VNC server sends more than its screen')
  }
  throw new Error('The VNC server ended before its screen was seen')
}

async function* pieces(stream: Duplex, signal: AbortSignal): AsyncGenerator<Buffer> {
  const stop = () => stream.destroy(abortError(signal) as Error)
  signal.addEventListener('abort', stop, { once: true })
  try {
    signal.throwIfAborted()
    for await (const part of stream) yield part as Buffer
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
