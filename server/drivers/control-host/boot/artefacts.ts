import type { Readable } from 'node:stream'
import { msg } from '../../../shared/text.ts'
import { failed, rejected } from './errors.ts'
import type { BootHost } from './host.ts'
import { ARTEFACTS } from './places.ts'

/** A file that booting servers fetch, by its content. */
export type Artefact = { sha256: string; bytes: number }
/** Where its content comes from: an URL that the control host fetches itself, or the panel, from so many bytes on. */
export type ArtefactSource = { url: string } | { open: (from: number) => Promise<Readable> | Readable }

const DAY_MS = 86_400_000
/** Exit code of flock(1) for what is locked; curl has none so high. */
const BUSY = 200
/** What stays free for leases and logs. */
const SPARE_BYTES = 256 << 20

/** Path of an artefact. @throws RangeError for what is no SHA-256 in hex */
function pathOf(sha256: string): string {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new RangeError(`Not a SHA-256: ${JSON.stringify(sha256)}`)
  return `${ARTEFACTS}/${sha256}`
}
/** Its name while it is brought: the web server knows no such name. */
const partOf = (sha256: string) => `${pathOf(sha256)}.part`

/** Bytes of a file; 0: none. */
async function sizeOf(host: BootHost, path: string, signal: AbortSignal): Promise<number> {
  const { code, stdout } = await host.try(['stat', '-c', '%s', '--', path], { signal })
  return code === 0 ? Number(stdout) : 0
}

/**
 * Brings an artefact to a control host; a transfer that was cut goes on from where it was. It has its name only when its content was checked.
 * @throws PanelError when there is no room, it cannot be fetched, or it is another content: it is gone then
 */
export async function putArtefact(
  host: BootHost,
  { sha256, bytes }: Artefact,
  source: ArtefactSource,
  signal: AbortSignal,
): Promise<void> {
  const [path, part] = [pathOf(sha256), partOf(sha256)]
  if ((await sizeOf(host, path, signal)) === bytes) return
  let have = await sizeOf(host, part, signal)
  if (have > bytes) {
    await host.run(['rm', '-f', '--', part], { signal })
    have = 0
  }
  await requireRoom(host, bytes - have, signal)
  if (have < bytes)
    await ('url' in source
      ? fetchInto(host, part, source.url, bytes, signal)
      : pour(host, part, have, source.open, signal))
  const is = (await host.run(['sha256sum', '--', part], { signal, timeoutMs: DAY_MS })).slice(0, 64)
  if (is !== sha256) {
    const got = await sizeOf(host, part, signal)
    // What is only cut is kept, to go on with.
    if (got >= bytes || 'url' in source) await host.run(['rm', '-f', '--', part], { signal })
    throw rejected(msg`The file has another content than expected: ${got} of ${bytes} bytes, SHA-256 ${is}`)
  }
  await host.run(['sh', '-c', 'chmod 644 "$1" && sync "$1" && mv -f "$1" "$2"', 'sh', part, path], {
    signal,
    timeoutMs: DAY_MS,
  })
}

async function requireRoom(host: BootHost, bytes: number, signal: AbortSignal): Promise<void> {
  const free = await freeBytes(host, signal)
  if (free < bytes + SPARE_BYTES)
    throw rejected(
      msg`There is no room on the control host: ${Math.ceil(bytes / 2 ** 20)} MiB are needed, and ${Math.floor(Math.max(0, free - SPARE_BYTES) / 2 ** 20)} MiB are free`,
    )
}

/** Free bytes of the file system of the artefacts. */
export async function freeBytes(host: BootHost, signal: AbortSignal): Promise<number> {
  const said = await host.run(['df', '-B1', '--output=avail', '--', ARTEFACTS], { signal })
  return Number(/(\d+)\s*$/.exec(said)?.[1] ?? 0)
}

async function fetchInto(host: BootHost, part: string, url: string, bytes: number, signal: AbortSignal): Promise<void> {
  const limits = [
    '--max-filesize',
    String(bytes),
    '--connect-timeout',
    '20',
    '--speed-limit',
    '1024',
    '--speed-time',
    '60',
  ]
  const only = ['--proto', '=http,https', '--max-redirs', '5', '-L']
  const argv = ['curl', '-sS', '--fail', ...only, ...limits, '--retry', '3', '-C', '-', '-o', part, '--url', url]
  // One of a connection that was lost may still be at it.
  const alone = ['flock', '-n', '-E', String(BUSY), part]
  const fetched = await host.try([...alone, ...argv], { signal, timeoutMs: DAY_MS })
  if (fetched.code === BUSY) throw rejected(msg`The control host is fetching this file already`)
  if (fetched.code !== 0) throw failed('curl', fetched)
}

async function pour(
  host: BootHost,
  part: string,
  from: number,
  open: (from: number) => Promise<Readable> | Readable,
  signal: AbortSignal,
): Promise<void> {
  const stdin = await open(from)
  let fault: Error | null = null
  stdin.once('error', (cause: Error) => {
    fault = cause
  })
  const written = await host.try(['sh', '-c', 'cat >> "$1"', 'sh', part], { signal, stdin, timeoutMs: DAY_MS })
  if (fault) throw fault
  if (written.code !== 0) throw failed('cat', written)
}

/** Bytes that are there of an artefact, whole or on its way: how far a transfer is. */
export async function broughtBytes(host: BootHost, sha256: string, signal: AbortSignal): Promise<number> {
  return Math.max(await sizeOf(host, pathOf(sha256), signal), await sizeOf(host, partOf(sha256), signal))
}

/** Takes an artefact away, and what was brought of it. */
export async function dropArtefact(host: BootHost, sha256: string, signal: AbortSignal): Promise<void> {
  await host.run(['rm', '-f', '--', pathOf(sha256), partOf(sha256)], { signal })
}

/** Artefacts that are whole. */
export async function listArtefacts(host: BootHost, signal: AbortSignal): Promise<Artefact[]> {
  const argv = ['find', ARTEFACTS, '-maxdepth', '1', '-type', 'f', '-printf', '%f %s\\n']
  const said = await host.run(argv, { signal, maxOutput: 16 << 20 })
  return [...said.matchAll(/^([0-9a-f]{64}) (\d+)$/gm)].map(([, sha256 = '', bytes]) => ({
    sha256,
    bytes: Number(bytes),
  }))
}

/** Names of artefacts whose content is not what their name says. Reads all of them: gigabytes. */
export async function wrongArtefacts(host: BootHost, signal: AbortSignal): Promise<string[]> {
  const script = 'cd "$1" && for name in *; do [ ! -f "$name" ] || sha256sum -- "$name"; done'
  const said = await host.run(['sh', '-c', script, 'sh', ARTEFACTS], { signal, timeoutMs: DAY_MS, maxOutput: 16 << 20 })
  return [...said.matchAll(/^([0-9a-f]{64}) [ *]([0-9a-f]{64})$/gm)].flatMap(([, is, name = '']) =>
    is === name ? [] : [name],
  )
}
