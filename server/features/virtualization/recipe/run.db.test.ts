import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testCluster } from '../../../../e2e/support/dummy-cluster.ts'
import { dummyNode } from '../../../simulation/hypervisor/node.ts'
import { scriptLimits } from './run-task.ts'

let t: Awaited<ReturnType<typeof testCluster>>
let host: number
beforeAll(async () => {
  t = await testCluster()
  host = (await t.done(await t.create({ name: 'scripted' }))).id
})
afterAll(() => t.close())

const GREET = {
  name: 'Greet',
  script: 'echo "hello $WHO in $PLACE on $VM_NAME"\nexit $CODE\n',
  params: [
    { name: 'WHO', required: true },
    { name: 'PLACE', type: 'select', select_values: [{ name: 'Paris' }, { name: 'Oslo' }] },
  ],
}
const make = async (body: object, who = t.ann): Promise<number> => (await who.post('/vm/v3/recipe', body)).body.id
const given = (values: Record<string, string>) => Object.entries(values).map(([name, value]) => ({ name, value }))
const run = (body: object, id = host) => t.ann.post(`/vm/v3/host/${id}/runrecipe`, body)
/** The task of a run once it has ended, with its log. */
const ranBy = async (body: object, id = host) => {
  const answer = await run(body, id)
  expect(answer.body).toMatchObject({ id, task: expect.any(Number) })
  await t.ended(answer.body.task)
  return (await t.ann.get(`/vm/v3/task/${answer.body.task}`)).body
}

describe('a script that runs in a VM', () => {
  it('gets its values, and its output and exit code are in the task', async () => {
    const recipe = await make(GREET)
    const task = await ranBy({ recipe, recipe_params: given({ WHO: 'Ann "x" $(id)', PLACE: 'Oslo' }) })
    expect(task).toMatchObject({
      name: 'host_recipe',
      status: 'complete',
      log: { text: 'hello Ann "x" $(id) in Oslo on scripted\n', exit_code: 0, is_cut: false },
    })
  })

  it('fails its task when it fails, and leaves the VM as it is', async () => {
    const task = await ranBy({ body: 'echo trouble\nexit 7\n' })
    expect(task).toMatchObject({
      status: 'failed',
      error: { msg: 'The script failed with exit code 7: its output has the cause' },
      log: { text: 'trouble\n', exit_code: 7 },
    })
    expect(await t.host(host)).toMatchObject({ state: 'active', disabled: false, fault: { action: 'host_recipe' } })
  })

  it('is killed when its task is stopped', async () => {
    const { body } = await run({ body: 'echo begun\nsleep 600\n' })
    const log = async () => (await t.ann.get(`/vm/v3/task/${body.task}`)).body.log.text
    await expect.poll(log, { interval: 50 }).toBe('begun\n')
    expect((await t.ann.post(`/vm/v3/task/${body.task}/abort`)).status).toBe(200)
    expect(await t.ended(body.task)).toMatchObject({ status: 'aborted' })
    const { rows } = await t.database.pool.query('select secret, token from script_run where task = $1', [body.task])
    expect(rows).toEqual([{ secret: null, token: expect.any(String) }])
    expect((await ranBy({ body: 'echo next\n' })).log.text).toBe('next\n')
  })

  it('keeps its values out of history, audit, task and log, and covers hidden ones', async () => {
    const secret = 'S3cret-of-ann'
    const local = 'Local-hidden-1'
    await t.ann.post('/vm/v3/script_variable', { name: 'API_PASS', value: local, hidden: true })
    const task = await ranBy({
      body: 'echo "given $DB_PASSWORD, kept $API_PASS"\n',
      recipe_params: given({ DB_PASSWORD: secret }),
    })
    expect(task.log.text).toBe('given ••••••••, kept ••••••••\n')
    const { rows } = await t.database.pool.query<{ all: string }>(`
      select (select string_agg(x::text, '') from host_history x) || (select string_agg(x::text, '') from audit x)
        || (select string_agg(x::text, '') from task x) || (select string_agg(x::text, '') from task_step x)
        || (select string_agg(x::text, '') from change x) || (select string_agg(x::text, '') from script_run x)
        || (select string_agg(x::text, '') from script_variable x) as all`)
    expect(rows[0]?.all).toContain('host_recipe')
    expect(rows[0]?.all).not.toContain(secret)
    expect(rows[0]?.all).not.toContain(local)
  })

  it('covers what it was begun with when another worker takes it over, whatever has become of the variable', async () => {
    const post = (body: object) => t.ann.post('/vm/v3/script_variable', body)
    const changed = await post({ name: 'CHANGED', value: 'Was-hidden-1', hidden: true })
    const gone = await post({ name: 'GONE', value: 'Was-hidden-2', hidden: true })
    const { body } = await run({ body: 'echo begun\nsleep 3\necho "$CHANGED, $GONE"\n' })
    const log = async () => (await t.ann.get(`/vm/v3/task/${body.task}`)).body.log.text
    await expect.poll(log, { interval: 50, timeout: 10_000 }).toBe('begun\n')
    await t.stopWorker()
    const answers = []
    for (const { id } of [changed.body, gone.body]) answers.push(await t.ann.delete(`/vm/v3/script_variable/${id}`))
    answers.push(await post({ name: 'CHANGED', value: 'Another-1', hidden: true }))
    t.startWorker()
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await t.ended(body.task)).toMatchObject({ status: 'complete' })
    expect(await log()).toBe('begun\n••••••••, ••••••••\n')
  })

  it('is stopped when it writes too much, and when it takes too long', async () => {
    const usual = { ...scriptLimits }
    try {
      scriptLimits.bytes = 8
      expect(await ranBy({ body: 'echo begun\necho more\nsleep 600\n' })).toMatchObject({
        status: 'failed',
        error: { msg: expect.stringMatching(/was stopped: direct its output into a file/) },
        log: { text: 'begun\nmore\n', exit_code: null },
      })
      Object.assign(scriptLimits, usual, { ms: 500 })
      expect(await ranBy({ body: 'echo begun\nsleep 600\n' })).toMatchObject({
        status: 'failed',
        error: { msg: expect.stringMatching(/was stopped: it ran for more than/) },
        log: { text: 'begun\n', exit_code: null },
      })
    } finally {
      Object.assign(scriptLimits, usual)
    }
    const row = await t.database.prisma.host.findUniqueOrThrow({ where: { id: host } })
    const node = await t.database.prisma.node.findUniqueOrThrow({ where: { id: row.node_id ?? 0 } })
    const { domains } = await dummyNode(node.ip).store.read()
    expect(domains[row.internal_name]?.guest.scripts).toEqual({})
    expect((await ranBy({ body: 'echo next\n' })).log.text).toBe('next\n')
  })

  it.each([
    [{ entity: 'os_group', expression: 'debian' }, true],
    [{ entity: 'os_group', expression: 'windows%' }, false],
    [{ entity: 'tag', expression: 'cloud' }, true],
    [{ entity: 'tag', expression: 'cloudy' }, false],
    [{ entity: 'os', expression: 'Debian%' }, true],
  ])('is meant for systems by %j: %j', async (filter, meant) => {
    await t.database.prisma.host.update({
      where: { id: host },
      data: { os_name: 'Debian 13', os_group: 'debian' },
    })
    await t.database.prisma.os.update({ where: { id: t.os }, data: { tags: ['cloud', 'small'] } })
    const { status, body } = await run({
      recipe: await make({ name: 'Meant', script: 'echo\n', script_filter: [filter] }),
    })
    if (meant) await t.ended(body.task)
    else expect(body.error.msg).toMatch(/is not meant for/)
    expect(status).toBe(meant ? 200 : 400)
  })

  it.each([
    ['a required value that is missing', {}, 'recipe_params', /WHO is required/],
    ['another value than its choices', { WHO: 'x', PLACE: 'Rome' }, 'recipe_params', /PLACE is one of Paris, Oslo/],
    ['a value it does not ask for', { WHO: 'x', OTHER: 'y' }, 'recipe_params', /no parameter OTHER/],
  ])('is refused with %s, by name', async (_, values, value, words) => {
    const recipe = await make(GREET)
    expect(await run({ recipe, recipe_params: given(values) })).toMatchObject({
      status: 400,
      body: { error: { value, msg: expect.stringMatching(words) } },
    })
    expect(await t.host(host)).toMatchObject({ queue: [] })
  })

  it.each([
    ['neither script nor text', {}, 'recipe'],
    ['both', { recipe: 1, body: 'echo' }, 'recipe'],
    ['a script that is not there', { recipe: 999_999 }, 'recipe'],
    ['mail', { body: 'echo', send_email: true }, 'send_email'],
    ['recipients', { body: 'echo', recipients: [{ lang: 'en' }] }, 'recipients'],
    ['an empty text', { body: '' }, 'body'],
  ])('is refused with %s', async (_, body, value) => {
    expect(await run(body)).toMatchObject({ status: 400, body: { error: { value } } })
  })

  it('of another account, for another system, or disabled is refused', async () => {
    const bobs = await make(GREET, t.bob)
    expect(await run({ recipe: bobs })).toMatchObject({ status: 400, body: { error: { value: 'recipe' } } })
    const other = await make({ ...GREET, script_filter: [{ entity: 'os', expression: 'Plan 9%' }] })
    expect((await run({ recipe: other, recipe_params: given({ WHO: 'x' }) })).body.error.msg).toMatch(
      /is not meant for/,
    )
    expect(
      await ranBy({ recipe: other, recipe_params: given({ WHO: 'x' }), ignore_recipe_filters: true }),
    ).toMatchObject({ status: 'complete' })
    await t.ann.post(`/vm/v3/recipe/${other}`, { state: 'disabled' })
    expect((await run({ recipe: other })).body.error.msg).toMatch(/is disabled/)
    const windows = await make({ ...GREET, type: 'power_shell' })
    expect((await run({ recipe: windows })).body.error.msg).toMatch(/PowerShell/)
  })
})

describe('a script in a Windows guest', () => {
  const script = 'Write-Output "hello $env:WHO from $env:place"\nexit $env:NONE\n'
  let windows: number
  beforeAll(async () => {
    windows = (await t.done(await t.create({ name: 'office-windows' }))).id
    await t.database.prisma.host.update({
      where: { id: windows },
      data: { os_name: 'Windows Server 2025', os_group: 'windows' },
    })
    await t.ann.post('/vm/v3/script_variable', { name: 'PLACE', value: 'Oslo' })
  })

  it('is PowerShell, with its values and the variables that it reads in its environment', async () => {
    const recipe = await make({ name: 'Greet', type: 'power_shell', script, params: [{ name: 'WHO' }] })
    const task = await ranBy({ recipe, recipe_params: given({ WHO: 'Ann $(calc)' }) }, windows)
    expect(task).toMatchObject({ status: 'complete', log: { text: 'hello Ann $(calc) from Oslo\n', exit_code: 0 } })
    const text = await ranBy({ body: 'Write-Output begun\nexit 7\n' }, windows)
    expect(text).toMatchObject({ status: 'failed', log: { text: 'begun\n', exit_code: 7 } })
  })

  it('of the shell is refused before anything runs, as PowerShell is elsewhere', async () => {
    const { body } = await t.ann.get(`/vm/v3/task?where=registry_id EQ ${windows}`)
    expect(await run({ recipe: await make({ ...GREET, params: [] }) }, windows)).toMatchObject({
      status: 400,
      body: { error: { value: 'recipe', msg: expect.stringMatching(/do not run in Windows/) } },
    })
    expect(await run({ body: '#!/bin/sh\necho' }, windows)).toMatchObject({ body: { error: { value: 'body' } } })
    expect(await run({ body: '#ps1\nexit\n' })).toMatchObject({
      status: 400,
      body: { error: { value: 'body', msg: expect.stringMatching(/run in Windows only/) } },
    })
    expect((await t.ann.get(`/vm/v3/task?where=registry_id EQ ${windows}`)).body.size).toBe(body.size)
  })

  it('is judged by the guest where the panel does not know its system', async () => {
    await t.database.prisma.host.update({
      where: { id: windows },
      data: { os_id: null, os_name: null, os_group: null },
    })
    const task = await ranBy({ body: '#!/bin/sh\necho never\n' }, windows)
    expect(task).toMatchObject({
      status: 'failed',
      error: { msg: expect.stringMatching(/do not run in Windows/) },
      log: { text: '' },
    })
  })
})

describe('variables', () => {
  it('reach the scripts that read them: given values win over local, local over global', async () => {
    const post = (who: typeof t.ann, body: object) => who.post('/vm/v3/script_variable', body)
    await post(t.admin, { name: 'MIRROR', value: 'global', scope: 'global' })
    await post(t.admin, { name: 'ZONE', value: 'global', scope: 'global' })
    await post(t.admin, { name: 'MASTER', value: 'Global-hidden', scope: 'global', hidden: true })
    await post(t.ann, { name: 'ZONE', value: 'local' })
    await post(t.bob, { name: 'BOBS', value: 'bob' })
    const off = await post(t.ann, { name: 'ASLEEP', value: 'off' })
    await t.ann.post(`/vm/v3/script_variable/${off.body.id}/disable`)
    const script = 'echo "$MIRROR,$ZONE,$BOBS,$ASLEEP,$MASTER"\n'
    expect((await ranBy({ body: script })).log.text).toBe('global,local,,,\n')
    expect((await ranBy({ body: script, recipe_params: given({ ZONE: 'given' }) })).log.text).toBe('global,given,,,\n')
    const trusted = await make({ name: 'Trusted', script, for_all: true }, t.admin)
    expect((await ranBy({ recipe: trusted })).log.text).toBe('global,local,,,••••••••\n')
  })
})

describe('scripts of a new VM', () => {
  it('run in order after its creation; one that fails does not stop the next', async () => {
    const recipe = await make(GREET)
    const failing = await make({ name: 'Failing', script: 'echo first\nexit 1\n' })
    const { body } = await t.create({
      name: 'with-scripts',
      recipe_list: [{ recipe: failing }, { recipe, recipe_params: given({ WHO: 'new' }) }],
    })
    expect(body.recipe_task_list).toHaveLength(2)
    expect(body.recipe_task).toBe(body.recipe_task_list[0])
    const ended = []
    for (const task of body.recipe_task_list) {
      await t.ended(task)
      ended.push((await t.ann.get(`/vm/v3/task/${task}`)).body)
    }
    expect(ended).toMatchObject([
      { status: 'failed', log: { text: 'first\n' } },
      { status: 'complete', log: { text: 'hello new in  on with-scripts\n' } },
    ])
    expect(ended[1].started_at >= ended[0].finished_at).toBe(true)
    expect(await t.host(body.id)).toMatchObject({ state: 'active', queue: [] })
  })

  it('are not started when it fails, and run with their values when it is tried again', async () => {
    const recipe = await make(GREET)
    const gone = await make({ name: 'Gone', script: 'echo "gone, $API_TOKEN"\n', params: [{ name: 'API_TOKEN' }] })
    const { body } = await t.create({
      name: 'vm-failstart-scripts',
      recipe_list: [
        { recipe: gone, recipe_params: given({ API_TOKEN: 'Sealed-1' }) },
        { recipe, recipe_params: given({ WHO: 'again' }) },
      ],
    })
    expect(await t.ended(body.task)).toMatchObject({ status: 'failed' })
    for (const task of body.recipe_task_list) expect(await t.ended(task)).toMatchObject({ status: 'aborted' })
    expect(await t.host(body.id)).toMatchObject({ state: 'crashed', queue: [] })
    await t.ann.delete(`/vm/v3/recipe/${gone}`)
    // It fails once more before the fault, which lies in the name, is mended.
    const retry = () => t.ann.post(`/vm/v3/host/${body.id}/retry`, {})
    const second = await retry()
    expect(second.body).toMatchObject({ recipe_task_list: [expect.any(Number), expect.any(Number)] })
    for (const task of second.body.recipe_task_list) await t.ended(task)
    await t.database.pool.query(`update host set name = 'with-scripts-again' where id = $1`, [body.id])
    const third = await retry()
    await t.done(third)
    const ended = []
    for (const task of third.body.recipe_task_list) {
      await t.ended(task)
      ended.push((await t.ann.get(`/vm/v3/task/${task}`)).body)
    }
    expect(ended).toMatchObject([
      { status: 'complete', log: { text: 'gone, ••••••••\n' } },
      { status: 'complete', log: { text: 'hello again in  on with-scripts-again\n' } },
    ])
    const kept = 'select 1 from script_run where host_id = $1 and secret is not null'
    expect((await t.database.pool.query(kept, [body.id])).rowCount).toBe(0)
  })

  it('that were called off before the creation failed do not run when it is tried again', async () => {
    const [first, second] = [
      await make({ name: 'Off', script: 'echo off\n' }),
      await make({ name: 'On', script: 'echo on\n' }),
    ]
    await t.stopWorker()
    const { body } = await t.create({ name: 'vm-failstart-off', recipe_list: [{ recipe: first }, { recipe: second }] })
    await t.ann.post(`/vm/v3/task/${body.recipe_task_list[0]}/abort`)
    t.startWorker()
    for (const task of [body.task, ...body.recipe_task_list]) await t.ended(task)
    await t.database.pool.query(`update host set name = 'one-called-off' where id = $1`, [body.id])
    const again = await t.ann.post(`/vm/v3/host/${body.id}/retry`, {})
    expect(again.body.recipe_task_list).toHaveLength(1)
    await t.ended(again.body.recipe_task)
    expect((await t.ann.get(`/vm/v3/task/${again.body.recipe_task}`)).body.log.text).toBe('on\n')
  })

  it('are refused before anything is made', async () => {
    const recipe = await make(GREET)
    const before = await t.database.prisma.host.count()
    expect(await t.create({ name: 'refused', recipe_list: [{ recipe }] })).toMatchObject({
      status: 400,
      body: { error: { value: 'recipe_params', msg: expect.stringMatching(/WHO is required/) } },
    })
    expect(await t.create({ name: 'refused', recipe_params: given({ A: 'b' }) })).toMatchObject({ status: 400 })
    expect(await t.database.prisma.host.count()).toBe(before)
  })
})
