import { afterEach, describe, expect, it, vi } from 'vitest'
import { soon } from '../../shared/testing/soon.ts'
import { testInventory, testPeer } from '../../simulation/peers/ipmi/testing.ts'
import { chassisControl, chassisStatus, setBootFlags } from './commands/chassis.ts'
import { deviceId } from './commands/device.ts'
import { readFru } from './commands/fru.ts'
import { lanParameters } from './commands/lan.ts'
import { clearSel, readSel, selInfo } from './commands/sel.ts'
import { selText } from './commands/sensor-names.ts'
import { listSensors, readSensor } from './commands/sensors.ts'
import { listUsers, setUserEnabled, setUserName, setUserPassword, setUserPrivilege } from './commands/users.ts'
import { openSession } from './open.ts'

vi.setConfig({ testTimeout: 30_000 })
const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})
const started: typeof testPeer = async (...options) => {
  const made = await testPeer(...options)
  closers.push(made.close)
  return made
}

describe('opening a session', () => {
  it.each([3, 15, 16, 17])('works with cipher suite %i', async (suite) => {
    const { target, machine } = await started({ suites: [suite] })
    const session = await openSession(target({ suites: [suite] }), soon())
    expect(session.suite).toBe(suite)
    expect(session.guid).toEqual(machine.guid)
    expect(await deviceId(session, soon())).toMatchObject({
      firmware: '1.45',
      ipmiVersion: '2.0',
      manufacturer: 10_876,
    })
    await session.close()
  })

  it('takes the best suite both support, announced or not', async () => {
    for (const tellsSuites of [true, false]) {
      const both = await started({ suites: [3, 17], tellsSuites })
      const one = await started({ suites: [3], tellsSuites })
      const best = await openSession(both.target(), soon())
      const other = await openSession(one.target(), soon())
      expect([best.suite, other.suite]).toEqual([17, 3])
      await best.close()
      await other.close()
    }
  })

  it('asks which suites there are only when it has a choice, or when silence needs a reason', async () => {
    const question = Buffer.from([0x0e, 0x00, 0x80])
    let asked = 0
    const { target } = await started({
      suites: [3],
      incoming: (packet) => {
        if (packet.includes(question)) asked++
        // Sent to open a session with suite 17, whose algorithms it does not know.
        return !(packet[5] === 0x10 && packet[28] === 3)
      },
    })
    await (await openSession(target({ suites: [3] }), soon())).close()
    expect(asked).toBe(0)
    await (await openSession(target(), soon())).close()
    expect(asked).toBe(1)
    const silent = openSession(target({ suites: [17], patience: [20, 40] }), soon())
    await expect(silent).rejects.toMatchObject({ kind: 'cipher', message: /offers 3/ })
  })

  it.each([
    ['password', { password: 'wrong' }, 'password'],
    ['user', { username: 'nobody' }, 'user'],
    ['long name', { username: 'n'.repeat(17) }, 'user'],
    ['long password', { password: 'p'.repeat(21) }, 'password'],
    ['suite', { suites: [16] }, 'cipher'],
    ['identity', { guid: Buffer.alloc(16) }, 'identity'],
    ['channel key', { channelKey: Buffer.alloc(20, 7) }, 'password'],
  ])('tells a wrong %s', async (_what, more, kind) => {
    const { target } = await started()
    await expect(openSession(target(more), soon())).rejects.toMatchObject({ name: 'IpmiError', kind })
  })

  it('never takes suite 0 and none that send readable packets unless they are named', async () => {
    const { target } = await started({ suites: [15, 16] })
    await expect(openSession(target(), soon())).rejects.toMatchObject({ kind: 'cipher', message: /offers 15, 16/ })
    await expect(openSession(target({ suites: [0] }), soon())).rejects.toMatchObject({ kind: 'cipher' })
  })

  it('distinguishes silence from a closed port, and stops when aborted', async () => {
    const silent = await started({ incoming: () => false })
    const quick = silent.target({ patience: [20, 20] })
    await expect(openSession(quick, soon())).rejects.toMatchObject({ kind: 'timeout' })
    await expect(openSession(silent.target(), AbortSignal.timeout(50))).rejects.toMatchObject({ name: 'TimeoutError' })
    const gone = await testPeer()
    const closed = gone.target()
    await gone.close()
    await expect(openSession(closed, soon())).rejects.toMatchObject({ kind: 'unreachable' })
  })

  it('takes the privilege the user may have, and says when it does not suffice', async () => {
    const { client, machine } = await started()
    const viewer = client({ username: 'viewer', password: 'view-secret' })
    expect(await viewer.use((on) => chassisStatus(on, soon()), soon())).toMatchObject({ powerOn: false })
    const attempt = viewer.use((on) => chassisControl(on, 'on', soon()), soon())
    await expect(attempt).rejects.toMatchObject({ kind: 'privilege' })
    expect(machine.on).toBe(false)
  })

  it('says when no session is free', async () => {
    const { target } = await started({ maxSessions: 1 })
    const first = await openSession(target(), soon())
    await expect(openSession(target(), soon())).rejects.toMatchObject({ kind: 'busy' })
    await first.close()
    await (await openSession(target(), soon())).close()
  })
})

describe('commands', () => {
  it('read and switch a server', async () => {
    const { client, machine } = await started()
    await client().use(async (on) => {
      await chassisControl(on, 'on', soon())
      expect(await chassisStatus(on, soon())).toMatchObject({ powerOn: true, identify: 'off' })
      await setBootFlags(on, { device: 'pxe', persistent: true, efi: true }, soon())
      expect(machine.boot).toEqual({ device: 'pxe', persistent: true, efi: true })
      const fru = await readFru(on, soon())
      expect(fru).toMatchObject({ ...testInventory, chassis: { part: 'CH-1' } })
      expect(await readFru(on, soon(), 9)).toBeNull()
      expect(await lanParameters(on, soon())).toMatchObject({ mac: '02:00:00:00:00:01', source: 'static', vlan: null })
    }, soon())
  })

  it('read sensors with units and thresholds', async () => {
    const { client, machine } = await started()
    machine.setPower(true)
    machine.setSensor(1, 96)
    await client().use(async (on) => {
      const records = await listSensors(on, soon())
      const readings = []
      for (const record of records) readings.push(await readSensor(on, record, soon()))
      expect(readings.map(({ record, value }) => [record.name, value, record.unit])).toEqual([
        ['CPU1 Temp', 96, '°C'],
        ['System Temp', 31, '°C'],
        ['FAN1', 5_400, 'rpm'],
        ['FAN2', 5_300, 'rpm'],
        ['12V', 12.033, 'V'],
        ['PSU1 Power', 148, 'W'],
      ])
      expect(readings[0]).toMatchObject({ states: 0b011_000, thresholds: { upper_critical: 95 } })
      expect(readings[0]!.thresholds).not.toHaveProperty('lower_critical')
      machine.setPower(false)
      expect(await readSensor(on, records[2]!, soon())).toMatchObject({ available: false, value: null })
    }, soon())
  })

  it('read, follow and clear the event log', async () => {
    const { client, machine } = await started()
    machine.setSensor(1, 96)
    await client().use(async (on) => {
      const entries = await readSel(on, soon())
      expect(entries.map(selText)).toEqual([
        'Temperature: upper non-critical, going high',
        'Temperature: upper critical, going high',
      ])
      machine.setSensor(1, 90)
      const [next, ...more] = await readSel(on, soon(), entries.at(-1)!.id)
      expect(more).toEqual([])
      expect(selText(next!)).toBe('Temperature: upper critical, going high (no longer)')
      expect(await selInfo(on, soon())).toMatchObject({ entries: 3, overflow: false })
      await clearSel(on, soon())
      machine.setPower(true)
      expect(await readSel(on, soon(), next!.id)).toHaveLength(1)
    }, soon())
  })

  it('manage users', async () => {
    const { client, target } = await started()
    await client().use(async (on) => {
      await setUserName(on, 4, 'guest', soon())
      await setUserPassword(on, 4, 'a password of twenty', soon())
      await setUserPrivilege(on, 4, 3, soon())
      expect((await listUsers(on, soon()))[3]).toMatchObject({ id: 4, name: 'guest', privilege: 3, enabled: true })
    }, soon())
    const guest = target({ username: 'guest', password: 'a password of twenty' })
    await (await openSession(guest, soon())).close()
    await client().use((on) => setUserEnabled(on, 4, false, soon()), soon())
    await expect(openSession(guest, soon())).rejects.toMatchObject({ kind: 'user' })
  })
})

describe('a bad network', () => {
  it('loses, repeats and reorders packets without harm', async () => {
    let count = 0
    let held: Buffer[] = []
    const switched: boolean[] = []
    const { client } = await started(
      {
        incoming: () => ++count % 4 !== 0,
        outgoing: (packet) => {
          if (++count % 5 === 0) {
            held.push(packet)
            return []
          }
          const old = held
          held = []
          return [packet, packet, ...old]
        },
      },
      { onPower: (on) => switched.push(on) },
    )
    await client({ patience: [20, 40, 80, 160, 320, 640, 1_280] }).use(async (on) => {
      for (let i = 0; i < 10; i++) {
        await chassisControl(on, 'on', soon())
        expect(await chassisStatus(on, soon())).toMatchObject({ powerOn: true })
        await chassisControl(on, 'cycle', soon())
      }
    }, soon())
    // A request that came twice was done once.
    expect(switched).toEqual([true, ...Array.from({ length: 20 }, (_, i) => i % 2 === 1)])
  })

  it('opens another session when the controller forgot the one at rest', async () => {
    const { client, peer } = await started()
    const one = client({ patience: [50, 50] }, { doubtMs: 0 })
    await one.use((on) => deviceId(on, soon()), soon())
    expect(peer.sessions).toBe(1)
    peer.forgetSessions()
    expect(await one.use((on) => chassisStatus(on, soon()), soon())).toMatchObject({ powerOn: false })
    await one.close()
    expect(peer.sessions).toBe(0)
  })

  it('never repeats a request on another session', async () => {
    let deaf = false
    const { client, machine } = await started({ outgoing: (packet) => (deaf ? [] : [packet]) })
    machine.setPower(true)
    const switched = machine.events.length
    const one = client({ patience: [20, 40] })
    await one.use((on) => deviceId(on, soon()), soon())
    deaf = true
    await expect(one.use((on) => chassisControl(on, 'cycle', soon()), soon())).rejects.toMatchObject({
      kind: 'timeout',
    })
    deaf = false
    expect(await one.use((on) => chassisStatus(on, soon()), soon())).toMatchObject({ powerOn: true })
    expect(machine.events.length - switched).toBe(2)
  })

  it('shares one session among many requests', async () => {
    const { client, peer } = await started()
    const one = client()
    const answers = Array.from({ length: 20 }, () => one.use((on) => chassisStatus(on, soon()), soon()))
    expect(await Promise.all(answers)).toHaveLength(20)
    expect(peer.sessions).toBe(1)
  })
})
