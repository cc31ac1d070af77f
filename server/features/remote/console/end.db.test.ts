import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD } from '../../../../e2e/support/api.ts'
import type { TalkingPage } from '../../../console/testing.ts'
import { simulatedBmc } from '../../../simulation/devices/bmc/bmc.ts'
import { lab, open, owned, startServerConsoles, stopServerConsoles, type Who, withTicket } from './console-fixture.ts'

beforeAll(startServerConsoles)
afterAll(stopServerConsoles)

// Beside each other: one of them waits for a line to be found lost.
describe.concurrent('the serial console of a server', () => {
  it('closes when the address of its controller changes, and comes back there', async () => {
    const { server, ipmi, peer } = await owned()
    const page = await open(server, lab.api.ann)
    await page.status({ keyboard: 'yours' })
    await lab.made(lab.api.admin.post(`/dci/v3/ipmi/${ipmi}`, { port: peer.port, mac: '02:00:00:00:00:01' }))
    page.type('here\r')
    await page.hears('here')
    const machine = simulatedBmc({ name: 'elsewhere', username: 'admin', password: 'secret-of-bmc', on: true })
    const other = await lab.serve(machine)
    await lab.made(lab.api.admin.post(`/dci/v3/ipmi/${ipmi}`, { port: other.port }))
    expect(await page.closed).toMatchObject({ code: 4000 })
    const back = await open(server, lab.api.ann)
    await back.status({ keyboard: 'yours' })
    back.type('\r')
    await back.hears('elsewhere login:')
    expect(back.text()).not.toContain('here\r')
  })

  it('tells that a line was lost, and goes on when it is found again', async () => {
    const { server, machine, peer } = await owned()
    const page = await open(server, lab.api.ann)
    await page.status({ state: 'open', keyboard: 'yours' })
    const { port } = peer
    await peer.close()
    page.type('x')
    await page.status({ state: 'interrupted' })
    await lab.serve(machine, port)
    await page.status({ state: 'open' })
    page.type('back\r')
    await page.hears('back\r\n')
  })

  it('closes at the end of a sign-out, a new owner, a suspension, and of the end of the controller', async () => {
    const { server, ipmi } = await owned()
    const { body } = await lab.api.request('POST', '/auth/v4/public/token', {
      body: { email: lab.api.ann.email, password: PASSWORD },
    })
    const session = { token: body.token as string }
    const { id } = (await lab.api.request('GET', '/auth/v4/self/session', session)).body
    const closes = async (page: TalkingPage, deed: () => Promise<unknown>) => {
      await page.status({})
      await deed()
      const { code } = await page.closed
      return code
    }
    const out = await open(server, session)
    expect(await closes(out, () => lab.api.request('DELETE', `/auth/v4/token/${id}`, session))).toBe(4001)
    const suspended = await open(server, lab.api.ann)
    const admin = await open(server, lab.api.admin)
    const suspend = () => lab.api.database.pool.query("update server set state = 'suspended' where id = $1", [server])
    expect(
      await closes(suspended, async () => {
        await suspend()
        await lab.made(lab.api.admin.post(`/dci/v3/server/${server}`, { note: 'unpaid' }))
      }),
    ).toBe(4003)
    expect(admin.ws.readyState).toBe(admin.ws.OPEN)
    expect((await lab.api.ann.post(`/dci/v3/server/${server}/console`, {})).status).toBe(409)
    await lab.api.database.pool.query("update server set state = 'active' where id = $1", [server])
    const passed = await open(server, lab.api.ann)
    const give = () => lab.made(lab.api.admin.post(`/dci/v3/server/${server}/owner`, { owner: lab.api.bob.id }))
    expect(await closes(passed, give)).toBe(4004)
    expect((await lab.api.ann.post(`/dci/v3/server/${server}/console`, {})).status).toBe(404)
    expect(await closes(admin, () => lab.made(lab.api.admin.delete(`/dci/v3/ipmi/${ipmi}`)))).toBe(4004)
  })

  it('says in words why there is no console, and names no address to its owner', async () => {
    const { server, ipmi, peer } = await owned()
    await lab.made(lab.api.admin.post(`/dci/v3/ipmi/${ipmi}`, { password: 'wrong' }))
    const words = async (who: Who) => (await (await open(server, who)).closed).words
    expect(await words(lab.api.admin)).toMatch(/127\.0\.0\.1 .*password/)
    expect(await words(lab.api.ann)).not.toMatch(/127|password/)
    await peer.close()
    await lab.prisma.ipmi.update({ where: { id: ipmi }, data: { type: 'redfish', identity: null } })
    expect(await lab.refused(lab.api.ann.post(`/dci/v3/server/${server}/console`, {}), 400)).toContain('Redfish')
    expect((await lab.api.admin.post(`/dci/v3/server/${server}/console/enable`, {})).status).toBe(400)
    await lab.made(lab.api.admin.delete(`/dci/v3/ipmi/${ipmi}`))
    expect(await lab.refused(lab.api.ann.post(`/dci/v3/server/${server}/console`, {}), 409)).toContain('no management')
    expect((await lab.api.bob.get(`/dci/v3/server/${server}/console`)).status).toBe(404)
  })
})

it('ends, and does not open again, while consoles of controllers are switched off in the panel', async () => {
  const { server } = await owned()
  const pages = [await open(server, lab.api.ann), await open(server, lab.api.admin, { mode: 'view' })]
  for (const page of pages) await page.status({})
  const { ticket } = (await lab.api.ann.post(`/dci/v3/server/${server}/console`, {})).body
  await lab.made(lab.api.admin.post('/ipmiproxy/v3/plugin/disable', {}))
  for (const page of pages) {
    const { code, words } = await page.closed
    expect(code).toBe(4003)
    expect(words).toContain('Remote management is turned off')
  }
  expect(await withTicket(ticket).closed).toMatchObject({ code: 4003 })
  for (const who of [lab.api.ann, lab.api.admin])
    expect(await lab.refused(who.post(`/dci/v3/server/${server}/console`, {}), 409)).toContain('turned off')
  expect((await lab.api.ann.get(`/dci/v3/server/${server}/console`)).body.enabled).toBe(false)
  await lab.made(lab.api.admin.post('/ipmiproxy/v3/plugin/enable', {}))
  expect((await lab.api.ann.get(`/dci/v3/server/${server}/console`)).body.enabled).toBe(true)
  await (await open(server, lab.api.ann)).status({ keyboard: 'yours' })
})
