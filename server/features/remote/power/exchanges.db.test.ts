import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { a, addServer, b, calm, lab, pauses, post, startPower } from './power-fixture.ts'

// How much the devices of a server are asked for one thing that people want of it.

let server: Awaited<ReturnType<typeof addServer>>
beforeAll(async () => {
  await startPower()
  server = await addServer('measured')
})
beforeEach(calm)
afterAll(() => lab.close())

/** Sessions with the controller and requests in them; requests to both PDUs, and tables that were walked by them. */
async function asked(action: string, body: object = {}) {
  const counted = () => [
    server.peer!.opened,
    server.peer!.requests,
    a.agent.requests + b.agent.requests,
    a.agent.tables + b.agent.tables,
  ]
  const before = counted()
  expect(await lab.done(post(`${server.path}/${action}`, body))).toMatchObject({ status: 'complete' })
  return counted().map((number, n) => number - (before[n] ?? 0))
}

it('what is asked of a controller and two PDUs for one server', async () => {
  expect({
    shutdown: await asked('shutdown'),
    power_on: await asked('power_on'),
    power_off: await asked('power_off'),
    power_on_with_outlets: await asked('power_on'),
    power_reset: await asked('power_reset'),
    power_cycle: await asked('power_cycle'),
    restart: await asked('restart'),
    boot_device: await asked('boot_device', { device: 'pxe', restart: true }),
  }).toEqual({
    shutdown: [2, 6, 0, 0],
    power_on: [1, 5, 3, 0],
    power_off: [1, 5, 8, 0],
    power_on_with_outlets: [2, 8, 8, 0],
    power_reset: [3, 9, 0, 0],
    power_cycle: [3, 9, 0, 0],
    restart: [3, 11, 0, 0],
    boot_device: [4, 15, 0, 0],
  })
})

it('waits for a server that takes its time over one session', async () => {
  pauses({ verify: 60 })
  const { machine } = server
  const set = machine!.setPower
  machine!.setPower = (power) => void setTimeout(() => set(power), 700)
  const [sessions] = await asked('power_off')
  machine!.setPower = set
  expect(sessions).toBe(1)
})
