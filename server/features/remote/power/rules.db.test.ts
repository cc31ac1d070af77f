import { afterAll, beforeAll, expect, it } from 'vitest'
import { bulkPowerActions, type PowerFacts, whyNotPower } from '../../../domain/server/power-rules.ts'
import { powerStatuses, serverLifecycle } from '../../../domain/server/states.ts'
import { datacenterFixture } from '../../datacenter/fixture.ts'

// Every operation, in every state, with every flag: what the rules say is what the service answers. No worker runs.

let dc: Awaited<ReturnType<typeof datacenterFixture>>
const both = [false, true]
const cases: PowerFacts[] = powerStatuses.flatMap((power_status) =>
  [null, 'boot_device'].flatMap((power_action) =>
    serverLifecycle.states.flatMap((state) =>
      both.flatMap((is_protected) =>
        both.flatMap((has_controller) =>
          [0, 1].flatMap((powerInputs) =>
            [null, {}].map((operation_running) => ({
              power_status,
              power_action,
              operation_running,
              state,
              is_protected,
              has_controller,
              powerInputs,
            })),
          ),
        ),
      ),
    ),
  ),
)
let ids: number[]

beforeAll(async () => {
  dc = await datacenterFixture()
  const { pool, prisma } = dc.api.database
  const rack = await dc.addRack()
  const cpu_socket = await dc.made(dc.api.admin.post('/dci/v3/cpu_socket', { name: 'LGA' }))
  const sizes = { cpu_socket_count: 1, ram_slot_count: 4, max_ram: 64, hdd_slot_count: 2, pci_slot_count: 1 }
  const one = { name: 'One', type: 'server', server_size: 1, cpu_socket, ...sizes }
  const platform_id = await dc.made(dc.api.admin.post('/dci/v3/platform', one))
  const plain = { type: 'server', platform_id, location_id: dc.location, size: 1, owner_id: dc.api.ann.id }
  const made = await prisma.server.createManyAndReturn({
    data: cases.map(({ power_status, power_action, state, is_protected }, n) => {
      const facts = { power_status, power_action, state, is_protected }
      return { ...plain, ...facts, name: `s${n}` }
    }),
    select: { id: true },
  })
  ids = made.map(({ id }) => id)
  const place = { location_id: dc.location, rack_id: rack, unit: 40, size: 1 }
  await prisma.pdu.create({ data: { ...place, id: 1, name: 'pdu', device: 'apc_snmp', ip: '127.0.0.1' } })
  const held = ids.filter((_, n) => cases[n]?.operation_running)
  await pool.query(
    `with o as (insert into operation (server_id, location_id, type, auth_id, mac, deadline_at)
                select id, location_id, 'diag', 'admin', '', now() from server where id = any($1::int[]) returning id, server_id)
     update server s set operation_id = o.id from o where o.server_id = s.id`,
    [held],
  )
  for (const [n, { has_controller, powerInputs }] of cases.entries()) {
    if (has_controller)
      await pool.query(
        "insert into ipmi (server_id, type, ip, username, password) values ($1, 'ipmi', '127.0.0.1', 'a', '')",
        [ids[n]],
      )
    if (powerInputs > 0)
      await pool.query(
        `with o as (insert into pdu_port (pdu_id, identity, name, power_status) values (1, $2, '', 'up') returning id)
         insert into pdu_connection (server_id, pdu_port_id) select $1, id from o`,
        [ids[n], n + 1],
      )
  }
})
afterAll(() => dc.close())

it.each(bulkPowerActions.flatMap((action) => both.map((isAdmin) => [action, isAdmin] as const)))(
  '%s, asked for by an administrator: %s',
  async (action, isAdmin) => {
    const { pool } = dc.api.database
    await pool.query(
      'update server s set power_action = f.action, power_task = null from unnest($1::int[], $2::text[]) f(id, action) where s.id = f.id',
      [ids, cases.map(({ power_action }) => power_action)],
    )
    const who = isAdmin ? dc.api.admin : dc.api.ann
    const { body } = await who.post('/dci/v3/server/power', { servers: ids, action })
    const answers = new Map<number, { reason?: string; task?: number }>(
      body.list.map((one: { server: number }) => [one.server, one]),
    )
    for (const [n, facts] of cases.entries()) {
      const { reason, task } = answers.get(ids[n]!) ?? {}
      const why = whyNotPower(action, facts, { isAdmin })
      const expected = why === 'status' ? facts.power_status : why
      expect({ ...facts, reason, begun: task !== undefined }).toEqual({ ...facts, reason: expected, begun: !why })
    }
  },
)
