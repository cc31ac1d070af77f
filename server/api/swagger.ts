import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'

const files: Record<string, string> = {
  'swagger-ui.css': 'text/css',
  'swagger-ui-bundle.js': 'text/javascript',
  'swagger-ui-standalone-preset.js': 'text/javascript',
  'favicon-32x32.png': 'image/png',
}

const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Datahall API</title>
<link rel="stylesheet" href="swagger-ui.css"><link rel="icon" href="favicon-32x32.png"></head><body><div id="ui"></div>
<script src="swagger-ui-bundle.js"></script><script src="swagger-ui-standalone-preset.js"></script><script src="start.js"></script></body></html>`

const start = `SwaggerUIBundle({ dom_id: '#ui', layout: 'StandaloneLayout', presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
  urls: [['Virtual machines', 'vm'], ['Data centre', 'dci'], ['Access', 'auth'], ['Addresses', 'ip'], ['Remote-management proxy', 'proxy']]
    .map(([name, file]) => ({ name, url: '../openapi/' + file + '.json' })), deepLinking: true, tryItOutEnabled: true })`

const answer = (body: string | Uint8Array<ArrayBuffer>, type: string) =>
  new Response(body, { headers: { 'content-type': `${type}; charset=utf-8` } })

/** Swagger UI with a chooser of the five documents; its files come from the package, not from elsewhere. */
export async function swaggerFile(name: string): Promise<Response> {
  if (name === '' || name === 'index.html') return answer(page, 'text/html')
  if (name === 'start.js') return answer(start, 'text/javascript')
  const type = files[name]
  if (!type) return new Response('Not found', { status: 404 })
  const folder = path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  return answer(new Uint8Array(await readFile(path.join(folder, name))), type)
}
