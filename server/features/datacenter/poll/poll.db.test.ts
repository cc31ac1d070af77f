import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeLink } from '../../../simulation/devices/switch/model.ts'
import { taskDefinitions } from '../../../task-definitions.ts'
import { type DeviceFixture, deviceFixture } from '../device-fixture.ts'
import { pollPdu } from './poll-pdu.ts'
import { pollSwitch } from './poll-switch.ts'
import { startPoller } from './poller.ts'

let dc: DeviceFixture
let rack = 0
beforeAll(async () => {
  dc = await deviceFixture(taskDefinitions)
  rack = await dc.addRack()
})
afterAll(() => dc.close())

const never = new AbortController().signal
const sql = async (text: string, ...values: unknown[]) => (await dc.api.database.pool.query(text, values)).rows
const changes = async () => (await sql('select coalesce(max(id), 0) as id from change'))[0].id
const changesAfter = (id: number) =>
  sql('select entity, entity_id, event, data from change where id > $1 order by id', id)
/** Sets the time of the last reading back, so that a round has something to compare with. */
const ago = (id: number, seconds: number) =>
  sql(
    'update switch_poll set at = at - make_interval(secs => $2), uptime_s = uptime_s - $2 where switch_id = $1',
    id,
    seconds,
  )
const traffic = (id: number) => sql('select * from port_traffic where switch_id = $1 order by at', id)
const grow = (model: Awaited<ReturnType<DeviceFixture['addSwitch']>>['model'], octets: number) => {
  for (const port of model.ports) port.in_base += BigInt(octets * port.number)
}
const still = { in_rate: 0, out_rate: 0, vlan_id: 10 }
const quiet = Array.from({ length: 8 }, () => still)

describe('a poll cycle of a switch', () => {
  it('keeps what passed each port since the last one, and says nothing when nothing changed', async () => {
    const { id, model, ports, path } = await dc.addSwitch({ rack, unit: 1, ports: quiet })
    expect(await pollSwitch(id, never)).toBe('tables')
    const before = await changes()
    await ago(id, 60)
    grow(model, 1000)
    const seen = (await dc.api.admin.get(path)).body.last_update
    expect(await pollSwitch(id, never)).toBe('counters')
    const [row, ...more] = await traffic(id)
    expect(more).toEqual([])
    expect(row).toMatchObject({ level: 60, ports, errors: [], discards: [] })
    expect(row.in_octets.map(Number)).toEqual(ports.map((_, i) => 1000 * (i + 1)))
    expect(row.out_octets.map(Number)).toEqual(ports.map(() => 0))
    for (const ms of row.ms) expect(ms).toBeGreaterThanOrEqual(60_000)
    expect(await changesAfter(before)).toEqual([])
    expect((await dc.api.admin.get(path)).body.last_update > seen).toBe(true)
  })

  it('counts no port whose traffic is not to be collected, by itself or by its connection', async () => {
    const { id, model, ports } = await dc.addSwitch({ rack, unit: 2, ports: quiet })
    const server_id = await dc.addServer('quiet', rack, 30)
    const link = { server_id, switch_port_id: ports[1], do_not_collect_traffic: true }
    await dc.made(dc.api.admin.post('/dci/v3/switch_connection', link))
    await sql('update switch_port set do_not_collect_traffic = true where id = $1', ports[0])
    await pollSwitch(id, never)
    await ago(id, 60)
    grow(model, 10)
    await pollSwitch(id, never)
    expect((await traffic(id))[0].ports).toEqual(ports.slice(2))
  })

  it('leaves a gap where the counters began again', async () => {
    const { id, model } = await dc.addSwitch({ rack, unit: 3, ports: quiet })
    await pollSwitch(id, never)
    await ago(id, 60)
    for (const port of model.ports) port.in_base = 7n
    model.started = Date.now()
    await pollSwitch(id, never)
    expect(await traffic(id)).toEqual([])
    await ago(id, 60)
    await sql('update switch_poll set uptime_s = 0 where switch_id = $1', id)
    grow(model, 1)
    await pollSwitch(id, never)
    expect(await traffic(id)).toHaveLength(1)
  })

  it('sees a cable pulled in the fast round, and a new name in the slow one', async () => {
    const { id, model, ports, path } = await dc.addSwitch({ rack, unit: 4, ports: quiet })
    await pollSwitch(id, never)
    const before = await changes()
    changeLink(model, model.ports[2]!, { linked: false })
    model.ports[3]!.alias = 'renamed'
    expect(await pollSwitch(id, never)).toBe('counters')
    expect(await changesAfter(before)).toMatchObject([{ entity: 'switch_port', entity_id: ports[2], event: 'update' }])
    expect((await dc.api.admin.get(`${path}/port/${ports[2]}`)).body.oper_status).toBe('down')
    expect((await dc.api.admin.get(`${path}/port/${ports[3]}`)).body.description).toBe('')
    await sql("update switch_poll set tables_at = tables_at - interval '5 minutes' where switch_id = $1", id)
    expect(await pollSwitch(id, never)).toBe('tables')
    expect((await dc.api.admin.get(`${path}/port/${ports[3]}`)).body.description).toBe('renamed')
  })

  it('leaves a switch alone while a task is at it or waits', async () => {
    const { id } = await dc.addSwitch({ rack, unit: 5, ports: quiet })
    const task = await dc.prisma.task.create({ data: { consul_id: 1, name: 'none', run_at: new Date('2000-01-01') } })
    await dc.prisma.task_lock.create({ data: { task_id: task.id, key: `switch:${id}` } })
    expect(await pollSwitch(id, never)).toBe('busy')
    // A queued task does not block polling.
    await dc.prisma.task.update({ where: { id: task.id }, data: { run_at: new Date('2100-01-01') } })
    expect(await pollSwitch(id, never)).toBe('tables')
  })

  it('says once why it failed, and that it is well again', async () => {
    const { id, path } = await dc.addSwitch({ rack, unit: 6, ports: quiet })
    await pollSwitch(id, never)
    const { rows: kept } = await dc.api.database.pool.query('select snmp_secrets from net_switch where id = $1', [id])
    await dc.prisma.net_switch.update({
      where: { id },
      data: { snmp_params: { version: 'snmp_v2c' }, snmp_secrets: null },
    })
    const before = await changes()
    await expect(pollSwitch(id, never)).rejects.toThrow(/community/)
    await expect(pollSwitch(id, never)).rejects.toThrow(/community/)
    expect((await dc.api.admin.get(path)).body).toMatchObject({
      status: 'fail',
      fault: expect.stringMatching(/community/),
    })
    const port = (await sql('select port from agent_port where name = $1', `sw-${rack}-6`))[0].port
    const snmp_params = { version: 'snmp_v2c', set: ['community'], port }
    await dc.prisma.net_switch.update({ where: { id }, data: { snmp_params, snmp_secrets: kept[0].snmp_secrets } })
    await pollSwitch(id, never)
    expect(await changesAfter(before)).toMatchObject([
      { entity: 'switch', entity_id: id, data: { status: 'fail' } },
      { entity: 'switch', entity_id: id, data: { status: 'ok', fault: null } },
    ])
  })

  it('says nothing of a switch when it was called off, or the switch is gone', async () => {
    const { id, path } = await dc.addSwitch({ rack, unit: 7, ports: quiet })
    await expect(pollSwitch(id, AbortSignal.abort(new Error('stop')))).rejects.toThrow()
    expect((await dc.api.admin.get(path)).body.status).toBe('ok')
    await dc.made(dc.api.admin.delete(path))
    expect(await pollSwitch(id, never)).toBe('gone')
  })
})

it('reads loads and outlets of a PDU, and tells only what changed', async () => {
  const { id, model, path } = await dc.addPdu({ rack, unit: 10 })
  const before = await changes()
  await pollPdu(id, never)
  expect(await changesAfter(before)).toEqual([])
  model.outlets[0]!.on = false
  await pollPdu(id, never)
  const told = (await changesAfter(before)).map((one) => one.entity)
  expect(new Set(told)).toEqual(new Set(['pdu_port', 'pdu']))
  expect((await dc.api.admin.get(path)).body.status).toBe('ok')
})

it('polls what is added without a request', async () => {
  const stop = startPoller()
  dc.closing.unshift(stop)
  const { id } = await dc.addSwitch({ rack, unit: 12 })
  await dc.until(
    async () => (await sql('select 1 from switch_poll where switch_id = $1 and tables_at is not null', id))[0],
  )
})
