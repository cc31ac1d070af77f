import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { testCluster } from '../../../../e2e/support/dummy-cluster.ts'

let t: Awaited<ReturnType<typeof testCluster>>
beforeAll(async () => {
  t = await testCluster()
})
afterAll(() => t.close())

it('counts what there is, keeps it with its task, and sends it nowhere', async () => {
  await t.done(await t.create({ name: 'counted', cpu_number: 2, ram_mib: 1024 }))
  const sent = vi.spyOn(globalThis, 'fetch')
  const answer = await t.admin.post('/vm/v3/metrics/sendreport')
  expect(answer.status).toBe(200)
  await t.done(answer)
  const { output } = (await t.admin.get(`/vm/v3/task/${answer.body.id}`)).body
  expect(output).toMatchObject({
    sent_to: null,
    clusters: { dummy: 1 },
    nodes: { by_state: { active: 2 } },
    hosts: { by_state: { active: 1 }, by_os_group: { linux: 1 }, cpu_number: 2, ram_mib: 1024 },
    addresses: { ipv4: 1, ipv6: 0 },
    accounts: { active: 3 },
  })
  expect(JSON.stringify(output)).not.toMatch(/counted|10\.1\.|@/)
  expect(sent).not.toHaveBeenCalled()
  sent.mockRestore()
})

it('is made once at a time, and for administrators', async () => {
  expect((await t.ann.post('/vm/v3/metrics/sendreport')).status).toBe(403)
  await t.stopWorker()
  const [one, two] = [await t.admin.post('/vm/v3/metrics/sendreport'), await t.admin.post('/vm/v3/metrics/sendreport')]
  expect(two.body).toEqual(one.body)
  t.startWorker()
  await t.done(one)
})
