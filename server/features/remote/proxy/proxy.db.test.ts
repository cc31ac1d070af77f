import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ProxyFixture, proxyFixture } from './proxy-fixture.ts'

let lab: ProxyFixture
beforeAll(async () => {
  lab = await proxyFixture({ first: 24000, last: 24019 })
})
afterAll(() => lab.close())

const at = (ipmi: number) => `/ipmiproxy/v3/ipmi/${ipmi}/proxy`

describe('sessions', () => {
  it('are opened once, shown, asked about and closed', async () => {
    const { ipmi } = await lab.addController('one')
    const { ann, bob, admin } = lab.api
    expect((await ann.get(at(ipmi))).status).toBe(404)
    const opened = await ann.post(`${at(ipmi)}/web`, {})
    expect(opened.body).toEqual({ task: expect.any(Number), listen_web_port: expect.any(Number) })
    const port = opened.body.listen_web_port as number
    expect(await lab.ended(opened.body.task)).toMatchObject({ status: 'complete', name: 'ipmi_proxy_open' })
    expect((await ann.post(`${at(ipmi)}/web`)).body).toEqual({ listen_web_port: port })
    expect((await ann.get(at(ipmi))).body).toEqual({
      id: expect.any(Number),
      listen_web_port: port,
      proxy_type: 'web',
    })
    const access = (who: typeof ann) => who.post('/ipmiproxy/v3/proxy/access', { listen_web_port: port })
    expect([(await access(ann)).status, (await access(admin)).status, (await access(bob)).status]).toEqual([
      200, 200, 404,
    ])
    expect((await access(ann)).body).toEqual({})
    for (const path of [at(ipmi), `/ipmiproxy/v3/amt/${ipmi}/proxy`]) expect((await bob.get(path)).status).toBe(404)
    expect((await ann.get(`/ipmiproxy/v3/amt/${ipmi}/proxy`)).status).toBe(404)
    expect((await bob.post(`${at(ipmi)}/web`)).status).toBe(404)
    expect((await bob.delete(at(ipmi))).status).toBe(404)
    expect((await bob.post('/ipmiproxy/v3/proxy/close', { listen_web_port: port })).status).toBe(404)
    const closed = await ann.delete(at(ipmi))
    expect(closed.body).toEqual({ task: expect.any(Number) })
    expect(await lab.ended(closed.body.task)).toMatchObject({ status: 'complete', name: 'ipmi_proxy_close' })
    expect([(await access(ann)).status, (await ann.get(at(ipmi))).status, (await ann.delete(at(ipmi))).status]).toEqual(
      [404, 404, 404],
    )
    await expect(lab.ask(port, '/')).rejects.toThrow('ECONNREFUSED')
    const { rows } = await lab.api.database.pool.query(
      "select operation, entity, entity_id from audit where entity_id = $1 and operation like '%proxy%' order by id",
      [ipmi],
    )
    expect(rows.map(({ operation }) => operation)).toEqual([
      'POST /ipmiproxy/v3/ipmi/{ipmi_id}/proxy/{proxy_type}',
      'POST /ipmiproxy/v3/ipmi/{ipmi_id}/proxy/{proxy_type}',
      'DELETE /ipmiproxy/v3/ipmi/{ipmi_id}/proxy',
    ])
  })

  it('keep the port of a controller, open anew when asked, and lead to the console', async () => {
    const { ipmi, server } = await lab.addController('anew')
    const first = await lab.opened(ipmi)
    expect((await lab.ask(first.port, '/', { headers: { cookie: first.cookie } })).body).toBe('hello')
    const { body } = await lab.api.ann.post(`${at(ipmi)}/web`, { reconnect: true })
    expect(body).toEqual({ task: expect.any(Number), listen_web_port: first.port })
    await lab.ended(body.task)
    expect((await lab.ask(first.port, '/', { headers: { cookie: first.cookie } })).status).toBe(401)
    const consoleOf = await lab.api.ann.post(`${at(ipmi)}/console`)
    await lab.ended(consoleOf.body.task)
    const port = consoleOf.body.listen_web_port as number
    expect(port).not.toBe(first.port)
    const cookie = await lab.cookieFor(port)
    const led = await lab.ask(port, '/anything', { headers: { cookie } })
    expect([led.status, led.headers.location]).toEqual([303, `https://panel.test:4799/servers/${server}/console`])
    expect((await lab.ask(port, '/')).status).toBe(401)
    const other = await lab.addController('other')
    expect((await lab.opened(other.ipmi)).port).not.toBe(first.port)
  })

  it('that are closed, or opened anew, before they are ready leave a task that was called off and says why', async () => {
    // A page that takes connections and says nothing.
    const silent = createServer(() => {})
    await new Promise<void>((ready) => silent.listen(0, '127.0.0.1', ready))
    lab.closing.push(async () => silent.close())
    const { ipmi } = await lab.addController('slow')
    await lab.prisma.ipmi.update({ where: { id: ipmi }, data: { web_port: (silent.address() as AddressInfo).port } })
    const meeting = (task: number) =>
      lab.until(async () => (await lab.prisma.task_step.count({ where: { task_id: task, name: 'listen' } })) > 0)
    const calledOff = { status: 'aborted', error: expect.stringMatching(/closed or reopened before it was ready/) }
    const first = (await lab.api.ann.post(`${at(ipmi)}/web`)).body.task
    await meeting(first)
    const second = (await lab.api.ann.post(`${at(ipmi)}/web`, { reconnect: true })).body.task
    expect(await lab.ended(first)).toMatchObject(calledOff)
    await meeting(second)
    await lab.made(lab.api.ann.delete(at(ipmi)))
    expect(await lab.ended(second)).toMatchObject(calledOff)
    // The first has no client before it is closed: whichever comes first, it does not end as complete.
    const [one, other] = [
      await lab.api.ann.post(`${at(ipmi)}/web`),
      await lab.api.ann.post(`${at(ipmi)}/web`, { reconnect: true }),
    ]
    expect(await lab.ended(one.body.task)).toMatchObject(calledOff)
    await lab.api.ann.delete(at(ipmi))
    expect(await lab.ended(other.body.task)).toMatchObject(calledOff)
  })

  it('of AMT controllers have paths of their own, and its alias', async () => {
    const { ipmi } = await lab.addController('amt', undefined, 'amt')
    expect((await lab.api.ann.get(at(ipmi))).status).toBe(404)
    const { body } = await lab.api.ann.post(`/ipmiproxy/v3/intel_amt/${ipmi}/proxy/web`)
    await lab.ended(body.task)
    expect((await lab.api.ann.get(`/ipmiproxy/v3/amt/${ipmi}/proxy`)).body).toMatchObject({
      listen_web_port: body.listen_web_port,
    })
    const closed = await lab.api.ann.post('/ipmiproxy/v3/proxy/close', { listen_web_port: body.listen_web_port })
    expect((await lab.ended(closed.body.task)).status).toBe('complete')
  })

  it('say at which port no page was, and what helps', async () => {
    const { ipmi, page } = await lab.addController('nothing-there')
    await page.close()
    const { body } = await lab.api.ann.post(`/ipmiproxy/v3/ipmi/${ipmi}/proxy/web`)
    expect(await lab.ended(body.task)).toMatchObject({
      status: 'failed',
      error: `The controller has no web page on port ${page.port}, or it cannot be reached. An administrator can set another port`,
    })
  })

  it('are dropped together, by administrators', async () => {
    const { ipmi } = await lab.addController('dropped')
    await lab.opened(ipmi)
    expect((await lab.api.admin.post('/ipmiproxy/v3/plugin/disable')).status).toBe(200)
    expect(await lab.prisma.proxy_session.count({ where: { state: { not: 'closed' } } })).toBe(0)
    await lab.made(lab.api.admin.post('/ipmiproxy/v3/plugin/enable'))
    await lab.opened(ipmi)
    expect((await lab.api.ann.post('/ipmiproxy/v3/location/drop_sessions')).status).toBe(403)
    const { body } = await lab.api.admin.post('/ipmiproxy/v3/location/drop_sessions')
    expect(body.task.length).toBeGreaterThan(0)
    for (const task of body.task) expect((await lab.ended(task)).status).toBe('complete')
    expect(await lab.prisma.proxy_session.count({ where: { state: { not: 'closed' } } })).toBe(0)
    expect((await lab.api.admin.post('/ipmiproxy/v3/location/drop_sessions')).body).toEqual({ task: [] })
  })

  it('end when the process that listens is another one', async () => {
    const { ipmi } = await lab.addController('crash')
    const { port } = await lab.opened(ipmi)
    await lab.restart()
    await lab.until(() =>
      lab.prisma.proxy_session.findFirst({
        where: { listen_web_port: port, fault: 'restart', released_at: { not: null } },
      }),
    )
    const again = await lab.opened(ipmi)
    expect((await lab.ask(again.port, '/', { headers: { cookie: again.cookie } })).body).toBe('hello')
  })
})
