import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { allEndpoints } from '../../api/catalogue.ts'
import { type Reach, reach } from '../../api/coverage/reach.ts'
import { basePath, operationName } from '../../api/endpoint.ts'
import { bmcDrivers } from '../../drivers/bmc/registry.ts'
import { remoteFixture } from './remote-fixture.ts'

/** Connections to controllers that were opened. */
const opened = { count: 0 }
for (const driver of Object.values(bmcDrivers)) {
  const connect = driver.connect.bind(driver)
  vi.spyOn(driver, 'connect').mockImplementation((target) => {
    opened.count++
    return connect(target)
  })
}
afterAll(() => void vi.restoreAllMocks())

const ofUsers = allEndpoints.filter(({ access, service }) => access === 'user' && ['dci', 'proxy'].includes(service))
const those = (kind: Reach) =>
  ofUsers.filter((e) => reach[operationName(e)] === kind).map((e) => [operationName(e), e] as const)

let lab: Awaited<ReturnType<typeof remoteFixture>>
let ids: Record<string, number>
/** Of a server of ann's whose controller is of the other kind. */
let amt: { server: number; ipmi: number }
const ports = { ipmi: 25_001, amt: 25_002 }
/** What an operation cannot do without. */
const bodies: Record<string, () => object> = {
  'POST /dci/v3/server/power': () => ({ servers: [ids.server_id], action: 'power_reset' }),
  'POST /dci/v3/server/{server_id}/boot_device': () => ({ device: 'pxe' }),
  'POST /dci/v3/server/{server_id}/install': () => ({ os_template_id: 1, password: 'let-me-in' }),
  'POST /dci/v3/server/{server_id}/rescue': () => ({ os_template_id: 1, password: 'let-me-in' }),
  'POST /ipmiproxy/v3/proxy/access': () => ({ listen_web_port: ports.ipmi }),
  'POST /ipmiproxy/v3/proxy/ticket': () => ({ listen_web_port: ports.ipmi }),
}

async function ask(e: (typeof allEndpoints)[number], who: { token: string }) {
  const path = e.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(ids[name] ?? 'web'))
  const body = e.method === 'GET' ? {} : { body: bodies[operationName(e)]?.() ?? {} }
  return lab.api.request(e.method, basePath[e.service] + path, { token: who.token, ...body })
}
const tasks = () => lab.prisma.task.count({ where: { name: { not: 'ipmi_poll' } } })
const setState = (state: string) => lab.prisma.server.updateMany({ data: { state } })

beforeAll(async () => {
  lab = await remoteFixture([])
  const server = await lab.addServer('held', lab.rack, 1)
  const other = await lab.addServer('held-too', lab.rack, 2)
  await lab.prisma.server.updateMany({ data: { owner_id: lab.api.ann.id } })
  const controller = (server_id: number, type: string) =>
    lab.prisma.ipmi.create({ data: { server_id, type, ip: '127.0.0.1', port: 9, username: 'admin', password: '' } })
  const ipmi = (await controller(server, 'ipmi')).id
  amt = { server: other, ipmi: (await controller(other, 'amt')).id }
  ids = { server_id: server, ipmi_id: ipmi, amt_id: amt.ipmi }
  const [sensor] = (
    await lab.api.database.pool.query<{ id: number }>(
      `insert into ipmi_sensor (ipmi_id, identity, name, kind, unit, position) values ($1, 't1', 'Inlet', 'Temperature', 'C', 0) returning id`,
      [ipmi],
    )
  ).rows
  ids.sensor_id = sensor!.id
  for (const [ipmi_id, port] of [
    [ipmi, ports.ipmi],
    [amt.ipmi, ports.amt],
  ])
    await lab.api.database.pool.query(
      `insert into proxy_session (ipmi_id, proxy_type, listen_web_port, account_id, expires_at, state)
       values ($1, 'web', $2, $3, now() + interval '1 hour', 'open')`,
      [ipmi_id, port, lab.api.ann.id],
    )
})
afterAll(() => lab.close())

describe('the owner of a suspended server', () => {
  it.each(those('devices'))('is refused: %s', async (_, e) => {
    for (const state of ['suspended', 'suspending', 'resuming']) {
      await setState(state)
      const before = await tasks()
      opened.count = 0
      const { status, body } = await ask(e, lab.api.ann)
      const refused = body.list?.[0] ?? body.error
      expect({ status, reason: refused.reason ?? refused.value }).toEqual({
        status: e.path === '/server/power' ? 200 : e.path.startsWith('/proxy/') ? 403 : 409,
        reason: 'suspended',
      })
      expect([opened.count, await tasks()]).toEqual([0, before])
    }
  })

  it.each(those('records'))('reads what the panel knows, and no device: %s', async (_, e) => {
    await setState('suspended')
    const before = await tasks()
    opened.count = 0
    const { body } = await ask(e, lab.api.ann)
    expect(body.error?.value).not.toBe('suspended')
    expect([opened.count, await tasks()]).toEqual([0, before])
  })
})

describe('the gate stands open', () => {
  it.each(those('devices'))(
    'to administrators of a suspended server, to the owner of an active one: %s',
    async (_, e) => {
      for (const [state, who] of [
        ['suspended', lab.api.admin],
        ['active', lab.api.ann],
      ] as const) {
        await setState(state)
        const { body } = await ask(e, who)
        expect([body.error?.value, body.list?.[0]?.reason]).not.toContain('suspended')
        await lab.prisma.server.updateMany({ data: { power_action: null } })
      }
    },
  )

  it.each(those('release'))('to callers that close what is open: %s', async (_, e) => {
    await setState('suspended')
    const { body } = await ask(e, lab.api.ann)
    expect(body.error?.value).not.toBe('suspended')
  })
})
