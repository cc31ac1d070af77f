import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import sirv from 'sirv'

const prefix = '/_next/static/'

/**
 *
 * Scripts and styles of the pages, in the compressed form made by the build (`server/cli/pack.mjs`): smaller than
 * compression on the fly, and without work per request. Their names change with their contents, so they are cached for
 * ever.
 * @returns whether it has taken the request
 */
export function openAssets(root: string): (req: IncomingMessage, res: ServerResponse) => boolean {
  const serve = sirv(path.join(root, '.next/static'), {
    brotli: true,
    gzip: true,
    etag: true,
    immutable: true,
    maxAge: 31_536_000,
  })
  return (req, res) => {
    if (!req.url?.startsWith(prefix)) return false
    req.url = req.url.slice(prefix.length - 1)
    serve(req, res, () => void res.writeHead(404).end())
    return true
  }
}
