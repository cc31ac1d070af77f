import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dropEndedActions } from './clean-up.ts'
import { at, create, free, historyOf, hold, queueOf, startCluster, t } from './queue-fixture.ts'

beforeAll(startCluster)
afterAll(() => t.close())

describe('actions on a busy VM', () => {
  it('are done one after the other: password, then owner', async () => {
    const id = await create()
    const release = await hold(id)
    await t.ann.post(`${at(id)}/vnc_settings`, { password: 'abc' })
    // Behind another action it is answered at once.
    const password = await t.ann.post(`${at(id)}/password`, { password: 'Another-pass-1' })
    const owner = await t.admin.post(`${at(id)}/account`, { account: t.bob.id })
    expect([password.status, owner.status]).toEqual([200, 200])
    await release()
    expect(await free(id)).toMatchObject({ account: { id: t.bob.id }, state: 'active', fault: null })
    expect((await historyOf(id)).slice(-2)).toEqual(['host_change_password complete', 'host_change_account complete'])
  })

  it('are judged by what is before them, and run in order: stop, start, restart', async () => {
    const id = await create()
    const release = await hold(id)
    const answers = []
    for (const action of ['stop', 'start', 'restart']) answers.push(await t.ann.post(`${at(id)}/${action}`))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await t.host(id)).toMatchObject({ disabled: true, action: 'host_stop' })
    expect(await queueOf(id)).toEqual(['host_stop', 'host_start', 'host_restart'])
    expect(await t.ann.post(`${at(id)}/start`)).toMatchObject({ status: 200 })
    expect(await queueOf(id)).toHaveLength(3)
    await release()
    for (const answer of answers) await t.done(answer as never)
    const all = await t.database.prisma.task.findMany({
      where: { entity: 'host', registry_id: id, name: { not: 'host_create' } },
      orderBy: { started_at: 'asc' },
    })
    const tasks = all.filter(({ input }) => !(input as { idle?: boolean }).idle)
    expect(tasks.map(({ name }) => name)).toEqual([
      'host_stop',
      'host_start',
      'host_stop',
      'host_start',
      'host_restart',
    ])
    for (const [n, task] of tasks.slice(1).entries())
      expect(task.started_at!.getTime()).toBeGreaterThanOrEqual(tasks[n]!.ended_at!.getTime() - 1)
    expect(await free(id)).toMatchObject({ state: 'active', action: null, queue: [] })
  })

  it('end in words when they are no longer possible by their turn', async () => {
    const id = await create('gone-failagent')
    const release = await hold(id)
    const start = await t.ann.post(`${at(id)}/stop`, { force: true })
    await t.ann.post(`${at(id)}/start`)
    const vnc = await t.ann.post(`${at(id)}/vnc_settings`, { password: 'abc' })
    await t.database.prisma.host.update({ where: { id }, data: { state: 'unknown' } })
    await release()
    const stopped = await t.ended(start.body.task)
    expect(stopped).toMatchObject({ status: 'failed' })
    expect(JSON.stringify(stopped)).toContain('The node of the VM does not answer')
    // The end of the first reads the state that the VM really has.
    expect((await t.ended(vnc.body.task)).status).toBe('complete')
    expect(await free(id)).toMatchObject({ state: 'active', fault: { action: 'host_stop' } })
  })

  it('wait up to 16; one more is refused in words', async () => {
    const id = await create()
    const release = await hold(id)
    await t.ann.post(`${at(id)}/stop`, { force: true })
    for (let n = 0; n < 16; n++)
      expect((await t.ann.post(`${at(id)}/${n % 2 === 0 ? 'start' : 'stop'}`, { force: true })).status).toBe(200)
    expect(await t.ann.post(`${at(id)}/start`)).toMatchObject({
      status: 409,
      body: { error: { code: 9005, value: 'queue', msg: expect.stringContaining('16 actions are queued') } },
    })
    expect(await t.ann.post(`${at(id)}/stop`)).toMatchObject({ status: 200 })
    await release()
    expect(await free(id)).toMatchObject({ state: 'stopped' })
  })

  it('never become more than that, however many come at once', async () => {
    const id = await create()
    const release = await hold(id)
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => t.ann.post(`${at(id)}/vnc_settings`, { password: `p${n}` })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(17)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(23)
    await release()
    await free(id)
    expect(await t.database.prisma.host_password.count({ where: { host_id: id } })).toBe(0)
    // Each has set its own password, the last accepted one at the end.
    const last = Math.max(...answers.filter(({ status }) => status === 200).map(({ body }) => body.task))
    const n = answers.findIndex(({ body }) => body.task === last)
    expect((await t.ann.get(`${at(id)}/vnc_settings`)).body.password).toBe(`p${n}`)
  })

  it('are called off one by one', async () => {
    const id = await create()
    const release = await hold(id)
    await t.ann.post(`${at(id)}/stop`, { force: true })
    const start = await t.ann.post(`${at(id)}/start`)
    const restart = await t.ann.post(`${at(id)}/restart`, { force: true })
    await t.ann.post(`/vm/v3/task/${start.body.task}/abort`)
    expect((await t.ended(start.body.task)).status).toBe('aborted')
    expect(await queueOf(id)).toEqual(['host_stop', 'host_restart'])
    await release()
    await t.done(restart as never)
    expect(await free(id)).toMatchObject({ state: 'active' })
  })

  it('of a creation wait for its end', async () => {
    const answer = await t.create({ name: 'impatient' })
    const { id } = answer.body
    const more = [
      await t.ann.post(`${at(id)}/password`, { password: 'Another-pass-1' }),
      await t.ann.post(`${at(id)}/stop`, { force: true }),
    ]
    expect(more.map(({ status }) => status)).toEqual([200, 200])
    expect(await free(id)).toMatchObject({ state: 'stopped', fault: null })
  })
})

describe('a deletion', () => {
  it('waits its turn, and nothing follows it', async () => {
    const id = await create()
    const release = await hold(id)
    await t.ann.post(`${at(id)}/restart`, { force: true })
    const deletion = await t.ann.delete(at(id))
    expect(deletion.status).toBe(200)
    expect(await t.host(id)).toMatchObject({ state: 'active', action: 'host_restart' })
    for (const action of ['start', 'stop', 'restart'])
      expect(await t.ann.post(`${at(id)}/${action}`)).toMatchObject({ status: 409 })
    await release()
    await t.done(deletion as never)
    expect((await t.ann.get(at(id))).status).toBe(404)
  })

  it('does not take place when the VM was protected meanwhile', async () => {
    const id = await create()
    const release = await hold(id)
    await t.ann.post(`${at(id)}/stop`, { force: true })
    const deletion = await t.ann.delete(at(id))
    await t.ann.post(at(id), { is_protected: true })
    await release()
    const task = await t.ended(deletion.body.task)
    expect(task.status).toBe('failed')
    expect(JSON.stringify(task)).toContain('was protected while this action was queued')
    expect(await free(id)).toMatchObject({ state: 'stopped' })
  })

  it('that is called off before its turn leaves the VM as it is', async () => {
    const id = await create()
    const release = await hold(id)
    const deletion = await t.ann.delete(at(id))
    expect((await t.host(id)).state).toBe('deleting')
    await t.ann.post(`/vm/v3/task/${deletion.body.task}/abort`)
    expect(await free(id)).toMatchObject({ state: 'active' })
    await release()
  })
})

it('nothing stays queued for ever: a task that was closed without an end of its own gives its place up', async () => {
  const id = await create()
  const queue = [{ task: 0, action: 'host_stop', leaves: 'stopped' }]
  const { id: task } = await t.database.prisma.task.create({
    data: { consul_id: 0, name: 'host_stop', status: 'failed', ended_at: new Date(Date.now() - 60_000) },
  })
  await t.database.prisma.host.update({ where: { id }, data: { queue: [{ ...queue[0], task }] } })
  await dropEndedActions()
  expect(await t.host(id)).toMatchObject({ disabled: false, queue: [] })
})
