import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Answer, testApi } from '../../e2e/support/api.ts'
import { oneOfEach } from '../features/datacenter/fixture-rows.ts'
import { allEndpoints } from './catalogue.ts'
import { type AnyEndpoint, basePath, operationName } from './endpoint.ts'

// Made from the catalogue, so that a new operation is asked all of this without anybody thinking of it.

let api: Awaited<ReturnType<typeof testApi>>
/** Ids of things that are ann's; bob is the outsider. Operations on them may differ in name, not in whose they are. */
let annas: Record<string, string>
/** Ids of things that everybody signed in may see, or that only administrators get as far as. */
let common: Record<string, string>

const PUBLIC_KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKXPzJl8RiLmbyyUvOmtHVUZsXg8h0Wd3sPSMzBbnKPb ann'
const ABSENT: Record<string, string> = { key: 'absent-key', name: 'absent_name', device_type: 'ups', proxy_type: 'web' }
const absent = (param: string) => ABSENT[param] ?? '999999'

beforeAll(async () => {
  api = await testApi()
  const { prisma } = api.database
  const cluster = await prisma.cluster.create({ data: { name: 'c', virtualization_type: 'dummy' } })
  const node = await prisma.node.create({ data: { name: 'n', cluster_id: cluster.id, ip: '198.51.100.1' } })
  const repository = await prisma.repository.create({ data: { name: 'r', url: 'file:///nowhere' } })
  const os = await prisma.os.create({
    data: {
      repository_id: repository.id,
      name: 'o',
      file: 'o.qcow2',
      format: 'qcow2',
      sha256: '0'.repeat(64),
      size_bytes: 1,
      virtual_size_mib: 1,
      hdd_mib_required: 1,
      min_ram_mib: 1,
      os_group: 'linux',
    },
  })
  const owner = { account_id: api.ann.id, cluster_id: cluster.id, node_id: node.id }
  const host = await prisma.host.create({
    data: { ...owner, name: 'h', internal_name: 'vm1-h', uuid: crypto.randomUUID(), ram_mib: 256, cpu_number: 1 },
  })
  const task = await prisma.task.create({
    data: { consul_id: 1, name: 'host_start', entity: 'host', registry_id: host.id, account_id: api.ann.id },
  })
  const storage = await prisma.storage.create({ data: { name: 's', type: 'file' } })
  const disk = await prisma.disk.create({
    data: { ...owner, host_id: host.id, storage_id: storage.id, name: 'd', size_mib: 1 },
  })
  const pool = await prisma.ippool.create({ data: { name: 'p' } })
  const net = await prisma.ipnet.create({ data: { name: '192.0.2.0/24', net: '192.0.2.0/24', family: 2 } })
  const span = { first: '192.0.2.9', last: '192.0.2.9', size: 1, frontier: '192.0.2.10', family: 2 }
  const range = await prisma.iprange.create({
    data: { ...span, ippool_id: pool.id, ipnet_id: net.id, name: '192.0.2.9' },
  })
  const address = { ippool_id: pool.id, ipnet_id: net.id, iprange_id: range.id, host_id: host.id }
  const ip = await prisma.ip.create({
    data: { ...address, ip_addr: '192.0.2.9', family: 2, mask: '255.255.255.0', account_id: api.ann.id },
  })
  const acl = await api.admin.post('/auth/v4/acl', { name: 'office', ip_list: ['192.0.2.1'], members: [] })
  const token = await api.ann.post('/auth/v4/token', { description: 'of ann' })
  const key = await api.ann.post(`/auth/v4/user/${api.ann.id}/sshkey`, { name: 'k', ssh_pub_key: PUBLIC_KEY })
  expect([acl.status, token.status, key.status]).toEqual([200, 201, 200])
  const { server_id, ipmi_id, ...datacenter } = await oneOfEach(prisma, api.ann.id)
  annas = {
    server_id: String(server_id),
    ipmi_id: String(ipmi_id),
    amt_id: String(ipmi_id),
    host_id: String(host.id),
    task_id: String(task.id),
    user_id: String(api.ann.id),
    account_id: String(api.ann.id),
    token_id: String(token.body.id),
    key_id: String(key.body.id),
    disk_id: String(disk.id),
    ip_id: String(ip.id),
  }
  common = {
    ...Object.fromEntries(Object.entries(datacenter).map(([name, value]) => [name, String(value)])),
    cluster_id: String(cluster.id),
    node_id: String(node.id),
    os_id: String(os.id),
    repository_id: String(repository.id),
    acl_id: String(acl.body.id),
    ippool_id: String(pool.id),
    ipnet_id: String(net.id),
    range_id: String(range.id),
    userspace: 'public',
    name: 'sign_in',
    proxy_type: 'web',
    key: 'no-key',
  }
})
afterAll(() => api.close())

const paramsOf = (e: AnyEndpoint) => Object.keys(e.params?.shape ?? {})
const path = (e: AnyEndpoint, value: (param: string) => string) =>
  basePath[e.service] + e.path.replaceAll(/\{(\w+)\}/g, (_, param: string) => encodeURIComponent(value(param)))
function existing(param: string): string {
  const known = annas[param] ?? common[param]
  if (known === undefined) throw new Error(`Make something for {${param}} before all tests, and say whose it is`)
  return known
}

async function ask(e: AnyEndpoint, at: string, who: { token: string } | null, body?: unknown): Promise<Answer> {
  return api.request(e.method, at, {
    ...(who && { token: who.token }),
    ...(e.method === 'POST' && { body: body ?? sample(e) }),
  })
}

type Json = { type?: string; const?: unknown; enum?: unknown[]; anyOf?: Json[]; oneOf?: Json[] } & {
  properties?: Record<string, Json>
  required?: string[]
  items?: Json
  minItems?: number
  minimum?: number
  format?: string
}
/** The smallest body an operation takes: its required fields, each with something its type allows. */
function sample(e: AnyEndpoint): Record<string, unknown> {
  if (!e.body) return {}
  return {
    ...(fill(z.toJSONSchema(e.body, { io: 'input', unrepresentable: 'any' }) as Json) as object),
    ...GIVEN[operationName(e)],
  }
}
function fill(schema: Json, field = ''): unknown {
  const choice = schema.anyOf ?? schema.oneOf
  if (choice && !schema.properties) return fill(choice[0] as Json, field)
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.type === 'array')
    return Array.from({ length: schema.minItems ?? 0 }, () => fill(schema.items ?? {}, field))
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(schema.minimum ?? 1, 1)
  if (schema.type === 'boolean') return true
  if (schema.properties || schema.type === 'object')
    return Object.fromEntries(
      (schema.required ?? []).map((name) => [name, fill(schema.properties?.[name] ?? {}, name)]),
    )
  return /mail/.test(field) || schema.format === 'email' ? 'somebody@example.com' : 'Sample-text-1'
}
/** Where the types do not say all there is to say. */
const GIVEN: Record<string, object> = {
  'POST /auth/v4/acl': { ip_list: ['192.0.2.1'] },
  'POST /auth/v4/public/token/2fa': { code: '123456' },
  'POST /auth/v4/user/{user_id}/sshkey': { ssh_pub_key: PUBLIC_KEY },
  'POST /dci/v3/location': { ssh_address: '192.0.2.1' },
  'POST /dci/v3/setup': { ip: '192.0.2.1' },
  'POST /dci/v3/server': { mac: ['02:00:00:00:00:01'] },
  'POST /vm/v3/account': { role: '@user' },
  'POST /vm/v3/cluster': { os_storage_path: '/share', image_storage_path: '/images' },
  'POST /vm/v3/host/{host_id}/vnc_settings': { password: 'secret12' },
  'POST /vm/v3/node': { name: 'other', cluster: 1, ip: '198.51.100.2', ssh_port: 22, password: 'x' },
  'POST /vm/v3/repository': { url: 'file:///elsewhere' },
}

describe('without a session', () => {
  const closed = allEndpoints.filter((e) => e.access !== 'public')
  it.each(closed.map((e) => [operationName(e), e] as const))('%s is refused with 401', async (_, e) => {
    expect(await ask(e, path(e, existing), null)).toMatchObject({ status: 401 })
    // Headers by which proxies and frameworks mark requests of their own are worth nothing here.
    const marked = await api.request(e.method, path(e, existing), {
      headers: { 'x-middleware-subrequest': 'middleware:middleware:middleware', 'x-forwarded-for': '127.0.0.1' },
    })
    expect(marked.status).toBe(401)
  })
})

describe('a plain user', () => {
  const closed = allEndpoints.filter((e) => e.access === 'admin')
  it.each(closed.map((e) => [operationName(e), e] as const))('is refused %s with 403', async (_, e) => {
    for (const value of [existing, absent]) expect(await ask(e, path(e, value), api.ann)).toMatchObject({ status: 403 })
  })
})

describe('an outsider', () => {
  const own = allEndpoints.filter(
    (e) =>
      e.access !== 'admin' && e.access !== 'public' && paramsOf(e).some((param) => !/^(cluster|os)_id$/.test(param)),
  )
  it.each(own.map((e) => [operationName(e), e] as const))(
    'cannot tell what is somebody else\u2019s from what is not there: %s',
    async (_, e) => {
      const other = await ask(e, path(e, existing), api.bob)
      const none = await ask(e, path(e, absent), api.bob)
      expect(other).toMatchObject({ status: 404 })
      const words = (answer: Answer, value: (param: string) => string) =>
        paramsOf(e).reduce((text, param) => text.replaceAll(value(param), '#'), JSON.stringify(answer.body))
      expect({ status: other.status, body: words(other, existing) }).toEqual({
        status: none.status,
        body: words(none, absent),
      })
    },
  )
})

describe('an unlisted property', () => {
  // Preferences, settings and messages are whatever screens, clients and components want to leave.
  const posts = allEndpoints.filter((e) => e.method === 'POST' && !/\/(preferences|settings|message)$/.test(e.path))
  it.each(posts.map((e) => [operationName(e), e] as const))('is refused with 400, code 3008: %s', async (_, e) => {
    const answer = await ask(e, path(e, absent), api.admin, { ...sample(e), unlisted_property: 1 })
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 3008, value: 'unlisted_property' } } })
  })
})

describe('a value that no column holds', () => {
  /** Bodies that put one such value into a top-level field of its type. */
  function overfull(e: AnyEndpoint): Record<string, unknown>[] {
    const { properties = {} } = z.toJSONSchema(e.body!, { io: 'input', unrepresentable: 'any' }) as Json
    return Object.entries(properties).flatMap(([name, { type, anyOf }]) => {
      const types = [type, ...(anyOf ?? []).map((choice) => choice.type)]
      if (types.includes('integer'))
        return [
          { ...sample(e), [name]: 2 ** 40 },
          { ...sample(e), [name]: -(2 ** 40) },
        ]
      return types.includes('string') ? [{ ...sample(e), [name]: 'half \ud800' }] : []
    })
  }
  const posts = allEndpoints.filter((e) => e.body && e.method === 'POST' && overfull(e).length > 0)
  it.each(posts.map((e) => [operationName(e), e] as const))('is refused with 400: %s', async (_, e) => {
    for (const body of overfull(e)) {
      const { status } = await ask(e, path(e, existing), api.admin, body)
      expect({ body, status }).toEqual({ body, status: 400 })
    }
  })
})

describe('an id that cannot be', () => {
  const BAD = ['-1', '0', '1.5', '2147483648', '9223372036854775808', 'text', "1' or '1'='1", '\u0000', '%']
  // Numbers to JavaScript, but no way to write an id.
  const ODD = ['1e0', '0x1', '+1', ' 1', '01', '1.0', '1 ', '\u0661']
  // A key to sign in with that is none answers 401 whatever it looks like.
  const withIds = allEndpoints.filter((e) => paramsOf(e).length > 0 && !paramsOf(e).includes('key'))
  it.each(withIds.map((e) => [operationName(e), e] as const))('is refused with 400 or 404: %s', async (_, e) => {
    for (const bad of [...BAD, ...ODD])
      for (const param of paramsOf(e)) {
        const answer = await ask(
          e,
          path(e, (each) => (each === param ? bad : existing(each))),
          api.admin,
        )
        expect({ bad, param, status: answer.status }).toEqual({
          bad,
          param,
          status: expect.toSatisfy((s) => s === 400 || s === 404),
        })
      }
  })
})
