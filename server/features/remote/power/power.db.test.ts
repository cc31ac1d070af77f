import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { transaction } from '../../../db/transaction.ts'
import { PanelError } from '../../../domain/shared/errors.ts'
import type { PduConnection, PduTarget } from '../../../drivers/pdu/types.ts'
import { type PowerPauses, panelSettings, setPanelSettings } from '../../../settings.ts'
import { taskDefinitions } from '../../../task-definitions.ts'
import { startWorker } from '../../../tasks/worker.ts'
import { storePower } from '../ipmi/store.ts'
import { remoteFixture } from '../remote-fixture.ts'
import { claimPower, claimPowers } from './claim.ts'

/** PDUs that fall silent and outlets that do not move, by the port of their agent: real ones take twenty seconds to be given up. */
const trouble = vi.hoisted(() => ({ silent: new Set<number>(), stuck: new Set<string>() }))
vi.mock('../../../drivers/pdu/registry.ts', async (original) => {
  const real = await original<typeof import('../../../drivers/pdu/registry.ts')>()
  const wrap = (target: PduTarget, device: PduConnection): PduConnection => {
    const port = (target.snmp as { port?: number }).port ?? 0
    const hear = () => {
      if (trouble.silent.has(port))
        throw new PanelError('device_unreachable', `The PDU at ${target.address} does not answer over SNMP`)
    }
    return {
      close: () => device.close(),
      async read(signal) {
        hear()
        return device.read(signal)
      },
      async setOutlet(identity, power, signal) {
        hear()
        if (trouble.stuck.has(`${port}:${identity}`))
          throw new PanelError('device_rejected', `The PDU took the command but outlet ${identity} does not move`)
        return device.setOutlet(identity, power, signal)
      },
    }
  }
  return {
    ...real,
    pduDriver: (device: string) => {
      const driver = real.pduDriver(device)
      return { ...driver, connect: (target: PduTarget) => wrap(target, driver.connect(target)) }
    },
  }
})

type Lab = Awaited<ReturnType<typeof remoteFixture>>
let lab: Lab
let a: Awaited<ReturnType<Lab['addPdu']>>
let b: Awaited<ReturnType<Lab['addPdu']>>
let outlet = 0
/** Where servers without a controller stand. */
let spare: number
/** What reached the devices, in order. */
let log: string[] = []

const pauses = (given: Partial<PowerPauses> = {}) =>
  setPanelSettings({ ...panelSettings(), power: { outlet: 0, controller: 5, verify: 0.4, ...given } })

beforeAll(async () => {
  pauses()
  lab = await remoteFixture(taskDefinitions)
  spare = await lab.addRack()
  const outlets = Array.from({ length: 32 }, () => ({ watts: 100 }))
  a = await lab.addPdu({ rack: lab.rack, unit: 40, name: 'a', outlets })
  b = await lab.addPdu({ rack: lab.rack, unit: 41, name: 'b', kind: 'raritan_snmp', outlets })
  for (const { model } of [a, b])
    model.onSwitch = ({ number, on }) => log.push(`${model.name}${number} ${on ? 'on' : 'off'}`)
})
beforeEach(() => {
  pauses()
  log = []
  trouble.silent.clear()
  trouble.stuck.clear()
})
afterAll(() => lab.close())

const post = (path: string, body: object = {}) => lab.api.admin.post(`/dci/v3${path}`, body)
const of = async (id: number) => (await lab.api.admin.get(`/dci/v3/server/${id}`)).body
const history = async (id: number, who = lab.api.admin) =>
  (await who.get(`/dci/v3/server/${id}/power/history?orderby=id desc`)).body.list

/** A server on one outlet of each of these PDUs, with a controller that notes its commands and may refuse to move. */
async function addServer(name: string, { feeds = [a, b], bmc = true, on = true } = {}) {
  outlet++
  const made = bmc
    ? await lab.addControlled(name, { on })
    : { server: await lab.addServer(name, spare, outlet), ipmi: 0, machine: null, peer: null }
  const move = { stuck: false }
  const { machine } = made
  if (machine) {
    const set = machine.setPower.bind(machine)
    machine.setPower = (power) => {
      if (power !== machine.on) log.push(`bmc ${power ? 'on' : 'off'}`)
      if (!move.stuck) set(power)
    }
  }
  for (const pdu of feeds)
    await lab.made(post('/pdu_connection', { server_id: made.server, pdu_port_id: pdu.ports[outlet - 1] }))
  const settled = await lab.until(async () => {
    const row = await of(made.server)
    return row.power_status === 'unknown' && feeds.length > 0 ? null : row
  })
  return {
    ...made,
    port: made.peer?.port ?? 0,
    id: made.server,
    n: outlet,
    move,
    path: `/server/${made.server}`,
    first: settled,
  }
}
/** Puts the outlets of a server where a test wants them, and has the panel read that. */
async function set(n: number, power: boolean, pdus = [a, b]) {
  for (const pdu of pdus) {
    pdu.model.outlets[n - 1]!.on = power
    await lab.done(lab.api.admin.post(`${pdu.path}/poll`))
  }
  log = []
}
const port = (pdu: typeof a) => pdu.agent.options.port
const outletState = async (pdu: typeof a, n: number) =>
  (await lab.api.admin.get(`${pdu.path}/port/${pdu.ports[n - 1]}`)).body.power_status

describe('a server with two feeds and a controller', () => {
  it('is switched on by its outlets, then by its controller once that answers', async () => {
    const s = await addServer('on', { on: false })
    await set(s.n, false)
    await s.peer!.close()
    // The controller has power once an outlet is on, and takes a moment to answer.
    a.model.onSwitch = ({ number, on }) => {
      log.push(`a${number} ${on ? 'on' : 'off'}`)
      if (number === s.n && on) setTimeout(() => void lab.serve(s.machine!, s.port), 150)
    }
    expect(await of(s.id)).toMatchObject({ power_status: 'off', power_action: null })
    const { status, body } = await post(`${s.path}/power_on`)
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['task'])
    expect(await of(s.id)).toMatchObject({ power_action: 'power_on', power_task: body.task })
    expect(await lab.ended(body.task)).toMatchObject({ status: 'complete', name: 'server_power_on' })
    expect(log).toEqual([`a${s.n} on`, `b${s.n} on`, 'bmc on'])
    expect(await of(s.id)).toMatchObject({ power_status: 'on', power_action: null, power_task: null })
    expect((await lab.api.admin.get(`/dci/v3${s.path}/power_status`)).body).toEqual({ power_status: 'on' })
    expect(await lab.refused(post(`${s.path}/power_on`), 409)).toBe('The server is on already')
    expect((await history(s.id))[0]).toMatchObject({
      action: 'power_on',
      before: 'off',
      after: 'on',
      user: 'admin@example.com',
      state: 'complete',
    })
  })

  it('is switched off by its controller first, then by its outlets', async () => {
    const s = await addServer('off')
    const before = new Date()
    expect(await lab.done(post(`${s.path}/power_off`))).toMatchObject({ status: 'complete' })
    expect(log).toEqual(['bmc off', `a${s.n} off`, `b${s.n} off`])
    expect((await of(s.id)).power_status).toBe('off')
    // A round that asked before the command comes too late.
    await transaction((work) => storePower(work, s.ipmi, 'on', before))
    expect((await of(s.id)).ipmi).toMatchObject({ power_status: 'off' })
    expect(await lab.refused(post(`${s.path}/power_off`), 409)).toBe('The server is off already')
    // A restart of what is off is a start.
    expect(await lab.done(post(`${s.path}/power_reset`))).toMatchObject({ status: 'complete' })
    expect(log.slice(3)).toEqual([`a${s.n} on`, `b${s.n} on`, 'bmc on'])
    expect((await of(s.id)).power_status).toBe('on')
  })

  it('is restarted by its controller, and its outlets are left alone', async () => {
    const s = await addServer('reset')
    expect(await lab.done(post(`${s.path}/power_reset`))).toMatchObject({ status: 'complete' })
    expect(log).toEqual(['bmc off', 'bmc on'])
    expect(await lab.done(post(`${s.path}/power_cycle`))).toMatchObject({ status: 'complete' })
    expect(log).toEqual(['bmc off', 'bmc on', 'bmc off', 'bmc on'])
    expect((await of(s.id)).power_status).toBe('on')
  })

  it('whose controller is dead is switched off by its outlets alone', async () => {
    const s = await addServer('deaf')
    await s.peer!.close()
    const task = await lab.done(post(`${s.path}/power_off`))
    expect(task).toMatchObject({ status: 'complete', output: { by: 'outlets', controller: expect.any(String) } })
    expect(JSON.stringify(task)).not.toContain('127.0.0.1')
    expect(log).toEqual([`a${s.n} off`, `b${s.n} off`])
    expect((await of(s.id)).power_status).toBe('off')
    // It cannot be started for certain: the outlets are on, nobody knows whether it runs.
    pauses({ controller: 0.1 })
    const on = await lab.done(post(`${s.path}/power_on`))
    expect(on).toMatchObject({ status: 'failed', error_code: 'device_unreachable' })
    expect(on.error).not.toContain('127.0.0.1')
    expect(await of(s.id)).toMatchObject({ power_status: 'unknown', power_action: null, ipmi: { status: 'fail' } })
    // A restart takes the way that is left.
    log = []
    expect(await lab.done(post(`${s.path}/power_reset`))).toMatchObject({ status: 'failed' })
    expect(log).toEqual([`a${s.n} off`, `b${s.n} off`, `a${s.n} on`, `b${s.n} on`])
  })

  it('with a dead PDU does what can be done, says which failed and makes nothing up', async () => {
    const s = await addServer('half')
    trouble.silent.add(port(b))
    const off = await lab.done(post(`${s.path}/power_off`))
    expect(off).toMatchObject({ status: 'failed', error_code: 'device_unreachable' })
    expect(off.error).toBe(
      `The server is off, but not all of its feeds. Outlet ${s.n} of b could not be switched off: The PDU does not answer over SNMP`,
    )
    expect(log).toEqual(['bmc off', `a${s.n} off`])
    expect([await outletState(a, s.n), await outletState(b, s.n)]).toEqual(['down', 'unknown'])
    expect((await of(s.id)).power_status).toBe('off')
    expect((await history(s.id))[0]).toMatchObject({ state: 'failed', after: 'off', fault: off.error })
    trouble.silent.clear()
    trouble.stuck.add(`${port(a)}:${s.n}`)
    const on = await lab.done(post(`${s.path}/power_on`))
    expect(on).toMatchObject({ status: 'failed', error_code: 'device_rejected' })
    expect(on.error).toContain('The server is on, but not all of its feeds. Outlet')
    expect([await outletState(a, s.n), await outletState(b, s.n)]).toEqual(['down', 'up'])
    expect((await of(s.id)).power_status).toBe('on')
  })

  it('that does not do what its controller was told is not taken for done', async () => {
    const s = await addServer('stubborn', { feeds: [] })
    s.move.stuck = true
    const off = await lab.done(post(`${s.path}/power_off`))
    expect(off).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/took the command, but the server is not off/),
    })
    expect(await of(s.id)).toMatchObject({ power_status: 'on', power_action: null })
  })
})

describe('a server without a controller', () => {
  it('is switched and restarted by its outlets', async () => {
    const s = await addServer('bare', { bmc: false })
    expect(await lab.done(post(`${s.path}/power_reset`))).toMatchObject({ status: 'complete' })
    expect(log).toEqual([`a${s.n} off`, `b${s.n} off`, `a${s.n} on`, `b${s.n} on`])
    expect(await lab.done(post(`${s.path}/power_off`))).toMatchObject({ status: 'complete' })
    expect((await of(s.id)).power_status).toBe('off')
    expect(await lab.done(post(`${s.path}/power_on`))).toMatchObject({ status: 'complete' })
    expect((await of(s.id)).power_status).toBe('on')
    expect(await lab.refused(post(`${s.path}/shutdown`), 409)).toMatch(/no management controller/)
    expect(await lab.refused(post(`${s.path}/boot_device`, { device: 'pxe' }), 409)).toMatch(/no management controller/)
  })

  it('one of whose outlets sticks was not restarted, and has all its power back', async () => {
    const s = await addServer('stuck', { bmc: false })
    trouble.stuck.add(`${port(b)}:${s.n}`)
    const task = await lab.done(post(`${s.path}/power_cycle`))
    expect(task).toMatchObject({ status: 'failed', error: expect.stringMatching(/^The server was not restarted/) })
    expect(log).toEqual([`a${s.n} off`, `a${s.n} on`])
    expect((await of(s.id)).power_status).toBe('on')
  })

  it('keeps its power when its restart is called off half-way', async () => {
    const s = await addServer('called', { bmc: false })
    pauses({ outlet: 60 })
    const { body } = await post(`${s.path}/power_reset`)
    await lab.until(async () => log.length === 2)
    await lab.until(
      async () => (await lab.prisma.task_step.count({ where: { task_id: body.task, name: 'outlets_rest' } })) > 0,
    )
    await lab.api.admin.post(`/vm/v3/task/${body.task}/abort`)
    expect(await lab.ended(body.task)).toMatchObject({ status: 'aborted' })
    expect(log.slice(2).toSorted()).toEqual([`a${s.n} on`, `b${s.n} on`])
    expect(await of(s.id)).toMatchObject({ power_status: 'on', power_action: null })
    expect((await history(s.id))[0]).toMatchObject({ state: 'aborted', after: 'on', fault: null })
  })

  it('and without an outlet cannot be switched by anybody', async () => {
    const id = await lab.addServer('nothing', lab.rack, 39)
    expect(await lab.refused(post(`/server/${id}/power_on`), 409)).toMatch(
      /neither a management controller nor an outlet/,
    )
    expect((await lab.api.admin.get(`/dci/v3/server/${id}/power_status`)).body).toEqual({ power_status: 'unknown' })
  })
})

describe('a system', () => {
  it('that is asked shuts down, and its outlets stay on', async () => {
    const s = await addServer('soft')
    expect(await lab.done(post(`${s.path}/shutdown`))).toMatchObject({ status: 'complete', output: { pulled: false } })
    expect(log).toEqual(['bmc off'])
    expect(await of(s.id)).toMatchObject({ power_status: 'off' })
  })

  it('that does not listen is left running and the task says so, or is switched off', async () => {
    const s = await addServer('hung', { feeds: [] })
    s.move.stuck = true
    const left = await post(`${s.path}/shutdown`, { timeout_seconds: 1 })
    const pulled = await addServer('hung-too', { feeds: [] })
    pulled.move.stuck = true
    const other = await post(`${pulled.path}/shutdown`, { timeout_seconds: 1, pull: true })
    await lab.until(async () => log.length === 2)
    pulled.move.stuck = true
    const set = pulled.machine!.setPower
    // The second command is the one that nobody asks the system about.
    pulled.machine!.setPower = (power) => {
      pulled.move.stuck = false
      set(power)
    }
    expect(await lab.ended(left.body.task)).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/did not shut down within 1 seconds: it still runs/),
    })
    expect(await lab.ended(other.body.task)).toMatchObject({ status: 'complete', output: { pulled: true } })
    expect((await of(s.id)).power_status).toBe('on')
    expect((await of(pulled.id)).power_status).toBe('off')
  })

  it('boots from what was said, once or always, and at once when wished', async () => {
    const s = await addServer('boot', { feeds: [] })
    expect(await lab.done(post(`${s.path}/boot_device`, { device: 'pxe', uefi: true }))).toMatchObject({
      status: 'complete',
    })
    expect(s.machine!.boot).toEqual({ device: 'pxe', persistent: false, efi: true })
    expect(log).toEqual([])
    await lab.done(post(`${s.path}/boot_device`, { device: 'disk', persistent: true, restart: true }))
    expect(s.machine!.boot).toEqual({ device: 'disk', persistent: true, efi: false })
    expect(log).toEqual(['bmc off', 'bmc on'])
    await lab.made(post(s.path, { is_protected: true }))
    expect(await lab.refused(post(`${s.path}/boot_device`, { device: 'pxe', restart: true }), 409)).toMatch(/protected/)
    expect(await lab.done(post(`${s.path}/boot_device`, { device: 'none' }))).toMatchObject({ status: 'complete' })
  })
})

describe('who may', () => {
  it('the owner, not others, not while it is suspended; protection holds against everybody', async () => {
    const s = await addServer('mine', { feeds: [] })
    await lab.made(post(`${s.path}/owner`, { owner: lab.api.ann.id }))
    const { ann, bob } = lab.api
    expect((await bob.post(`/dci/v3${s.path}/power_reset`)).status).toBe(404)
    expect((await bob.get(`/dci/v3${s.path}/power_status`)).status).toBe(404)
    expect((await bob.get(`/dci/v3${s.path}/power/history`)).status).toBe(404)
    expect(await lab.done(ann.post(`/dci/v3${s.path}/power_reset`))).toMatchObject({ status: 'complete' })
    await lab.done(post(`${s.path}/power_reset`))
    expect((await history(s.id, ann)).slice(0, 2).map((one: { user: string }) => one.user)).toEqual([null, ann.email])
    await lab.made(post(s.path, { is_protected: true }))
    for (const action of ['power_off', 'power_reset', 'power_cycle', 'shutdown'])
      expect(await lab.refused(post(`${s.path}/${action}`, { force: true }), 409)).toMatch(/is protected: take/)
    await lab.made(post(s.path, { is_protected: false }))
    await lab.done(post(`${s.path}/suspend`))
    expect(await lab.refused(ann.post(`/dci/v3${s.path}/power_off`), 409)).toMatch(/is suspended/)
    expect(await lab.done(post(`${s.path}/power_off`))).toMatchObject({ status: 'complete' })
  })

  it('protection that comes while the task waits holds as well', async () => {
    const s = await addServer('late', { feeds: [] })
    const actor = { isAdmin: true, account_id: lab.api.admin.id, email: 'admin@example.com' } as never
    const request = { action: 'power_off', runAt: new Date(Date.now() + 600) } as const
    const { consul_id } = await transaction((work) => claimPower(work, actor, s.id, request))
    await lab.made(post(s.path, { is_protected: true }))
    expect(await lab.ended(consul_id)).toMatchObject({ status: 'failed', error: expect.stringMatching(/protected/) })
    expect(log).toEqual([])
    expect(await of(s.id)).toMatchObject({ power_status: 'on', power_action: null })
  })

  it('a node with machines that run goes down by force of an administrator only', async () => {
    const s = await addServer('node', { feeds: [] })
    await lab.api.database.pool.query(
      `insert into cluster (id, name, virtualization_type) values (1, 'c', 'dummy');
       insert into node (id, name, cluster_id, ip) values (1, 'n1', 1, '192.0.2.9');
       insert into host (name, internal_name, uuid, account_id, cluster_id, node_id, ram_mib, cpu_number, state)
         select 'vm' || n, 'vm' || n, gen_random_uuid(), ${lab.api.bob.id}, 1, 1, 256, 1, case n when 3 then 'stopped' when 2 then 'unknown' else 'active' end
           from generate_series(1, 3) n;
       update server set node_id = 1, owner_id = ${lab.api.ann.id} where id = ${s.id}`,
    )
    expect(await lab.refused(post(`${s.path}/power_off`), 409)).toBe(
      'Server node is node n1 of a cluster, and 2 virtual machines run on it: vm1, vm2. Move or stop them, or do it with force',
    )
    const owner = await lab.refused(lab.api.ann.post(`/dci/v3${s.path}/power_off`, { force: true }), 409)
    expect(owner).toMatch(/2 virtual machines run on it. Ask an administrator/)
    expect(owner).not.toMatch(/vm1|n1/)
    expect(await lab.done(post(`${s.path}/power_off`, { force: true }))).toMatchObject({ status: 'complete' })
    // What is off has nothing to lose.
    expect(await lab.done(post(`${s.path}/power_reset`))).toMatchObject({ status: 'complete' })
    await lab.api.database.pool.query("update host set state = 'stopped'")
    expect(await lab.done(post(`${s.path}/power_cycle`))).toMatchObject({ status: 'complete' })
  })
})

describe('one task a server', () => {
  it('of sixteen clicks one wins, and all are told its number; another wish is refused', async () => {
    const s = await addServer('clicks', { feeds: [] })
    pauses({ verify: 30 })
    for (const action of ['power_off', 'power_on', 'power_off', 'power_on']) {
      // The machine does not move until all have clicked, so nobody comes after the end.
      s.move.stuck = true
      const answers = await Promise.all(Array.from({ length: 16 }, () => post(`${s.path}/${action}`)))
      const [task, ...others] = new Set(answers.map(({ status, body }) => (status === 200 ? body.task : status)))
      expect(others).toEqual([])
      expect(await lab.refused(post(`${s.path}/power_reset`), 409)).toMatch(/busy: it is just being switched/)
      expect(
        await lab.prisma.task.count({ where: { registry_id: s.id, name: `server_${action}`, ended_at: null } }),
      ).toBe(1)
      s.move.stuck = false
      s.machine!.on = action === 'power_on'
      expect(await lab.ended(task)).toMatchObject({ status: 'complete' })
      expect(await of(s.id)).toMatchObject({ power_status: action === 'power_on' ? 'on' : 'off', power_action: null })
    }
    expect(await history(s.id)).toHaveLength(5)
  })

  it('goes on on another worker when its own is lost, and frees the server', async () => {
    const s = await addServer('crash', { feeds: [a], on: false })
    await set(s.n, false, [a])
    s.move.stuck = true
    pauses({ verify: 30 })
    const { body } = await post(`${s.path}/power_on`)
    await lab.until(async () => lab.prisma.task_step.findFirst({ where: { task_id: body.task, name: 'verify_on' } }))
    await lab.api.database.pool.query('update task set lease_until = now() where id = $1', [body.task])
    const other = startWorker({ definitions: taskDefinitions, name: 'other', leaseMs: 3_600_000, beatMs: 50 })
    await lab.until(async () => lab.prisma.task.findFirst({ where: { id: body.task, recoveries: 1 } }))
    s.machine!.on = true
    expect(await lab.ended(body.task)).toMatchObject({ status: 'complete' })
    await other.stop(0)
    expect(log).toEqual([`a${s.n} on`, 'bmc on'])
    expect(await of(s.id)).toMatchObject({ power_status: 'on', power_action: null, power_task: null })
  })

  it('is freed when its task is called off before its turn, and only notes what it sees', async () => {
    const s = await addServer('seen', { feeds: [a], bmc: false })
    const given = { servers: [4711, s.id], action: 'power_off', stagger_seconds: 600 }
    const { body } = await post('/server/power', given)
    expect(await of(s.id)).toMatchObject({ power_action: 'power_off' })
    await lab.api.admin.post(`/vm/v3/task/${body.task}/abort`)
    expect(await lab.ended(body.task)).toMatchObject({ status: 'aborted' })
    expect(await of(s.id)).toMatchObject({ power_action: null, power_task: null, power_status: 'on' })
    expect(log).toEqual([])
    await set(s.n, false, [a])
    expect((await history(s.id)).slice(0, 2)).toMatchObject([
      { action: null, before: 'on', after: 'off', user: null, state: 'complete' },
      { action: 'power_off', before: 'on', after: 'on', state: 'aborted' },
    ])
  })
})

describe('many servers', () => {
  it('have a task each under one number, one after another; who cannot is told why', async () => {
    const ids = []
    for (let n = 0; n < 3; n++) ids.push((await addServer(`many-${n}`, { feeds: [], on: n < 2 })).id)
    const [first = 0, second = 0, off = 0] = ids
    const given = { servers: [second, first, off, 4711], action: 'power_reset', stagger_seconds: 1 }
    await lab.made(post(`/server/${off}`, { is_protected: true }))
    const { status, body } = await post('/server/power', given)
    expect(status).toBe(200)
    expect(body.list).toEqual([
      { server: second, task: body.task },
      { server: first, task: body.task },
      { server: off, refused: 'Server many-2 is protected: take the protection off first', reason: 'protected' },
      { server: 4711, refused: 'Server 4711 does not exist', reason: 'not_found' },
    ])
    const tasks = (await lab.api.admin.get(`/dci/v3/task?where=consul_id EQ ${body.task}`)).body.list
    expect(tasks).toHaveLength(2)
    const again = await post('/server/power', { ...given, servers: [first] })
    expect(again.body.list[0].task).toBe(body.task)
    for (const { id } of tasks) expect(await lab.ended(id)).toMatchObject({ status: 'complete' })
    const rows = await lab.prisma.task.findMany({ where: { consul_id: body.task }, orderBy: { run_at: 'asc' } })
    expect(rows.map((row) => row.registry_id)).toEqual([second, first])
    expect(Number(rows[1]!.run_at) - Number(rows[0]!.run_at)).toBe(1000)
    for (const row of rows) expect(Number(row.started_at)).toBeGreaterThanOrEqual(Number(row.run_at))
    const all = await lab.api.bob.post('/dci/v3/server/power', { ...given, servers: [first] })
    expect(all.body).toEqual({
      list: [{ server: first, refused: `Server ${first} does not exist`, reason: 'not_found' }],
    })
  })

  it('a thousand are one order: a task each in their turns, and each that cannot has its reason', async () => {
    const like = await lab.addServer('like', lab.rack, 38)
    const { rows } = await lab.api.database.pool.query<{ id: number }>(
      `insert into server (name, type, platform_id, location_id, size, power_status, is_protected)
       select 'bulk' || n, type, platform_id, location_id, size, case n % 4 when 0 then 'on' else 'off' end, n % 4 = 1 from server, generate_series(1, 1000) n
        where id = ${like} returning id`,
    )
    const ids = rows.map(({ id }) => id)
    await lab.api.database.pool.query(
      `insert into ipmi (server_id, ip, username, password) select id, '192.0.2.1', 'admin', '' from server where id = any($1::int[])`,
      [ids],
    )
    const actor = { isAdmin: true, account_id: lab.api.admin.id, email: 'admin@example.com' } as never
    const runAt = new Date(Date.now() + 3_600_000)
    const request = { action: 'power_on', runAt, stagger: 2 } as const
    const asked = ids.toReversed()
    const claims = await transaction((work) => claimPowers(work, actor, asked, request))
    const refused = [...claims.values()].filter((one) => one instanceof PanelError)
    expect(refused).toHaveLength(250)
    expect(new Set(refused.map(({ message, value }) => `${value} ${message}`))).toEqual(
      new Set(['on The server is on already']),
    )
    const tasks = await lab.prisma.task.findMany({
      where: { registry_id: { in: ids }, name: 'server_power_on' },
      orderBy: { run_at: 'asc' },
    })
    expect(tasks).toHaveLength(750)
    expect(new Set(tasks.map(({ consul_id }) => consul_id)).size).toBe(1)
    // In the order in which they were asked for, and nobody's turn stays empty.
    expect(tasks.map(({ registry_id }) => registry_id)).toEqual(asked.filter((id) => ids.indexOf(id) % 4 !== 3))
    expect(Number(tasks.at(-1)!.run_at) - Number(tasks[0]!.run_at)).toBe(749 * 2000)
    const again = await post('/server/power', { servers: ids, action: 'power_on' })
    expect(again.status).toBe(200)
    expect(again.body.list.filter((one: { task?: number }) => one.task === tasks[0]!.consul_id)).toHaveLength(750)
    expect(again.body.list.filter((one: { reason?: string }) => one.reason === 'on')).toHaveLength(250)
    const busy = tasks.map(({ registry_id }) => registry_id)
    const off = await post('/server/power', { servers: busy, action: 'power_off' })
    expect(new Set(off.body.list.map((one: { reason: string }) => one.reason))).toEqual(new Set(['busy']))
    expect((await lab.api.admin.get(`/vm/v3/task?where=consul_id EQ ${tasks[0]!.consul_id}&limit=0`)).body.size).toBe(
      750,
    )
  })
})

describe('servers on one PDU', () => {
  it('are switched in its turns, and none waits until another has settled', async () => {
    const servers = []
    for (let n = 0; n < 6; n++) servers.push(await addServer(`row-${n}`, { feeds: [a], on: false }))
    for (const { n } of servers) a.model.outlets[n - 1]!.on = false
    await lab.done(lab.api.admin.post(`${a.path}/poll`))
    // None of them starts: each is watched for long, and the others get their outlets all the same.
    pauses({ verify: 600 })
    log = []
    for (const one of servers) one.move.stuck = true
    const { body } = await post('/server/power', {
      servers: servers.map(({ id }) => id),
      action: 'power_on',
      stagger_seconds: 0,
    })
    await lab.until(async () => log.filter((line) => line.startsWith('a')).length === 6)
    expect(await lab.prisma.task.count({ where: { consul_id: body.task, ended_at: null } })).toBe(6)
    for (const one of servers) one.machine!.on = true
    await lab.until(
      async () => (await lab.prisma.task.count({ where: { consul_id: body.task, ended_at: null } })) === 0,
    )
    expect(await lab.prisma.task.count({ where: { consul_id: body.task, status: 'complete' } })).toBe(6)
  })
})
