import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { currentLab, nodeDown, nodeUp } from '../../../../e2e/lab/api.ts'
import { until } from '../../../../e2e/support/slice.ts'
import { startWorkerRole } from '../../../worker.ts'
import { datacenterFixture } from '../fixture.ts'

const lab = currentLab()
const host = lab.nodes[0] as (typeof lab.nodes)[number]
let dc: Awaited<ReturnType<typeof datacenterFixture>>
let stopWorker: () => Promise<void>
beforeAll(async () => {
  dc = await datacenterFixture()
  stopWorker = await startWorkerRole()
})
afterAll(async () => {
  await stopWorker()
  await dc.close()
})

const add = (name: string, over: object = {}) =>
  dc.made(
    dc.api.admin.post('/dci/v3/location', {
      name,
      ssh_address: host.address,
      ssh_port: 22,
      ssh_user: 'root',
      password: host.password,
      ...over,
    }),
  )

/** The location once its check has ended. */
async function checked(id: number) {
  // Its own check, which a new or changed location has, comes first.
  await until(
    'the end of its own check',
    async () => (await dc.api.database.prisma.task.count({ where: { registry_id: id, ended_at: null } })) === 0,
  )
  const { status, body } = await dc.api.admin.post(`/dci/v3/location/${id}/check`)
  expect(status).toBe(200)
  await until('the end of the check', async () => {
    const { rows } = await dc.api.database.pool.query<{ status: string }>(
      'select status from task where consul_id = $1',
      [body.task],
    )
    return ['complete', 'failed'].includes(rows[0]?.status ?? '')
  })
  return (await dc.api.admin.get(`/dci/v3/location/${id}`)).body
}

describe('the check of a location', () => {
  it('pins the key and reads addresses and interfaces', async () => {
    const id = await add('Good')
    const found = await checked(id)
    expect(found).toMatchObject({ status: 'need_setup', fault: null, checked_at: expect.any(String) })
    expect(found.setup_info.addresses).toContain(host.address)
    expect(found.setup_info.interfaces.length).toBeGreaterThan(0)
    const row = await dc.api.database.prisma.location.findUniqueOrThrow({ where: { id } })
    expect(row.host_key).toMatch(/^SHA256:/)
    const { rows } = await dc.api.database.pool.query('select * from task')
    expect(JSON.stringify(rows)).not.toContain(host.password)
  })

  it('says when the password is wrong, and is mended by the right one', async () => {
    const id = await add('Typo', { password: 'not-this-one' })
    expect(await checked(id)).toMatchObject({
      status: 'check_failed',
      fault: expect.stringContaining('rejected the sign-in'),
    })
    await dc.made(dc.api.admin.post(`/dci/v3/location/${id}`, { password: host.password }))
    expect(await checked(id)).toMatchObject({ status: 'need_setup', fault: null })
  })

  it('says when another host answers, and takes its key once the address was named again', async () => {
    const id = await add('Swapped')
    await checked(id)
    const other = 'SHA256:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
    await dc.api.database.prisma.location.update({ where: { id }, data: { host_key: other } })
    expect(await checked(id)).toMatchObject({
      status: 'check_failed',
      fault: expect.stringContaining('key of the control host changed'),
    })
    await dc.made(dc.api.admin.post(`/dci/v3/location/${id}`, { ssh_address: host.address }))
    expect(await checked(id)).toMatchObject({ status: 'need_setup' })
  })

  it('reports a closed port', async () => {
    const id = await add('Silent', { ssh_port: 2222 })
    expect(await checked(id)).toMatchObject({
      status: 'check_failed',
      fault: expect.stringContaining('control host does not answer'),
    })
    await dc.made(dc.api.admin.post(`/dci/v3/location/${id}`, { ssh_port: 22 }))
    await nodeDown(lab, 1, 'sshd')
    try {
      expect((await checked(id)).status).toBe('check_failed')
    } finally {
      await nodeUp(lab, 1)
    }
  })
})
