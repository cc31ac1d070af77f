import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { importAnswer, importBody } from '../../../domain/import/schema.ts'
import { pathId } from '../../../domain/shared/fields.ts'
import { exportLocation } from './export.ts'
import { importFile } from './service.ts'

const common = { service: 'dci', tag: 'import', access: 'admin' } as const

export const importEndpoints = {
  run: endpoint({
    ...common,
    method: 'POST',
    path: '/import',
    summary: 'Import records from a CSV or YAML file',
    description:
      'By name: what is there already is changed or left alone. Everything is tried in one transaction; a dry run, and by default one with a faulty row, leaves nothing behind.',
    body: importBody,
    // Text of the largest file as JSON writes it.
    largestBody: 12 * 1024 * 1024,
    answer: importAnswer,
    run: (ctx, { body }) => importFile(ctx, body),
  }),
  export: endpoint({
    ...common,
    method: 'GET',
    path: '/location/{location_id}/export',
    summary: 'Show a location with everything in it as YAML',
    description: 'It can be imported again. Secrets are never part of it.',
    params: z.object({ location_id: pathId }),
    answer: z.object({ name: z.string().describe('For the file'), text: z.string() }),
    run: (_, p) => exportLocation(p.params.location_id),
  }),
}
