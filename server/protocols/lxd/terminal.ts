import type { Duplex } from 'node:stream'
import { z } from 'zod'
import { type LxdClient, read } from './client.ts'
import { socketDuplex } from './socket-duplex.ts'

export type LxdTerminal = {
  command: readonly string[]
  environment: Readonly<Record<string, string>>
  columns: number
  rows: number
  signal: AbortSignal
}

const streams = z.object({ '0': z.string(), control: z.string() })

/** Runs a program on a terminal of its own in a running instance. Leaving the stream ends the program; its end is the stream's. */
export async function openTerminal(client: LxdClient, instance: string, asked: LxdTerminal): Promise<Duplex> {
  const { command, environment, columns, rows, signal } = asked
  const started = await client.start('POST', `/instances/${encodeURIComponent(instance)}/exec`, {
    signal,
    body: { command, environment, interactive: true, 'wait-for-websocket': true, width: columns, height: rows },
  })
  const fds = read(streams, started.metadata?.fds)
  const open = (secret: string) =>
    client.webSocket(`/operations/${started.id}/websocket?secret=${encodeURIComponent(secret)}`, signal)
  const control = await open(fds.control)
  control.resume()
  try {
    const stream = socketDuplex(await open(fds['0']))
    stream.once('close', () => control.terminate())
    return stream
  } catch (error) {
    control.terminate()
    throw error
  }
}
