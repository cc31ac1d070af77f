import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { taskDefinitions } from '../../../task-definitions.ts'
import { type DeviceFixture, deviceFixture } from '../device-fixture.ts'

let dc: DeviceFixture
beforeAll(async () => {
  dc = await deviceFixture(taskDefinitions)
})
afterAll(() => dc.close())

const who = () => ({ user_id: dc.api.ann.id, user_email: dc.api.ann.email })
const wayIn = { ip: '127.0.0.1', ssh_port: 1, username: 'root' }
const setUp = (more: object = {}) => dc.api.admin.post('/dci/v3/setup', { ...wayIn, ...who(), ...more })

describe('setting up the panel', () => {
  it('is refused once there is a location, and for people that are not there', async () => {
    expect(await dc.refused(setUp(), 409)).toBe(
      'The panel is set up already, with the location Frankfurt: change it, or add another one',
    )
    await dc.prisma.location.deleteMany()
    expect(await dc.refused(setUp({ user_id: 999 }), 400)).toBe('User 999 does not exist')
    expect(await dc.refused(setUp({ user_email: 'x@example.com' }), 400)).toMatch(/another e-mail/)
    const box = (is_box: boolean) => dc.api.admin.post('/dci/v3/box_setup', { is_box, ...who() })
    expect(await dc.refused(box(false), 400)).toMatch(/POST \/setup/)
    const { body } = await box(true)
    expect(body).toEqual({ task: expect.any(Number) })
    expect((await dc.api.admin.get('/dci/v3/info')).body.location).toMatchObject({
      ssh_address: '127.0.0.1',
      ssh_port: 22,
      ssh_user: 'root',
      status: 'created',
    })
    await dc.prisma.task.deleteMany()
    await dc.prisma.location.deleteMany()
  })

  it('creates one location for concurrent calls, and checks its control host', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => setUp()))
    const [made, ...more] = answers.filter(({ status }) => status === 200)
    expect([more.length, await dc.prisma.location.count()]).toEqual([0, 1])
    // A closed port.
    const task = await dc.ended(made!.body.task)
    expect(task).toMatchObject({ name: 'location_check', outcome: 'failed', account_id: dc.api.ann.id })
    expect((await dc.api.admin.get('/dci/v3/info')).body.location).toMatchObject({
      status: 'check_failed',
      ssh_port: 1,
    })
    expect((await dc.api.ann.get('/dci/v3/info')).body).toEqual({ location: { status: 'check_failed' } })
  })
})

it('counts devices anew for the licence', async () => {
  const { output } = await dc.done(dc.api.admin.post('/dci/v3/license/update', {}))
  expect(output).toEqual({ total_devices: 0, device_limit: -1, device_limit_exceeded: false })
})

it('says how the panel is brought up to date', async () => {
  expect(await dc.refused(dc.api.admin.post('/dci/v3/update', {}), 400)).toContain('npm run up')
})
