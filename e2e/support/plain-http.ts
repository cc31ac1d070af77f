import { type IncomingHttpHeaders, request } from 'node:http'

// biome-ignore lint/suspicious/noExplicitAny: tests look at answers field by field
export type PlainAnswer = { status: number; headers: IncomingHttpHeaders; body: any }
export type PlainRequest = {
  method?: string
  headers?: Record<string, string>
  body?: string
  /** Local address to come from: all of 127.0.0.0/8 is local. */
  from?: string
}

/** One HTTP request just as it is given: no cookie jar, no header of its own, the path untouched, from the address that is asked for. */
export function plainHttp(address: string, path: string, given: PlainRequest = {}): Promise<PlainAnswer> {
  const { hostname, port } = new URL(address)
  const length = given.body === undefined ? {} : { 'content-length': String(Buffer.byteLength(given.body)) }
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        hostname,
        port,
        path,
        method: given.method ?? (given.body === undefined ? 'GET' : 'POST'),
        headers: { ...length, ...given.headers },
        localAddress: given.from ?? '127.0.0.1',
        agent: false,
        timeout: 30_000,
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8')
          const isJson = response.headers['content-type']?.includes('json') && text !== ''
          const body = isJson ? JSON.parse(text) : text
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body })
        })
      },
    )
    asked.on('timeout', () => asked.destroy(new Error(`no answer: ${path}`)))
    asked.on('error', reject)
    asked.end(given.body)
  })
}
