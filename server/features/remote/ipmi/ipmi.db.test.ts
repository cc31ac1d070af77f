import { afterAll, beforeAll, expect, it } from 'vitest'
import { soon } from '../../../shared/testing/soon.ts'
import { simulatedBmc } from '../../../simulation/devices/bmc/bmc.ts'
import { remoteFixture } from '../remote-fixture.ts'
import { ipmiPollTask } from './poll.ts'
import { pollController } from './poll-controller.ts'

let lab: Awaited<ReturnType<typeof remoteFixture>>
beforeAll(async () => {
  lab = await remoteFixture([ipmiPollTask])
})
afterAll(() => lab.close())

it('asks a new controller at once, pins who it is and knows that its server is on', async () => {
  const { server, ipmi } = await lab.addControlled('on-1', { on: true })
  const { body } = await lab.api.admin.get(`/dci/v3/ipmi/${ipmi}`)
  expect(body).toMatchObject({ server, type: 'ipmi', status: 'ok', power_status: 'on', username: 'admin' })
  expect(body.identity).toMatch(/^[0-9a-f]{32}$/)
  expect(JSON.stringify(body)).not.toContain('secret-of-bmc')
  expect((await lab.api.admin.get(`/dci/v3/server/${server}`)).body).toMatchObject({
    power_status: 'on',
    ipmi: { id: ipmi, power_status: 'on' },
  })
})

it('tells a user nothing of the way to the controller, and nothing at all of others', async () => {
  const { server } = await lab.addControlled('owned')
  await lab.made(lab.api.admin.post(`/dci/v3/server/${server}/owner`, { owner: lab.api.ann.id }))
  const { body } = await lab.api.ann.get(`/dci/v3/server/${server}/ipmi`)
  expect(body).toMatchObject({ server, power_status: 'off', status: 'ok' })
  for (const field of ['ip', 'port', 'username', 'identity', 'mac']) expect(body).not.toHaveProperty(field)
  const own = (await lab.api.ann.get('/dci/v3/server')).body.list[0].ipmi
  for (const field of ['ip', 'username', 'mac', 'status_info']) expect(own).not.toHaveProperty(field)
  const { list } = (await lab.api.admin.get(`/dci/v3/server?where=id EQ ${server}`)).body
  expect(list[0].ipmi).toMatchObject({ ip: '127.0.0.1', username: 'admin', mac: '', status_info: {} })
  expect((await lab.api.ann.get("/dci/v3/server?where=ipmi.ip EQ '127.0.0.1'")).status).toBe(400)
  expect((await lab.api.bob.get(`/dci/v3/server/${server}/ipmi`)).status).toBe(404)
  expect((await lab.api.ann.get('/dci/v3/ipmi')).status).toBe(403)
})

it('never takes silence for off', async () => {
  const { server, ipmi, peer } = await lab.addControlled('silent', { on: true })
  await peer.close()
  await expect(pollController(ipmi, AbortSignal.timeout(1_000))).rejects.toThrow()
  const { body } = await lab.api.admin.get(`/dci/v3/server/${server}`)
  expect(body).toMatchObject({ power_status: 'unknown', ipmi: { status: 'fail' } })
  expect((await lab.api.admin.get(`/dci/v3/ipmi/${ipmi}`)).body.status_info.fault).toBeTruthy()
})

it('notifies an owner that the controller is silent, without its address', async () => {
  const { server, ipmi, peer } = await lab.addControlled('silent-owned', { on: true })
  await lab.made(lab.api.admin.post(`/dci/v3/server/${server}/owner`, { owner: lab.api.ann.id }))
  await peer.close()
  await expect(pollController(ipmi, AbortSignal.timeout(1_000))).rejects.toThrow()
  expect((await lab.api.admin.get(`/dci/v3/ipmi/${ipmi}`)).body.status_info.fault).toContain('127.0.0.1')
  const seen = await lab.prisma.change.findMany({ where: { account_id: lab.api.ann.id }, orderBy: { id: 'asc' } })
  expect(seen.filter((row) => row.entity === 'ipmi' && row.entity_id === ipmi).at(-1)?.data).toEqual({
    status: 'fail',
    power_status: 'unknown',
  })
  expect(JSON.stringify(seen.map(({ data, relations }) => [data, relations]))).not.toContain('127.0.0.1')
})

it('rejects a controller that is not the one met first, until it is trusted', async () => {
  const { ipmi, peer } = await lab.addControlled('replaced', { on: true })
  const { port } = peer
  await peer.close()
  await lab.serve(simulatedBmc({ name: 'impostor', username: 'admin', password: 'secret-of-bmc' }), port)
  await expect(pollController(ipmi, soon())).rejects.toMatchObject({ value: 'identity' })
  expect((await lab.api.admin.get(`/dci/v3/ipmi/${ipmi}`)).body).toMatchObject({
    status: 'fail',
    power_status: 'unknown',
    status_info: { identity_changed: true },
  })
  await lab.done(lab.api.admin.post(`/dci/v3/ipmi/${ipmi}/trust`, {}))
  expect((await lab.api.admin.get(`/dci/v3/ipmi/${ipmi}`)).body).toMatchObject({ status: 'ok', power_status: 'off' })
})

it('has one controller a server, and none of a server that is gone', async () => {
  const { server, ipmi } = await lab.addControlled('one')
  const given = { ip: '127.0.0.1', username: 'admin', password: 'x' }
  expect(await lab.refused(lab.api.admin.post(`/dci/v3/server/${server}/ipmi`, given), 409)).toContain('already')
  expect(await lab.refused(lab.api.admin.post('/dci/v3/server/9999/ipmi', given), 404)).toContain('9999')
  await lab.made(lab.api.admin.delete(`/dci/v3/ipmi/${ipmi}`))
  expect((await lab.api.admin.get(`/dci/v3/server/${server}`)).body).toMatchObject({
    power_status: 'unknown',
    ipmi: null,
  })
})

it('takes another port for the web page, and pins that one anew', async () => {
  const { ipmi } = await lab.addControlled('paged')
  const { admin, ann } = lab.api
  const at = `/dci/v3/ipmi/${ipmi}`
  await lab.prisma.ipmi.update({ where: { id: ipmi }, data: { web_identity: 'met' } })
  const met = async () => (await lab.prisma.ipmi.findUniqueOrThrow({ where: { id: ipmi } })).web_identity
  await lab.made(admin.post(`${at}/web`, { web_port: null }))
  expect(await met()).toBe('met')
  await lab.made(admin.post(`${at}/web`, { web_port: 8443 }))
  expect(await met()).toBe(null)
  expect((await admin.get(at)).body).toMatchObject({ web_port: 8443, identity: expect.any(String) })
  expect(await lab.refused(admin.post(`${at}/web`, { web_port: 70_000 }), 400)).toContain('web_port')
  expect((await ann.post(`${at}/web`, { web_port: 1 })).status).toBe(403)
  expect((await admin.post('/dci/v3/ipmi/9999/web', { web_port: 1 })).status).toBe(404)
})

it('says of a wrong password that it is wrong, and keeps it sealed', async () => {
  const { ipmi } = await lab.addControlled('locked')
  await lab.made(lab.api.admin.post(`/dci/v3/ipmi/${ipmi}`, { password: 'planted-wrong-one' }))
  const task = await lab.prisma.task.findFirstOrThrow({
    where: { name: 'ipmi_poll', registry_id: ipmi },
    orderBy: { id: 'desc' },
  })
  await lab.ended(task.id)
  const { body } = await lab.api.admin.get(`/dci/v3/ipmi/${ipmi}`)
  expect(body).toMatchObject({ status: 'fail' })
  expect(body.status_info.fault).toMatch(/password/)
  const { rows } = await lab.api.database.pool.query(
    `select count(*)::int as found from (select i::text as t from ipmi i union all select t::text from task t
       union all select a::text from audit a union all select c::text from change c) x where t like '%planted-wrong-one%'`,
  )
  expect(rows[0].found).toBe(0)
})

it('takes the port and the MAC address away again', async () => {
  const { ipmi } = await lab.addControlled('emptied')
  const edit = (body: object) => lab.made(lab.api.admin.post(`/dci/v3/ipmi/${ipmi}`, body))
  await edit({ mac: '52:54:00:00:00:0A', port: 6230 })
  expect((await lab.api.admin.get(`/dci/v3/ipmi/${ipmi}`)).body).toMatchObject({ mac: '52:54:00:00:00:0a', port: 6230 })
  await edit({ mac: '', port: null })
  expect((await lab.api.admin.get(`/dci/v3/ipmi/${ipmi}`)).body).toMatchObject({ mac: '', port: null })
})
