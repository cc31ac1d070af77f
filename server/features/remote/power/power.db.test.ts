import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { transaction } from '../../../db/transaction.ts'
import { storePower } from '../ipmi/store.ts'
import {
  a,
  addServer,
  b,
  calm,
  history,
  lab,
  log,
  of,
  outletState,
  pauses,
  port,
  post,
  set,
  startPower,
} from './power-fixture.ts'
import { open, trouble, troublePdus } from './troubled-pdus.ts'

troublePdus()
beforeAll(startPower)
beforeEach(calm)
afterAll(async () => {
  vi.restoreAllMocks()
  await lab.close()
})

describe('a server with two power inputs and a controller', () => {
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
    expect(await lab.refused(post(`${s.path}/power_on`), 409)).toBe('The server is already on')
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
    expect(await lab.refused(post(`${s.path}/power_off`), 409)).toBe('The server is already off')
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
    // It cannot be started for certain: the outlets are on, but whether it runs is unknown.
    pauses({ controller: 0.1 })
    const on = await lab.done(post(`${s.path}/power_on`))
    expect(on).toMatchObject({ status: 'failed', error_code: 'device_unreachable' })
    expect(on.error).not.toContain('127.0.0.1')
    expect(await of(s.id)).toMatchObject({ power_status: 'unknown', power_action: null, ipmi: { status: 'fail' } })
    // A restart takes the way that is left.
    log.length = 0
    expect(await lab.done(post(`${s.path}/power_reset`))).toMatchObject({ status: 'failed' })
    expect(log).toEqual([`a${s.n} off`, `b${s.n} off`, `a${s.n} on`, `b${s.n} on`])
  })

  it('with a dead PDU does what can be done, says which failed and makes nothing up', async () => {
    const s = await addServer('half')
    trouble.silent.add(port(b))
    const off = await lab.done(post(`${s.path}/power_off`))
    expect(off).toMatchObject({ status: 'failed', error_code: 'device_unreachable' })
    expect(off.error).toBe(
      `The server is off, but not all of its power inputs. Outlet ${s.n} of PDU ${b.id} could not be turned off: The PDU does not answer over SNMP`,
    )
    expect(log).toEqual(['bmc off', `a${s.n} off`])
    expect([await outletState(a, s.n), await outletState(b, s.n)]).toEqual(['down', 'unknown'])
    expect((await of(s.id)).power_status).toBe('off')
    expect((await history(s.id))[0]).toMatchObject({ state: 'failed', after: 'off', fault: off.error })
    trouble.silent.clear()
    trouble.stuck.add(`${port(a)}:${s.n}`)
    const on = await lab.done(post(`${s.path}/power_on`))
    expect(on).toMatchObject({ status: 'failed', error_code: 'device_rejected' })
    expect(on.error).toContain('The server is on, but not all of its power inputs. Outlet')
    expect([await outletState(a, s.n), await outletState(b, s.n)]).toEqual(['down', 'up'])
    expect((await of(s.id)).power_status).toBe('on')
  })

  it('that does not follow the command of its controller is not taken for done', async () => {
    const s = await addServer('stubborn', { powerInputs: [] })
    s.move.stuck = true
    const off = await lab.done(post(`${s.path}/power_off`))
    expect(off).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/accepted the command but the server is not off/),
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
    for (const asks of ['shutdown', 'restart'])
      expect(await lab.refused(post(`${s.path}/${asks}`), 409)).toMatch(/no management controller/)
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

  it('and without an outlet cannot be switched', async () => {
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
    const s = await addServer('hung', { powerInputs: [] })
    s.move.stuck = true
    const left = await post(`${s.path}/shutdown`, { timeout_seconds: 1 })
    const pulled = await addServer('hung-too', { powerInputs: [] })
    pulled.move.stuck = true
    const other = await post(`${pulled.path}/shutdown`, { timeout_seconds: 1, pull: true })
    await lab.until(async () => log.length === 2)
    pulled.move.stuck = true
    const set = pulled.machine!.setPower
    // The second command does not wait for the system.
    pulled.machine!.setPower = (power) => {
      pulled.move.stuck = false
      set(power)
    }
    expect(await lab.ended(left.body.task)).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/did not shut down within 1 seconds and is still running/),
    })
    expect(await lab.ended(other.body.task)).toMatchObject({ status: 'complete', output: { pulled: true } })
    expect((await of(s.id)).power_status).toBe('on')
    expect((await of(pulled.id)).power_status).toBe('off')
  })

  it('that is asked to restart shuts down and is started again; its outlets stay on', async () => {
    const s = await addServer('again')
    const { status, body } = await post(`${s.path}/restart`)
    expect(status).toBe(200)
    expect(await of(s.id)).toMatchObject({ power_action: 'restart', power_task: body.task })
    expect(await lab.ended(body.task)).toMatchObject({ status: 'complete', output: { pulled: false } })
    expect(log).toEqual(['bmc off', 'bmc on'])
    expect(await of(s.id)).toMatchObject({ power_status: 'on', power_action: null })
    expect((await history(s.id))[0]).toMatchObject({ action: 'restart', before: 'on', after: 'on', state: 'complete' })
    await lab.done(post(`${s.path}/power_off`))
    expect(await lab.refused(post(`${s.path}/restart`), 409)).toBe('The server is off: start it instead')
  })

  it('that does not go down on a restart is left running, nothing is forced, and the task says so', async () => {
    const s = await addServer('stays', { powerInputs: [] })
    s.move.stuck = true
    const { body } = await post(`${s.path}/restart`, { timeout_seconds: 1 })
    expect(await lab.ended(body.task)).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/did not shut down within 1 seconds and is still running. Force it off/),
    })
    expect(log).toEqual(['bmc off'])
    expect(await of(s.id)).toMatchObject({ power_status: 'on', power_action: null })
  })

  it('that went down and does not come back leaves a task that says that it is off', async () => {
    const s = await addServer('down', { powerInputs: [] })
    const set = s.machine!.setPower
    s.machine!.setPower = (power) => {
      if (!power) set(power)
    }
    const task = await lab.done(post(`${s.path}/restart`))
    expect(task).toMatchObject({ status: 'failed' })
    expect(task.error).toBe(
      'The system shut down, but the server was not started again. The controller accepted the command but the server is not on',
    )
    expect(await of(s.id)).toMatchObject({ power_status: 'off', power_action: null })
  })

  it('boots from the configured device, once or always, and at once on request', async () => {
    const s = await addServer('boot', { powerInputs: [] })
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

describe('servers on one PDU', () => {
  it('are switched in its turns, and none waits until another has settled', async () => {
    const servers = []
    for (let n = 0; n < 6; n++) servers.push(await addServer(`row-${n}`, { powerInputs: [a], on: false }))
    for (const { n } of servers) a.model.outlets[n - 1]!.on = false
    await lab.done(lab.api.admin.post(`${a.path}/poll`))
    // None of them starts: each is watched for long, and the others get their outlets all the same.
    pauses({ verify: 600 })
    log.length = 0
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
    // One at a time with each of them, in all that happened here.
    expect(open.most).toBe(1)
  })
})
