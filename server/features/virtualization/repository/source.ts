import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable, Transform } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { type RepositoryIndex, repositoryIndex } from '../../../domain/repository/schema.ts'
import { PanelError } from '../../../domain/shared/errors.ts'

const MAX_INDEX = 4 * 1024 * 1024

const unreadable = (cause: string) => new PanelError('device_unreachable', `The repository cannot be read: ${cause}`)
const directory = (url: string) => (url.startsWith('file:') ? fileURLToPath(url) : url.startsWith('/') ? url : null)
const below = (url: string, file: string) => new URL(file, url.endsWith('/') ? url : `${url}/`).href

/** Reads and checks `index.json`. Throws words about what is wrong with the address or the file. */
export async function readIndex(url: string, signal: AbortSignal): Promise<RepositoryIndex> {
  const text = await readIndexText(url, signal)
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw unreadable('index.json is not valid JSON')
  }
  const parsed = repositoryIndex.safeParse(json)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw unreadable(`index.json, ${issue?.path.join('.') || 'top'}: ${issue?.message}`)
  }
  const names = parsed.data.images.map((image) => image.name)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice) throw unreadable(`index.json names ${twice} twice`)
  return parsed.data
}

async function readIndexText(url: string, signal: AbortSignal): Promise<string> {
  const folder = directory(url)
  if (folder !== null) {
    const file = path.join(folder, 'index.json')
    const size = await stat(file).then(
      (s) => s.size,
      () => null,
    )
    if (size === null) throw unreadable(`there is no ${file}`)
    if (size > MAX_INDEX) throw unreadable('index.json is over 4 MiB')
    return readFile(file, 'utf8')
  }
  const response = await get(below(url, 'index.json'), signal)
  if (!response.ok) throw unreadable(`${below(url, 'index.json')} answered ${response.status}`)
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > MAX_INDEX) throw unreadable('index.json is over 4 MiB')
  }
  return text
}

/** Opens an image of a repository at a byte offset. A server without ranges is read from the start and the head thrown away. */
export async function openImage(url: string, file: string, offset: number, signal: AbortSignal): Promise<Readable> {
  const folder = directory(url)
  if (folder !== null) {
    const full = path.join(folder, file)
    await stat(full).catch(() => {
      throw unreadable(`there is no ${full}`)
    })
    return createReadStream(full, { start: offset, signal, highWaterMark: 1024 * 1024 })
  }
  const response = await get(below(url, file), signal, offset > 0 ? { range: `bytes=${offset}-` } : {})
  if (!response.ok || !response.body) throw unreadable(`${below(url, file)} answered ${response.status}`)
  const body = Readable.fromWeb(response.body as import('node:stream/web').ReadableStream)
  return offset > 0 && response.status === 200 ? body.pipe(skip(offset)) : body
}

function skip(bytes: number): Transform {
  let left = bytes
  return new Transform({
    transform(chunk: Buffer, _, done) {
      const cut = Math.min(left, chunk.length)
      left -= cut
      done(null, chunk.subarray(cut))
    },
  })
}

/** Redirects are not followed: they could lead to places the administrator never named. */
async function get(address: string, signal: AbortSignal, headers: Record<string, string> = {}): Promise<Response> {
  try {
    return await fetch(address, { signal, headers, redirect: 'error' })
  } catch (fault) {
    const cause = (fault as { cause?: Error }).cause?.message ?? (fault as Error).message
    throw unreadable(`${address}: ${cause}`)
  }
}
