import { afterAll, beforeAll, expect, it } from 'vitest'
import { testApi } from '../../../../e2e/support/api.ts'
import { quotaStage } from '../../../../e2e/support/quota-race.ts'

let api: Awaited<ReturnType<typeof testApi>>
let stage: Awaited<ReturnType<typeof quotaStage>>
beforeAll(async () => {
  api = await testApi()
  stage = await quotaStage()
})
afterAll(() => api.close())

const set = (body: object) => api.admin.post(`/vm/v3/cluster/${stage.cluster}`, body)
let number = 0
async function created(who: { post: typeof api.ann.post }, domain?: string) {
  const name = `vm-${++number}`
  const { status, body } = await who.post('/vm/v3/host', { ...stage.body, name, ...(domain && { domain }) })
  if (status !== 200) return body.error
  return (await api.admin.get(`/vm/v3/host/${body.id}`)).body.domain
}
const error = { code: 3001, msg: expect.stringContaining('Only administrators can change domains in this cluster') }

it('a template decides the domain of a new VM, unless the cluster lets owners change it', async () => {
  expect(await created(api.ann, 'own.example.org')).toBe('own.example.org')
  await set({ domain_template: '{name}.example.com' })
  expect(await created(api.ann)).toBe(`vm-${number}.example.com`)
  expect(await created(api.ann, 'own.example.org')).toMatchObject({ ...error, value: 'domain' })
  expect(await created(api.ann, `vm-${number + 1}.example.com`)).toBe(`vm-${number}.example.com`)
  expect(await created(api.admin, 'own.example.org')).toBe('own.example.org')
  await set({ domain_change_allowed: true })
  expect(await created(api.ann, 'own.example.org')).toBe('own.example.org')
  await set({ domain_change_allowed: false })
})

it('owners change the domains of addresses of their VMs only where the cluster allows it', async () => {
  const { prisma } = api.database
  const host = await prisma.host.findFirstOrThrow({ where: { account_id: api.ann.id } })
  const address = { ip_addr: '192.0.2.9', family: 2, mask: '255.255.255.0', state: 'ok', domain: 'a.example.com' }
  const { id } = await prisma.ip.create({ data: { ...address, host_id: host.id, account_id: api.ann.id } })
  const edit = (who: typeof api.ann, domain: string) => who.post(`/vm/v3/ip/${id}`, { values: { domain } })
  expect(await edit(api.ann, 'b.example.com')).toMatchObject({
    status: 403,
    body: { error: { ...error, value: 'values.domain' } },
  })
  expect((await edit(api.ann, 'a.example.com')).status).toBe(200)
  expect((await edit(api.admin, 'b.example.com')).status).toBe(200)
  await set({ domain_change_allowed: true })
  expect((await edit(api.ann, 'c.example.com')).status).toBe(200)
})
