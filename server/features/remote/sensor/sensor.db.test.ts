import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Problem } from '../../../domain/problem/record.ts'
import { soon } from '../../../shared/testing/soon.ts'
import { ipmiPollTask } from '../ipmi/poll.ts'
import { pollController } from '../ipmi/poll-controller.ts'
import { remoteFixture } from '../remote-fixture.ts'
import { cleanEvents, cleanInventory, cleanSensors } from './clean.ts'
import { forgetOldSensors, rollUpSensors, sensorHistoryOf } from './history.ts'
import { ipmiClearTask, ipmiLightTask } from './tasks.ts'

let lab: Awaited<ReturnType<typeof remoteFixture>>
beforeAll(async () => {
  lab = await remoteFixture([ipmiPollTask, ipmiClearTask, ipmiLightTask])
})
afterAll(() => lab.close())
const CPU = 1
type Named = { name: string }

const sensorsOf = async (ipmi: number) => (await lab.api.admin.get(`/dci/v3/ipmi/${ipmi}/sensor`)).body
const eventsOf = async (ipmi: number, query = '') =>
  (await lab.api.admin.get(`/dci/v3/ipmi/${ipmi}/event${query}`)).body
const problems = async (name: string): Promise<Problem[]> =>
  (await lab.api.admin.get('/vm/v3/problem')).body.list.filter((one: Problem) => one.name === name)

it('reads sensors with their limits when a controller is added, and leaves those of others to others', async () => {
  const { server, ipmi } = await lab.addControlled('warm', { on: true })
  const { list, read_at, fault } = await sensorsOf(ipmi)
  expect(read_at).toBeTruthy()
  expect(fault).toBeNull()
  expect(list).toHaveLength(6)
  expect(list[0]).toMatchObject({
    name: 'CPU1 Temp',
    value: 45,
    unit: '°C',
    status: 'ok',
    kind: 'Temperature',
    thresholds: { upper_non_critical: 85, upper_critical: 95 },
  })
  expect((await lab.api.admin.get(`/dci/v3/ipmi/${ipmi}`)).body).toMatchObject({ sensor_health: 'ok', temperature: 31 })
  expect((await lab.api.bob.get(`/dci/v3/ipmi/${ipmi}/sensor`)).status).toBe(404)
  await lab.made(lab.api.admin.post(`/dci/v3/server/${server}/owner`, { owner: lab.api.ann.id }))
  expect((await lab.api.ann.get(`/dci/v3/ipmi/${ipmi}/sensor`)).body.list).toHaveLength(6)
  for (const path of ['event', 'inventory', `sensor/${list[0].id}/history`]) {
    expect((await lab.api.ann.get(`/dci/v3/ipmi/${ipmi}/${path}`)).status).toBe(200)
    expect((await lab.api.bob.get(`/dci/v3/ipmi/${ipmi}/${path}`)).status).toBe(404)
  }
})

it('shows a critical sensor where people look, and takes it back', async () => {
  const { server, ipmi, machine } = await lab.addControlled('hot', { on: true })
  machine.setSensor(CPU, 97)
  expect(await pollController(ipmi, soon())).toBe('power')
  expect(await pollController(ipmi, soon(), true)).toBe('tables')
  expect(await problems('hot')).toMatchObject([
    { kind: 'sensor', severity: 'fault', entity: 'server', id: server, cause: 'CPU1 Temp: 97 °C' },
  ])
  const { body } = await lab.api.admin.get(`/dci/v3/rack/${lab.rack}/device`)
  expect(body.list.find((one: Named) => one.name === 'hot')).toMatchObject({
    health: 'fault',
    cause: 'CPU1 Temp: 97 °C',
    temperature: 31,
  })
  const { list } = await eventsOf(ipmi, '?where=severity EQ critical')
  expect(list[0]).toMatchObject({
    sensor: 'CPU1 Temp',
    words: 'Temperature: upper critical, going high',
    asserted: true,
  })

  machine.setSensor(CPU, 50)
  await pollController(ipmi, soon(), true)
  expect(await problems('hot')).toEqual([])
  expect((await eventsOf(ipmi, '?search=no longer')).size).toBeGreaterThan(0)
})

it('reads of a log only what is new, each entry once, whatever the log does', async () => {
  const { ipmi, machine } = await lab.addControlled('log', { on: true })
  machine.addEvent({ sensorType: 0x0c, sensor: 9, eventType: 0x6f, offset: 1 })
  await pollController(ipmi, soon(), true)
  const { list, size } = await eventsOf(ipmi)
  expect(list[0]).toMatchObject({ words: 'Memory: uncorrectable error', severity: 'critical' })
  await pollController(ipmi, soon(), true)
  expect((await eventsOf(ipmi)).size).toBe(size)

  // Only what follows the last known is asked for.
  await lab.prisma.ipmi_event.deleteMany({ where: { ipmi_id: ipmi } })
  await lab.prisma.ipmi_state.update({ where: { ipmi_id: ipmi }, data: { tables_at: null } })
  machine.addEvent({ sensorType: 0x08, sensor: 9, eventType: 0x6f, offset: 1 })
  await pollController(ipmi, soon())
  expect((await eventsOf(ipmi)).list.map(({ words }: { words: string }) => words)).toEqual(['Power supply: failure'])

  // Cleared elsewhere and filled again: numbers mean other entries.
  machine.clearEvents()
  machine.addEvent({ sensorType: 0x0d, sensor: 9, eventType: 0x6f, offset: 1 })
  await pollController(ipmi, soon(), true)
  expect((await eventsOf(ipmi)).size).toBe(2)

  machine.addEvent({ sensorType: 0x29, sensor: 9, eventType: 0x6f, offset: 1 })
  expect(await lab.done(lab.api.admin.post(`/dci/v3/ipmi/${ipmi}/event/clear`, {}))).toMatchObject({
    status: 'complete',
  })
  expect(machine.events).toHaveLength(0)
  expect((await eventsOf(ipmi)).list[0].words).toBe('Battery: failed')
})

it('fills in the hardware of a server, keeps manual entries, and proposes a platform', async () => {
  const { server, ipmi } = await lab.addControlled('made')
  await lab.prisma.server.update({ where: { id: server }, data: { hardware_info: { disks: 'four' } } })
  const base = await lab.prisma.platform.findFirstOrThrow()
  const { id: fits } = await lab.prisma.platform.create({
    data: { ...base, id: undefined, name: 'SIM-SERVER-1U' } as never,
  })
  await lab.done(lab.api.admin.post(`/dci/v3/ipmi/${ipmi}/poll`, {}))
  const { body } = await lab.api.admin.get(`/dci/v3/server/${server}`)
  expect(body).toMatchObject({
    hardware_info: { disks: 'four', controller: { manufacturer: 'Simulated', model: 'SIM-SERVER-1U' } },
    ipmi: { vendor: 'Simulated', model: 'SIM-SERVER-1U' },
  })
  const inventory = async () => (await lab.api.admin.get(`/dci/v3/ipmi/${ipmi}/inventory`)).body
  expect(await inventory()).toMatchObject({
    inventory: { serial: expect.stringMatching(/^SN/), board: { product: 'SIM-BOARD-1', manufactured: '2024-03-01' } },
    platforms: [{ id: fits }],
  })
  await lab.made(lab.api.admin.post(`/dci/v3/server/${server}`, { platform: fits }))
  expect((await inventory()).platforms).toEqual([])
})

it('takes what a controller says for text, bounded in length and number', async () => {
  const hostile = '<img src=x onerror=alert(1)>'
  const { ipmi } = await lab.addControlled('hostile', {
    on: true,
    sensors: [
      {
        ...{
          number: 1,
          name: '\u001b]0;\u0007\u009b<script>',
          type: 0xc0,
          unit: 1,
          m: 511,
          rExponent: 7,
          entity: [7, 1],
          raw: 255,
        },
        thresholds: [null, null, null, null, 1, null],
      },
    ],
    product: { manufacturer: `\u0000\u0085${hostile}`, name: '\u0001'.repeat(60) },
  })
  const { list } = await sensorsOf(ipmi)
  expect(list[0]).toMatchObject({ name: ']0; <script>', status: 'critical', kind: 'Type c0h' })
  const { body: record } = await lab.api.admin.get(`/dci/v3/ipmi/${ipmi}`)
  expect(record).toMatchObject({ vendor: hostile, sensor_health: 'critical' })
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what must not be there
  expect(JSON.stringify([record, list, await eventsOf(ipmi)])).not.toMatch(/[\u0000-\u001f\u007f-\u009f]|\\u00/)

  const many = Array.from({ length: 5_000 }, (_, n) => ({
    ...{
      identity: `${n}\0`,
      name: `\u202e${hostile}\u0007${'x'.repeat(9_999)}`,
      kind: hostile,
      unit: '\u0000°C'.repeat(50),
    },
    value: n === 0 ? Number.NaN : 1e300,
    health: 'ok' as const,
    states: Array(500).fill('\u001b[2J'),
    thresholds: { upper_critical: Number.POSITIVE_INFINITY },
  }))
  const sensors = cleanSensors(many)
  expect(sensors).toHaveLength(256)
  expect(JSON.stringify(sensors)).not.toMatch(/\\u0000|\\u0007|\\u001b|\u202e|Infinity|NaN/)
  expect(sensors[0]).toMatchObject({ identity: '0', value: null, thresholds: {} })
  expect(Math.max(...sensors.map(({ name }) => name.length))).toBeLessThanOrEqual(64)
  const events = cleanEvents(
    Array.from({ length: 9_000 }, (_, id) => ({
      id,
      time: new Date(Number.NaN),
      sensor: '\u0000',
      words: '\ud800'.repeat(9_999),
      asserted: true,
      severity: 'ok' as const,
    })),
  )
  expect(events).toHaveLength(2_000)
  expect(events[0]?.at).toBeNull()
  const text = '\u0000'.repeat(5_000) + hostile
  const inventory = cleanInventory({
    manufacturer: text,
    model: 'x'.repeat(9_999),
    part: text,
    serial: text,
    asset: text,
    board: { manufacturer: text, product: text, part: text, serial: text, manufactured: new Date(Number.NaN) },
    chassis: { part: text, serial: text },
  })
  expect(inventory.model).toHaveLength(100)
  expect(JSON.stringify(inventory)).not.toContain('\\u0000')
})

it('keeps a past of values that is the same at every level', async () => {
  const { ipmi, machine } = await lab.addControlled('past', { on: true })
  const [cpu] = (await sensorsOf(ipmi)).list
  const { pool } = lab.api.database
  await pool.query('delete from sensor_history')
  const hour = Math.floor(Date.now() / 3_600_000) * 3_600 - 3 * 3_600
  for (let n = 0; n < 12; n++)
    await pool.query(
      `insert into sensor_history (ipmi_id, level, at, sensors, means, counts, lows, highs) values ($1, 300, to_timestamp($2), $3, $4, '{}', '{}', '{}')`,
      [ipmi, hour + n * 300, [cpu.id], [40 + n]],
    )
  machine.setSensor(CPU, 60)
  await pollController(ipmi, soon(), true)
  const asked = { from: hour - 3_600, to: hour + 4 * 3_600, step: 3_600 }
  const point = async () => (await sensorHistoryOf(ipmi, cpu.id, asked)).list.find(({ time }) => time === hour)
  const before = await point()
  expect(before).toEqual({ time: hour, mean: 45.5, low: 40, high: 51 })
  await rollUpSensors(soon())
  await rollUpSensors(soon())
  const levels = await lab.prisma.sensor_history.groupBy({ by: ['level'], where: { ipmi_id: ipmi }, _count: true })
  expect(levels.map(({ level, _count }) => [level, _count])).toContainEqual([3_600, 1])
  expect(await point()).toEqual(before)
  const { body } = await lab.api.admin.get(`/dci/v3/ipmi/${ipmi}/sensor/${cpu.id}/history`)
  expect(body).toMatchObject({ step: 300 })
  // The newest value, wherever the clock stands: a slot may have begun since the controller was asked.
  expect(body.list.findLast(({ mean }: { mean: number | null }) => mean !== null)).toMatchObject({ mean: 60 })
  expect(body.list[0].mean).toBeNull()
  await pool.query(
    `update sensor_history set at = at - interval '50 days' where level = 300 and at < to_timestamp($1)`,
    [hour + 3_600],
  )
  await forgetOldSensors(soon())
  expect(await lab.prisma.sensor_history.count({ where: { ipmi_id: ipmi, level: 300 } })).toBe(1)
  expect((await lab.api.admin.get(`/dci/v3/ipmi/${ipmi}/sensor/9999/history`)).status).toBe(404)
})

it('switches the locator LED on, and rejects an invalid time', async () => {
  const { ipmi, machine } = await lab.addControlled('lit')
  await lab.done(lab.api.admin.post(`/dci/v3/ipmi/${ipmi}/identify`, { seconds: 30 }))
  expect(machine.identify).toBe(30)
  await lab.refused(lab.api.admin.post(`/dci/v3/ipmi/${ipmi}/identify`, { seconds: 256 }), 400)
})

it('notes what a controller does not have and asks for the rest', async () => {
  const { server, ipmi, machine } = await lab.addControlled('bare', { on: true })
  Object.assign(machine, { records: [Buffer.alloc(3)] })
  await pollController(ipmi, soon(), true)
  const { fault } = await sensorsOf(ipmi)
  expect(fault).toMatch(/127\.0\.0\.1/)
  expect((await lab.api.admin.get(`/dci/v3/ipmi/${ipmi}`)).body).toMatchObject({ status: 'ok', power_status: 'on' })
  await lab.made(lab.api.admin.post(`/dci/v3/server/${server}/owner`, { owner: lab.api.ann.id }))
  expect((await lab.api.ann.get(`/dci/v3/ipmi/${ipmi}/sensor`)).body.fault).toBe('')
})
