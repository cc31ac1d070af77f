import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { empty } from '../../../domain/shared/fields.ts'
import { readSetting, writeSetting } from './service.ts'

const service = 'auth'
const tag = 'user'
const access = 'admin'
const path = '/setting/{name}'
const params = z.object({ name: z.string() })
const description =
  '`token_ttl`: seconds without use after which a session ends; `session_max_age`: seconds after which it ends however much it is used.'

export const settingEndpoints = {
  get: endpoint({
    service,
    tag,
    access,
    path,
    params,
    description,
    method: 'GET',
    summary: 'Show a setting of the access service',
    answer: z.object({ name: z.string(), value: z.int() }),
    run: (_ctx, p) => readSetting(p.params.name),
  }),
  edit: endpoint({
    service,
    tag,
    access,
    path,
    params,
    description,
    method: 'POST',
    summary: 'Change a setting of the access service',
    body: z.strictObject({ value: z.unknown().refine((value) => value !== undefined, 'Required') }),
    answer: empty,
    run: (ctx, p) => writeSetting(ctx, p.params.name, p.body.value),
  }),
}
