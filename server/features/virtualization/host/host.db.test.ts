import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testCluster } from '../../../../e2e/support/dummy-cluster.ts'
import { changesAfter, lastChange } from '../../../events/change-feed.ts'
import { panelSettings, setPanelSettings } from '../../../process/settings.ts'
import { setDummyOffline } from '../../../simulation/hypervisor/driver.ts'

let t: Awaited<ReturnType<typeof testCluster>>
beforeAll(async () => {
  t = await testCluster()
})
afterAll(() => t.close())

const statuses = (answers: { status: number }[]) => answers.map((answer) => answer.status).sort((a, b) => a - b)
const together = <T>(count: number, ask: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => ask(n)))

describe('creation', () => {
  it('answers a task that is listed already, and notes it in the history as running', async () => {
    const { body } = await t.create({ name: 'first' })
    const [task, history] = await Promise.all([
      t.ann.get(`/vm/v3/task?where=consul_id EQ ${body.task}`),
      t.ann.get(`/vm/v3/host/${body.id}/history`),
    ])
    expect(task.body.list[0]).toMatchObject({ name: 'host_create', registry_id: body.id })
    expect(history.body.list[0]).toMatchObject({
      name: 'host_create',
      task: task.body.list[0].id,
      user: 'ann@example.com',
    })
    await t.ended(body.task)
    expect((await t.ann.get(`/vm/v3/host/${body.id}/history`)).body.list[0].state).toBe('complete')
    expect(await t.host(body.id)).toMatchObject({
      state: 'active',
      disabled: false,
      ip4: [{ interface: 'eth0' }],
      account: { id: t.ann.id },
    })
  })

  it('gives a name to one of many who want it', async () => {
    const answers = await together(12, () => t.create({ name: 'only-one' }))
    expect(statuses(answers)).toEqual([200, ...Array(11).fill(409)])
    await t.done(answers.find((answer) => answer.status === 200) as never)
  })

  it('never goes over the limit of a node, however many come at once', async () => {
    await t.admin.post(`/vm/v3/node/${t.nodes[0]}`, { host_limit: 3 })
    await t.admin.post(`/vm/v3/node/${t.nodes[1]}`, { host_creation_blocked: true })
    const before = await t.database.prisma.host.count({ where: { node_id: t.nodes[0] } })
    const answers = await together(16, (n) => t.create({ name: `limited-${n}` }, t.admin))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(3 - before)
    expect(answers.find((answer) => answer.status !== 200)).toMatchObject({
      status: 409,
      body: { error: { msg: expect.stringMatching(/has reached its limit of 3 VMs; n2 accepts no new VMs/) } },
    })
    for (const answer of answers) if (answer.status === 200) await t.done(answer)
    expect((await t.create({ name: 'limited' })).body.error.msg).toBe(
      'No node has room for a VM of this size at the moment: choose a smaller size, or ask an administrator',
    )
    await t.admin.post(`/vm/v3/node/${t.nodes[0]}`, { host_limit: -1 })
    await t.admin.post(`/vm/v3/node/${t.nodes[1]}`, { host_creation_blocked: false })
  })

  it.each([
    ['a password and no system', { os: undefined }, 400, 'password'],
    ['neither system nor size', { os: undefined, password: undefined }, 400, 'hdd_mib'],
    ['an unknown system', { os: 9999 }, 400, 'os'],
    ['too little memory', { ram_mib: 1 }, 400, 'ram_mib'],
    ['too small a disk', { hdd_mib: 1 }, 400, 'hdd_mib'],
    ['a bad domain', { domain: 'a..b' }, 400, 'domain'],
    ['a script that is not there', { recipe: 1 }, 400, 'recipe'],
    ['an unlisted property', { colour: 'red' }, 400, 'colour'],
    ['another account as owner', { account: 1 }, 403, 'account'],
    ['a node of its choice', { node: 1 }, 403, 'node'],
  ])('is refused with %s, and the field is named', async (_, body, status, value) => {
    expect(await t.create({ name: 'refused', ...body })).toMatchObject({ status, body: { error: { value } } })
  })

  it('is refused at once when it wants addresses and the cluster has no pool of them; without the wish it gets DHCP', async () => {
    await t.database.prisma.ippool_cluster.updateMany({ where: { cluster_id: t.cluster }, data: { interface: 1 } })
    try {
      const before = await t.database.prisma.host.count()
      expect(await t.create({ name: 'no-pool', ipv4_number: 1 })).toMatchObject({
        status: 400,
        body: { error: { value: 'ipv4_number', msg: expect.stringMatching(/has no pool of IPv4 addresses/) } },
      })
      expect(await t.database.prisma.host.count()).toBe(before)
      await t.done(await t.create({ name: 'no-pool-0', ipv4_number: 0 }))
      await t.done(await t.create({ name: 'no-pool-named', ipv4_number: 1, ipv4_pool: [t.pool] }))
    } finally {
      await t.database.prisma.ippool_cluster.updateMany({ where: { cluster_id: t.cluster }, data: { interface: 0 } })
    }
  })

  it.each([
    { domain: 'null' },
    { domain: '' },
    { comment: '' },
    { recipe_list: [] },
    { ip4: 'x' },
    { expand_part: null },
  ])('takes %j as clients send it', async (body) => {
    const answer = await t.create({
      name: `field-${Object.keys(body)[0]}-${Math.random().toString(36).slice(2, 8)}`,
      ...body,
    })
    expect(answer.status).toBe(200)
    await t.done(answer)
  })

  it('keeps the password out of answers, tasks, audit and the log of changes, and forgets it', async () => {
    const password = 'Sup3r-secret-guest'
    const { body } = await t.create({ name: 'quiet', password })
    await t.ended(body.task)
    const { rows } = await t.database.pool.query(
      `select (select count(*) from task where row_to_json(task)::text like $1) + (select count(*) from task_step where row_to_json(task_step)::text like $1)
            + (select count(*) from audit where row_to_json(audit)::text like $1) + (select count(*) from change where row_to_json(change)::text like $1)
            + (select count(*) from host where row_to_json(host)::text like $1) as n`,
      [`%${password}%`],
    )
    expect(rows[0].n).toBe(0)
    expect((await t.database.prisma.host.findUniqueOrThrow({ where: { id: body.id } })).guest_password).toBeNull()
  })
})

describe('power', () => {
  it('is claimed once: of many clicks one wins, the others find nothing to do', async () => {
    const { id } = await t.done(await t.create({ name: 'clicked' }))
    const answers = await together(10, () => t.ann.post(`/vm/v3/host/${id}/stop`, { force: true }))
    expect(new Set(statuses(answers))).toEqual(new Set([200]))
    for (const answer of answers) await t.done(answer as never)
    const tasks = await t.database.prisma.task.findMany({ where: { name: 'host_stop', registry_id: id } })
    expect(tasks).toHaveLength(10)
    expect(tasks.filter(({ input }) => !(input as { idle: boolean }).idle)).toHaveLength(1)
    expect(await t.host(id)).toMatchObject({ state: 'stopped', disabled: false })
  })

  it('is refused in words in every state that does not allow it', async () => {
    const { id } = await t.done(await t.create({ name: 'stateful' }))
    for (const [state, action, words] of [
      ['unknown', 'start', 'Only a stopped or crashed VM can be started'],
      ['crashed', 'stop', 'Only a running VM can be shut down'],
      ['unknown', 'restart', 'Only a running or stopped VM can be restarted'],
    ] as const) {
      await t.database.prisma.host.update({ where: { id }, data: { state } })
      expect(await t.ann.post(`/vm/v3/host/${id}/${action}`)).toMatchObject({
        status: 409,
        body: { error: { msg: words, value: state } },
      })
    }
    await t.database.prisma.host.update({ where: { id }, data: { state: 'active' } })
  })

  it('that fails leaves the state the node reports, and the fault until it is acknowledged', async () => {
    const { id } = await t.done(await t.create({ name: 'agentless-failagent' }))
    setPanelSettings({ ...panelSettings(), guestAgentSeconds: 0 })
    const refused = await t.ann.post(`/vm/v3/host/${id}/password`, { password: 'Another-pass-1' })
    const row = (await t.ann.get(`/vm/v3/task?where=name EQ host_change_password AND registry_id EQ ${id}`)).body
      .list[0]
    const task = await t.ended(row.consul_id)
    expect(task.status).toBe('failed')
    expect(refused).toMatchObject({ status: 502, body: { error: { msg: expect.stringContaining('guest agent') } } })
    expect(await t.host(id)).toMatchObject({
      state: 'active',
      disabled: false,
      fault: { task: task.id, action: 'host_change_password' },
    })
    await t.ann.post(`/vm/v3/task/${task.id}/dismiss`)
    expect((await t.host(id)).fault).toBeNull()
  })
})

describe('another account', () => {
  it('gets the same answer as for a VM that does not exist', async () => {
    const { id } = await t.done(await t.create({ name: 'private' }))
    const calls: [string, string, object?][] = [
      ['GET', ''],
      ['POST', '', { comment: 'x' }],
      ['DELETE', ''],
      ['POST', '/start'],
      ['POST', '/stop'],
      ['POST', '/restart'],
      ['POST', '/password', { password: 'abcdef' }],
      ['GET', '/vnc_settings'],
      ['POST', '/vnc_settings', { password: 'abc' }],
      ['GET', '/history'],
      ['POST', '/history', { name: 'x' }],
      ['POST', '/console', {}],
    ]
    for (const [method, path, body] of calls) {
      const ask = (at: number) =>
        t.request(method, `/vm/v3/host/${at}${path}`, { token: t.bob.token, ...(body && { body }) })
      const [other, absent] = await Promise.all([ask(id), ask(999_999)])
      expect([method, path, other.status, other.body.error?.code]).toEqual([
        method,
        path,
        absent.status,
        absent.body.error?.code,
      ])
      expect(other.status).toBe(404)
    }
    expect((await t.bob.get('/vm/v3/host')).body.size).toBe(0)
    expect((await t.bob.get('/vm/v3/node')).status).toBe(403)
    expect((await t.bob.get('/vm/v3/task')).body.size).toBe(0)
  })

  it('sees a VM once it is the owner, and the old owner no longer', async () => {
    const { id } = await t.done(await t.create({ name: 'gift' }))
    await t.done(await t.admin.post(`/vm/v3/host/${id}/account`, { account: t.bob.id }))
    expect((await t.bob.get(`/vm/v3/host/${id}`)).status).toBe(200)
    expect((await t.ann.get(`/vm/v3/host/${id}`)).status).toBe(404)
    const addresses = await t.database.prisma.ip.findMany({ where: { host_id: id } })
    expect(addresses.map((address) => address.account_id)).toEqual([t.bob.id])
  })

  it('does not see in the history who had the VM before', async () => {
    const { id } = await t.done(await t.create({ name: 'second-hand' }))
    await t.done(await t.admin.post(`/vm/v3/host/${id}/account`, { account: t.bob.id }))
    await t.bob.post(`/vm/v3/host/${id}/history`, { name: 'A note' })
    const path = `/vm/v3/host/${id}/history`
    const { body } = await t.bob.get(`${path}?orderby=id`)
    expect(JSON.stringify(body)).not.toContain('ann@example.com')
    expect(body.list.map((row: { user?: string }) => row.user)).toEqual([undefined, undefined, 'bob@example.com'])
    // A note has no task: absent, not null.
    expect(body.list.map((row: object) => Object.hasOwn(row, 'task'))).toEqual([true, true, false])
    expect((await t.bob.get(`${path}?where=user EQ ann@example.com`)).body.size).toBe(0)
    expect((await t.bob.get(`${path}?search=ann@`)).body.size).toBe(0)
    const all = (await t.admin.get(`${path}?orderby=id`)).body.list
    expect(all.map((row: { user?: string }) => row.user?.split('@')[0])).toEqual(['ann', 'admin', 'bob'])
  })
})

it('tells other screens of a note in the history', async () => {
  const { id } = await t.done(await t.create({ name: 'noted' }))
  const before = await lastChange()
  await t.admin.post(`/vm/v3/host/${id}/history`, { name: 'A note' })
  expect(await changesAfter(before)).toMatchObject([{ entity: 'host', entity_id: id, account_id: t.ann.id }])
})

it('refuses an edit of what was changed meanwhile', async () => {
  const { id } = await t.done(await t.create({ name: 'edited' }))
  const { headers } = await t.ann.get(`/vm/v3/host/${id}`)
  const etag = headers.get('etag') as string
  expect(etag).toMatch(/^"\d+"$/)
  expect((await t.ann.post(`/vm/v3/host/${id}`, { comment: 'one' }, { headers: { 'if-match': etag } })).status).toBe(
    200,
  )
  expect(await t.ann.post(`/vm/v3/host/${id}`, { comment: 'two' }, { headers: { 'if-match': etag } })).toMatchObject({
    status: 409,
  })
  expect((await t.host(id)).comment).toBe('one')
})

it('makes one VM of many equal posts with one key', async () => {
  const answers = await together(10, () =>
    t.create(
      { name: 'keyed' },
      { ...t.ann, post: (path, body) => t.ann.post(path, body, { headers: { 'idempotency-key': 'k1' } }) },
    ),
  )
  expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1)
  await t.done(answers[0] as never)
})

it('is not begun on a node that is away and not known to be: nothing waits for the node, and the reason is reported', async () => {
  const [node] = t.nodes
  const set = (state: string) => t.database.prisma.node.update({ where: { id: node }, data: { state } })
  const isState = async (state: string) => (await t.admin.get(`/vm/v3/node/${node}`)).body.state === state
  const until = async (state: string) => {
    while (!(await isState(state))) await new Promise((go) => setTimeout(go, 20))
  }
  // The image is there already.
  await t.done(await t.create({ name: 'first', node }, t.admin))
  await setDummyOffline('198.51.100.1', true)
  try {
    await until('unavailable')
    let answer = { status: 409, body: { id: 0, task: 0 } }
    // The watcher of the node sees again and again that it is away.
    while (answer.status === 409) {
      await set('active')
      answer = await t.create({ name: 'doomed', node }, t.admin)
    }
    const task = await t.ended(answer.body.task)
    expect(task).toMatchObject({
      status: 'failed',
      error: { msg: expect.stringMatching(/does not accept connections/) },
    })
    const steps = await t.database.prisma.task_step.findMany({ where: { task_id: task.id } })
    expect(steps.map(({ name }) => name).filter((name) => /^undo|seed|disk/.test(name))).toEqual([])
    expect((await t.host(answer.body.id)).state).toBe('crashed')
  } finally {
    await setDummyOffline('198.51.100.1', false)
  }
  await until('active')
})
