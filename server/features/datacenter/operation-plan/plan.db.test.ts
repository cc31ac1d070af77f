import { describe, expect, it } from 'vitest'
import { killedWhen } from '../../../../e2e/support/host-worker.ts'
import type { Problem } from '../../../domain/problem/record.ts'
import { begun, diagnose, inState, install, made, onPlans, post, running, t, wipe } from './plans-fixture.ts'
import { forgetPlanSecrets } from './retention.ts'

onPlans()

describe('a plan', () => {
  it('never has more operations at once in a location than it may, with another plan there as well', async () => {
    const one = await made(wipe(await t.many(7), { limit_per_location: 3 }))
    const two = await made(wipe(await t.many(4), { limit_per_location: 3 }))
    const over = async () => (await t.plan(one.id)).state === 'ended' && (await t.plan(two.id)).state === 'ended'
    let most = 0
    while (!(await over())) {
      const now = (await running(one.id)) + (await running(two.id))
      expect(now).toBeLessThanOrEqual(3)
      most = Math.max(most, now)
      if (now === 3 || most === 3) for (const { id } of [one, two]) await t.end(id, 'finish', 1)
    }
    expect(most).toBe(3)
    expect(await t.plan(one.id)).toMatchObject({ counts: { ok: 7 }, percent: 100, size: 7 })
    const operations = await t.api.database.prisma.operation.count({
      where: { server_id: { in: (await t.rows(one.id)).map((row) => row.server_id) } },
    })
    expect(operations).toBe(7)
    expect((await t.ended(one.task)).status).toBe('complete')
  })

  it('leaves a pause between two starts in a location', async () => {
    const { id } = await made(wipe(await t.many(3), { stagger_seconds: 1 }))
    await begun(id, 3)
    const times = (await t.rows(id)).map(({ started_at }) => started_at?.getTime() ?? 0)
    expect(times.slice(1).every((at, n) => at - (times[n] ?? 0) >= 1000)).toBe(true)
    await t.end(id, 'finish')
    await inState(id, 'ended')
  })

  it('notes who is refused when the turn comes, and goes on', async () => {
    const servers = await t.many(3)
    const { id, task } = await made(wipe(servers, { limit_per_location: 1 }))
    await begun(id, 1)
    await t.api.database.prisma.server.update({ where: { id: servers[1] as number }, data: { is_protected: true } })
    await t.end(id, 'finish')
    await begun(id, 1)
    expect(await t.states(id)).toEqual(['ok', 'refused', 'running'])
    await t.end(id, 'finish')
    await inState(id, 'ended')
    const { list } = (await t.api.admin.get(`/dci/v3/operation_plan/${id}/server?where=state EQ 'refused'`)).body
    expect(list).toMatchObject([
      { code: 'protected', reason: expect.stringContaining('is protected'), operation: null },
    ])
    expect(await t.ended(task)).toMatchObject({ status: 'failed', error: expect.stringContaining('1 of 3 servers') })
  })

  it('diagnoses with the same tests under load, and writes no disks', async () => {
    const servers = await t.many(2)
    await t.api.database.prisma.hardware_report.deleteMany({ where: { server_id: servers[1] as number } })
    const asked = diagnose(servers, { load: ['cpu', 'memory', 'cpu'] })
    const preview = await post('/preview', asked)
    expect(preview.body).toMatchObject({
      go: 2,
      servers: [
        { refused: null, disks: [] },
        { refused: null, disks: null },
      ],
    })
    const { id } = await made({ ...asked, seen: preview.body.seen })
    await begun(id, 2)
    expect(await t.plan(id)).toMatchObject({ type: 'diag', load: ['cpu', 'memory'], template: expect.any(String) })
    const operations = await t.api.database.prisma.operation.findMany({ where: { server_id: { in: servers } } })
    for (const row of operations)
      expect(row).toMatchObject({ type: 'diag', load: ['cpu', 'memory'], clear_hdd: 'none', disks: [] })
    expect(operations).toHaveLength(2)
    await t.end(id, 'fail', 1)
    await t.end(id, 'finish')
    await inState(id, 'ended')
    expect(await post(`/${id}/retry`)).toMatchObject({ status: 200 })
    await begun(id, 1)
    await t.end(id, 'finish')
    await inState(id, 'ended')
  })

  it.each<[string, object]>([
    ['without a template', { os_template_id: undefined }],
    ['that clear disks', { clear_hdd: 'simple' }],
    ['that make an array', { hdd_raid: 'raid_1' }],
    ['of a test that there is not', { load: ['network'] }],
  ])('of diagnostics %s is refused', async (_, more) => {
    const [server = 0] = await t.many(1)
    expect(await post('', diagnose([server], more))).toMatchObject({ status: 400 })
    expect(await post('', diagnose([server], { ...more, password: 'let-me-in' }))).toMatchObject({ status: 400 })
  })

  it('is stopped: what waits is called off, what runs goes on or is cancelled as well', async () => {
    const { id } = await made(wipe(await t.many(4), { limit_per_location: 2 }))
    await begun(id, 2)
    expect(await post(`/${id}/stop`)).toMatchObject({ status: 200, body: { id } })
    expect(await t.states(id)).toEqual(['running', 'running', 'cancelled', 'cancelled'])
    expect(await post(`/${id}/stop`)).toMatchObject({ status: 409 })
    await t.end(id, 'finish', 1)
    expect(await post(`/${id}/stop`, { cancel_running: true })).toMatchObject({ status: 200 })
    const [, second] = await t.rows(id)
    const { task } = await t.api.database.prisma.operation.findUniqueOrThrow({
      where: { id: second?.operation_id ?? 0 },
    })
    expect(await t.api.database.prisma.task.findUniqueOrThrow({ where: { id: task ?? 0 } })).toMatchObject({
      cancel_requested: true,
    })
    await t.end(id, 'fail')
    await t.until('its task is over', async () => (await t.plan(id)).consul_id === null)
    expect(await t.plan(id)).toMatchObject({ state: 'stopped', counts: { ok: 1, failed: 1, cancelled: 2 } })
  })

  it('tries again those that were not done, and no other', async () => {
    const servers = await t.many(3)
    const { id } = await made(install(servers))
    await begun(id, 3)
    expect(await post(`/${id}/retry`)).toMatchObject({ status: 409 })
    await t.end(id, 'finish', 1)
    await t.end(id, 'fail')
    await inState(id, 'ended')
    const answers = await Promise.all([post(`/${id}/retry`), post(`/${id}/retry`)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    await begun(id, 2)
    expect((await t.rows(id)).map(({ attempts }) => attempts)).toEqual([1, 2, 2])
    const { secrets } = await t.api.database.prisma.operation_plan.findUniqueOrThrow({ where: { id } })
    expect(secrets).toBeTruthy()
    expect(secrets).not.toContain('let-me-in')
    await t.end(id, 'finish')
    await inState(id, 'ended')
    expect(await t.api.database.prisma.operation_plan.findUniqueOrThrow({ where: { id } })).toMatchObject({
      secrets: null,
      task: null,
    })
  })

  it('keeps its password a week for another try', async () => {
    const { id } = await made(install(await t.many(1)))
    await begun(id, 1)
    await t.end(id, 'fail')
    await inState(id, 'ended')
    const { prisma } = t.api.database
    await forgetPlanSecrets()
    expect((await prisma.operation_plan.findUniqueOrThrow({ where: { id } })).secrets).toBeTruthy()
    await prisma.operation_plan.update({ where: { id }, data: { ended_at: new Date(Date.now() - 8 * 86_400_000) } })
    await forgetPlanSecrets()
    expect(await post(`/${id}/retry`)).toMatchObject({ status: 409, body: { error: { value: 'password' } } })
  })

  it('is paused after five failures one after the other, until somebody lets it go on', async () => {
    const { id, task } = await made(wipe(await t.many(7), { limit_per_location: 1 }))
    for (let n = 1; n <= 5; n++) {
      await begun(id, 1)
      await t.end(id, 'fail')
    }
    await inState(id, 'paused')
    expect(await t.ended(task)).toMatchObject({ status: 'failed', error: expect.stringContaining('is paused') })
    expect(await t.plan(id)).toMatchObject({
      counts: { failed: 5, waiting: 2 },
      reason: expect.stringMatching(/^5 operations have failed/),
    })
    const problems = async (who = t.api.admin) =>
      (await who.get('/vm/v3/problem')).body.list.filter(
        (one: Problem) => one.entity === 'operation_plan' && one.id === id,
      )
    // Its task has failed as well, and is no second problem.
    expect(await problems()).toMatchObject([{ kind: 'plan_paused', hosts: 2, since: expect.any(String) }])
    expect(await problems(t.api.ann)).toEqual([])
    expect(await post(`/${id}/resume`)).toMatchObject({ status: 200 })
    expect(await problems()).toEqual([])
    for (const _ of [1, 2]) {
      await begun(id, 1)
      await t.end(id, 'finish')
    }
    await inState(id, 'ended')
    expect(await post(`/${id}/resume`)).toMatchObject({ status: 409 })
  })

  it('is stopped with its task, and nothing stays in progress', async () => {
    const { id, task } = await made(wipe(await t.many(2), { limit_per_location: 1 }))
    await begun(id, 1)
    const { id: row } = await t.api.database.prisma.task.findFirstOrThrow({ where: { consul_id: task } })
    await t.api.database.pool.query('update task set cancel_requested = true where id = $1', [row])
    await inState(id, 'stopped')
    expect(await t.states(id)).toEqual(['running', 'cancelled'])
    await t.end(id, 'finish')
    expect(await t.states(id)).toEqual(['ok', 'cancelled'])
  })

  it('begins on no server twice when its worker is killed', async () => {
    await t.stopPlans()
    const servers = await t.many(12)
    const { id, task } = await made(wipe(servers, { limit_per_location: 12 }))
    const { prisma, url, masterKey } = t.api.database
    const { id: row } = await prisma.task.findFirstOrThrow({ where: { consul_id: task } })
    const only = ['operation_plan_run']
    await killedWhen({ url, masterKey, holds: { [row]: 'before begin end' }, only }, () =>
      t.until('some run', async () => (await running(id)) >= 3),
    )
    // It has lost as many workers as a task is given: another task goes on.
    await prisma.task.update({ where: { id: row }, data: { recoveries: 1 } })
    t.startPlans({ maxRecoveries: 1 })
    await begun(id, 12)
    expect(await t.ended(task)).toMatchObject({ status: 'failed', error_code: 'worker_lost' })
    expect(await prisma.operation.count({ where: { server_id: { in: servers } } })).toBe(12)
    expect((await t.rows(id)).every(({ attempts }) => attempts === 1)).toBe(true)
    await t.end(id, 'finish')
    await inState(id, 'ended')
  })
})
