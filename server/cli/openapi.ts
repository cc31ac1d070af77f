// npm run openapi: writes the API documents to generated/openapi, without a database.
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { endpointsOf } from '../api/catalogue.ts'
import type { Service } from '../api/endpoint.ts'
import { openApi } from '../api/openapi.ts'
import { VERSION } from '../process/version.ts'

const folder = path.resolve(import.meta.dirname, '../../generated/openapi')
mkdirSync(folder, { recursive: true })
for (const service of ['vm', 'dci', 'auth', 'ip', 'proxy'] satisfies Service[]) {
  writeFileSync(
    path.join(folder, `${service}.json`),
    `${JSON.stringify(openApi(service, endpointsOf(service), VERSION), null, 1)}\n`,
  )
}
console.log(`Wrote the API documents to ${path.relative(process.cwd(), folder)}`)
process.exit(0)
