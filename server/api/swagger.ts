import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'

const files: Record<string, string> = {
  'swagger-ui.css': 'text/css',
  'swagger-ui-bundle.js': 'text/javascript',
  'swagger-ui-standalone-preset.js': 'text/javascript',
  'favicon-32x32.png': 'image/png',
}

const page = (nonce: string) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Datahall API</title>
<link rel="stylesheet" href="swagger-ui.css"><link rel="icon" href="favicon-32x32.png"></head><body><div id="ui"></div>
${['swagger-ui-bundle.js', 'swagger-ui-standalone-preset.js', 'start.js'].map((name) => `<script nonce="${nonce}" src="${name}"></script>`).join('')}</body></html>`

const start = `SwaggerUIBundle({ dom_id: '#ui', layout: 'StandaloneLayout', presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
  urls: [['Virtual machines', 'vm'], ['Data centre', 'dci'], ['Access', 'auth'], ['Addresses', 'ip'], ['Remote-management proxy', 'proxy']]
    .map(([name, file]) => ({ name, url: '../openapi/' + file + '.json' })), deepLinking: true, tryItOutEnabled: true })`

/** Swagger UI places things by style attributes and brings its icons as data; scripts are those that the page names. */
const policy = (nonce: string) =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

function shown(): Response {
  const nonce = randomBytes(16).toString('base64')
  const response = answer(page(nonce), 'text/html')
  response.headers.set('content-security-policy', policy(nonce))
  response.headers.set('cache-control', 'no-store')
  return response
}

const answer = (body: string | Uint8Array<ArrayBuffer>, type: string) =>
  new Response(body, { headers: { 'content-type': `${type}; charset=utf-8` } })

/** Swagger UI with a chooser of the five documents; its files come from the package, not from elsewhere. */
export async function swaggerFile(name: string): Promise<Response> {
  if (name === '' || name === 'index.html') return shown()
  if (name === 'start.js') return answer(start, 'text/javascript')
  const type = files[name]
  if (!type) return new Response('Not found', { status: 404 })
  const folder = path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  return answer(new Uint8Array(await readFile(path.join(folder, name))), type)
}
