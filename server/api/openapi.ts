import { z } from 'zod'
import { type AnyEndpoint, basePath, type Service } from './endpoint.ts'
import { listParameterHelp } from './list/help.ts'

const titles: Record<Service, string> = {
  vm: 'Virtual machines',
  dci: 'Data centre',
  auth: 'Access',
  ip: 'Addresses',
  proxy: 'Remote-management proxy',
}

const errorSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'msg', 'value'],
      properties: { code: { type: 'integer' }, msg: { type: 'string' }, value: { type: 'string' } },
    },
  },
}

type Json = Record<string, unknown>

/** The OpenAPI 3.1 document of one service, made from the operations themselves. `version` is the product's. */
export function openApi(service: Service, endpoints: readonly AnyEndpoint[], version: string): Json {
  const schemas: Json = { Error: errorSchema }
  const paths: Record<string, Json> = {}
  for (const e of endpoints) {
    paths[e.path] ??= {}
    ;(paths[e.path] as Json)[e.method.toLowerCase()] = operation(e, schemas)
  }
  return {
    openapi: '3.1.0',
    info: { title: `Datahall: ${titles[service]}`, version, description: `# Lists\n\n${listParameterHelp}` },
    servers: [{ url: basePath[service] }],
    security: [{ token: [] }, { session: [] }, { cookie: [] }],
    tags: [...new Set(endpoints.map((e) => e.tag))].sort().map((name) => ({ name })),
    paths,
    components: {
      schemas,
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'x-xsrf-token' },
        session: { type: 'apiKey', in: 'header', name: 'ISP-Session' },
        cookie: { type: 'apiKey', in: 'cookie', name: 'ses6' },
      },
    },
  }
}

function operation(e: AnyEndpoint, schemas: Json): Json {
  const failure = {
    description: 'Refusal or fault',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  }
  const answer = {
    description: 'Success',
    content: e.sendsFile
      ? { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
      : { 'application/json': { schema: toSchema(e.answer, 'output', schemas) } },
  }
  return {
    operationId: `${e.method.toLowerCase()}${e.path.replaceAll(/[^a-z0-9]+/gi, '_')}`,
    summary: e.summary,
    ...(e.description && { description: e.description }),
    tags: [e.tag],
    ...(e.access === 'public' && { security: [] }),
    'x-access': e.access,
    parameters: [...parameters(e.params, 'path', schemas), ...parameters(e.query, 'query', schemas)],
    ...(e.largestFile !== undefined && {
      requestBody: { required: true, content: { 'application/octet-stream': {} } },
    }),
    ...(e.body && {
      requestBody: {
        required: requiresFields(e.body),
        content: { 'application/json': { schema: toSchema(e.body, 'input', schemas) } },
      },
    }),
    responses: { [String(e.status ?? 200)]: answer, default: failure },
  }
}

const requiresFields = (body: z.ZodType) => !body.safeParse({}).success

function parameters(shape: z.ZodObject | undefined, place: 'path' | 'query', schemas: Json): Json[] {
  if (!shape) return []
  return Object.entries(shape.shape).map(([name, field]) => {
    const type = field as z.ZodType
    return {
      name,
      in: place,
      required: place === 'path' || !type.safeParse(undefined).success,
      ...(type.description && { description: type.description }),
      // Described by what they become: `5` in a path is an integer.
      schema: toSchema(type, 'output', schemas),
    }
  })
}

function toSchema(type: z.ZodType, io: 'input' | 'output', schemas: Json): Json {
  const made = z.toJSONSchema(type, { io, unrepresentable: 'any', reused: 'inline' }) as Json
  const { $schema: _, $defs, ...schema } = made
  for (const [name, definition] of Object.entries(($defs ?? {}) as Json)) schemas[name] ??= rebase(definition)
  return rebase(schema) as Json
}

/** `$defs` of single schemas become components of the document. */
function rebase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rebase)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      key === '$ref' && typeof item === 'string' ? item.replace('#/$defs/', '#/components/schemas/') : rebase(item),
    ]),
  )
}
