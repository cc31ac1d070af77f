import type { RawData, WebSocket } from 'ws'
import { z } from 'zod'
import { abortError } from '../../shared/abort.ts'
import { msg } from '../../shared/text.ts'
import { type LxdClient, read } from './client.ts'
import { LxdError, LxdLostError, LxdProtocolError } from './errors.ts'

export type LxdExecResult = { code: number; stdout: Buffer; stderr: string }

export type LxdExec = {
  command: readonly string[]
  environment?: Readonly<Record<string, string>>
  stdin?: string | Buffer
  /** Bytes of standard output and of standard error that are taken at most. */
  maxOutput?: number
  signal: AbortSignal
}

/** `control` is for terminals; a program without one does not wait for it. */
const streams = z.object({ '0': z.string(), '1': z.string(), '2': z.string() })
const PIECE = 64 * 1024

/** Runs a program in a running instance to its end, as root. @throws LxdError, LxdProtocolError when it says too much */
export async function execIn(client: LxdClient, instance: string, exec: LxdExec): Promise<LxdExecResult> {
  const { command, environment = {}, stdin = '', maxOutput = 1 << 20, signal } = exec
  const body = { command, environment, interactive: false, 'wait-for-websocket': true }
  const path = `/instances/${encodeURIComponent(instance)}/exec`
  const started = await client.start('POST', path, { signal, body })
  const fds = read(streams, started.metadata?.fds)
  const sockets: WebSocket[] = []
  const open = async (secret: string) => {
    const query = `secret=${encodeURIComponent(secret)}`
    const socket = await client.webSocket(`/operations/${started.id}/websocket?${query}`, signal)
    sockets.push(socket)
    return socket
  }
  try {
    const [stdout, stderr, input] = await Promise.all([
      open(fds['1']).then((socket) => ({ end: collect(socket, maxOutput, signal) })),
      open(fds['2']).then((socket) => ({ end: collect(socket, maxOutput, signal) })),
      open(fds['0']),
    ])
    const output = Promise.all([stdout.end, stderr.end])
    output.catch(() => {})
    input.resume()
    const bytes = Buffer.from(stdin)
    for (let at = 0; at < bytes.length; at += PIECE) input.send(bytes.subarray(at, at + PIECE), { binary: true })
    // An empty text frame is the end of input.
    input.send('')
    const [out, err] = await output
    const code = await exitCode(client, started.id, signal)
    return { code, stdout: out, stderr: err.toString('utf8').slice(0, 1000) }
  } finally {
    for (const socket of sockets) socket.terminate()
  }
}

/** LXD calls an operation failed when its program could not be run, and also when it has ended with the code that says so. */
async function exitCode(client: LxdClient, operation: string, signal: AbortSignal): Promise<number> {
  try {
    const metadata = await client.wait(operation, signal)
    return Number(metadata?.return ?? -1)
  } catch (error) {
    if (error instanceof LxdError && /^Command not found/.test(error.message)) return 127
    if (error instanceof LxdError && /^Command not executable/.test(error.message)) return 126
    throw error
  }
}

function collect(socket: WebSocket, limit: number, signal: AbortSignal): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      signal.removeEventListener('abort', stop)
      act()
    }
    const stop = () => settle(() => reject(abortError(signal)))
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) return stop()
    let ended = false
    socket.on('message', (data: RawData, isBinary: boolean) => {
      if (!isBinary) {
        ended = true
        return settle(() => resolve(Buffer.concat(chunks)))
      }
      size += (data as Buffer).length
      if (size <= limit) chunks.push(data as Buffer)
      else settle(() => reject(new LxdProtocolError(msg`The program wrote more than ${limit} bytes`)))
    })
    socket.once('close', (code) => {
      if (ended) return
      // 1000: LXD has said all; anything else is a connection that broke.
      const whole = code === 1000 || code === 1005
      settle(() =>
        whole
          ? resolve(Buffer.concat(chunks))
          : reject(new LxdLostError(msg`The connection ended before the program did`)),
      )
    })
    socket.resume()
  })
}
