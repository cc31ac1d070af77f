import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** One image of a repository's index; sizes of the file in bytes, of disk and memory in MiB. */
export type ImageRecord = {
  name: string
  file: string
  /** `lxd`: an archive of LXD (metadata and root file system). */
  format: 'qcow2' | 'raw' | 'lxd'
  sha256: string
  size_bytes: number
  virtual_size_mib: number
  min_ram_mib: number
  min_disk_mib: number
  login_user: string
  os_group: string
  tags: string[]
  updated_at: string
}

export type RepositoryIndex = { version: 1; name: string; images: ImageRecord[] }

/** A repository served over HTTP, for tests. */
export type ServedRepository = {
  /** Address of the folder, with a slash at its end. */
  url: string
  /** What was asked for so far. */
  requests: { path: string; range: string | null; status: number }[]
  /** When set, the next answer with a body breaks off after so many bytes of it. */
  breakAfter: number | null
  close: () => Promise<void>
}

/** Serves the files of a folder (not of folders below it) with HEAD and single byte ranges (RFC 9110, section 14). */
export async function serveRepository(dir: string, host = '127.0.0.1', port = 0): Promise<ServedRepository> {
  const server = createServer((request, response) => {
    answer(dir, served, request, response).catch(() => response.destroy())
  })
  const served: ServedRepository = {
    url: '',
    requests: [],
    breakAfter: null,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  served.url = `http://${host}:${(server.address() as AddressInfo).port}/`
  return served
}

async function answer(dir: string, served: ServedRepository, request: IncomingMessage, response: ServerResponse) {
  const path = request.url ?? '/'
  const range = request.headers.range ?? null
  const finish = (status: number, headers: Record<string, string | number> = {}) => {
    served.requests.push({ path, range, status })
    response.writeHead(status, headers)
  }
  const name = path.slice(1)
  const info = /^[A-Za-z0-9_][A-Za-z0-9._-]*$/.test(name) ? await stat(join(dir, name)).catch(() => null) : null
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    finish(405, { allow: 'GET, HEAD' })
    return void response.end()
  }
  if (!info?.isFile()) {
    finish(404)
    return void response.end()
  }
  const etag = `"${info.mtimeMs.toString(16)}-${info.size.toString(16)}"`
  const common = { 'accept-ranges': 'bytes', etag, 'last-modified': info.mtime.toUTCString() }
  // A range of another version of the file would be worse than the whole one.
  const changed = request.headers['if-range'] !== undefined && request.headers['if-range'] !== etag
  const part = range === null || changed ? 'whole' : parseRange(range, info.size)
  if (part === 'unsatisfiable') {
    finish(416, { ...common, 'content-range': `bytes */${info.size}` })
    return void response.end()
  }
  const [first, last] = part === 'whole' ? [0, info.size - 1] : part
  const headers = { ...common, 'content-length': last - first + 1, 'content-type': 'application/octet-stream' }
  if (part === 'whole') finish(200, headers)
  else finish(206, { ...headers, 'content-range': `bytes ${first}-${last}/${info.size}` })
  if (request.method === 'HEAD' || last < first) return void response.end()

  const cut = served.breakAfter
  served.breakAfter = null
  if (cut === null || cut > last - first) {
    return void (await pipeline(createReadStream(join(dir, name), { start: first, end: last }), response))
  }
  if (cut > 0) {
    const begun = createReadStream(join(dir, name), { start: first, end: first + cut - 1 })
    for await (const chunk of begun) await new Promise<void>((resolve) => response.write(chunk, () => resolve()))
  }
  response.destroy()
}

/** First and last byte of a Range header; what is not understood (also several ranges) means the whole file. */
function parseRange(header: string, size: number): [number, number] | 'whole' | 'unsatisfiable' {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header)
  if (!match || (match[1] === '' && match[2] === '')) return 'whole'
  if (match[1] === '') {
    const length = Number(match[2])
    return length === 0 || size === 0 ? 'unsatisfiable' : [Math.max(0, size - length), size - 1]
  }
  const first = Number(match[1])
  const last = match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1)
  if (match[2] !== '' && Number(match[2]) < first) return 'whole'
  return first >= size ? 'unsatisfiable' : [first, last]
}
