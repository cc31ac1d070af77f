import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { MOST_BYTES } from '../../../domain/import/kinds.ts'
import { importAnswer, importAsked, importQuery, storedImport } from '../../../domain/import/schema.ts'
import { exportLocation } from './export.ts'
import { readImport } from './files.ts'
import { importFile } from './service.ts'
import { startImport } from './tasks.ts'

const common = { service: 'dci', tag: 'import', access: 'admin' } as const

export const importEndpoints = {
  run: endpoint({
    ...common,
    method: 'POST',
    path: '/import',
    summary: 'Import records from a CSV or YAML file',
    description:
      'The body is the file, in UTF-8. By name: what is there already is changed or left alone. Everything is tried in one transaction; a dry run, and by default one with a faulty row, leaves nothing behind.',
    query: importQuery,
    largestFile: MOST_BYTES,
    answer: importAnswer,
    run: (ctx, { query, file }) => importFile(ctx, query, file),
  }),
  start: endpoint({
    ...common,
    method: 'POST',
    path: '/import/start',
    summary: 'Import records in the background',
    description:
      'The same, by a task: it goes on when the caller has gone, and says how far it is. The file is kept sealed until it is over, its outcome for 7 days.',
    query: importAsked,
    largestFile: MOST_BYTES,
    answer: z.object({ id: z.int(), task: z.int() }),
    run: (ctx, { query, file }) => startImport(ctx, query, file),
  }),
  get: endpoint({
    ...common,
    method: 'GET',
    path: '/import/{import_id}',
    summary: 'Show what became of an import in the background',
    answer: storedImport,
    run: (_, { params }) => readImport(params.import_id),
  }),
  export: endpoint({
    ...common,
    method: 'GET',
    path: '/location/{location_id}/export',
    summary: 'Show a location with everything in it as YAML',
    description: 'It can be imported again. Secrets are never part of it.',
    answer: z.object({ name: z.string().describe('For the file'), text: z.string() }),
    run: (_, p) => exportLocation(p.params.location_id),
  }),
}
