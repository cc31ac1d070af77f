import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { noteUnprotected } from './coverage.ts'
import { scheduleWorld } from './fixture.ts'

let t: Awaited<ReturnType<typeof scheduleWorld>>
beforeAll(async () => {
  t = await scheduleWorld()
})
afterEach(() => t.clear())
afterAll(() => t.close())

const post = (id: number, body: object) => t.admin.post(`/vm/v3/schedule/${id}`, body)
const affected = async (id: number) => (await t.admin.get(`/vm/v3/schedule/${id}/hosts`)).body.affected_hosts_count
const inFuture = (moment: string) => new Date(moment).getTime() > Date.now()

describe('a schedule', () => {
  it('is made, read, changed and deleted by administrators', async () => {
    const host = await t.host('a')
    const body = {
      ...{ name: 'Nightly', comment: 'all of it', backup_mode: 'host_all', type: 'weekly', limit_count: 7 },
      ...{ start_time: { week_day: 7, hour: 23, minute: 5 }, time_zone: 'Europe/Berlin', keep_monthly: 3 },
      ...{ hosts: [host.id], clusters: [t.cluster] },
    }
    const id = await t.schedule(body)
    const start_time = { day: null, week_day: 7, hour: 23, minute: 5 }
    expect(await t.read(id)).toMatchObject({
      id,
      ...body,
      start_time,
      enabled: true,
      last_run: null,
      nodes: [],
      version: 1,
    })
    expect(inFuture((await t.read(id)).next_run)).toBe(true)

    expect((await post(id, { limit_count: 0, hosts: [], name: 'Weekly' })).body).toEqual({ id })
    expect(await t.read(id)).toMatchObject({
      ...body,
      name: 'Weekly',
      start_time,
      limit_count: null,
      hosts: [],
      version: 2,
    })
    expect((await t.admin.get('/vm/v3/schedule?where=type EQ weekly')).body).toMatchObject({ size: 1, list: [{ id }] })

    for (const answer of [await t.ann.get('/vm/v3/schedule'), await t.ann.post(`/vm/v3/schedule/${id}/run`)])
      expect(answer.status).toBe(403)
    expect((await t.admin.delete(`/vm/v3/schedule/${id}`)).body).toEqual({ id })
    expect((await t.admin.get(`/vm/v3/schedule/${id}`)).status).toBe(404)
  })

  it('keeps the other parts of its time, and is planned anew when one changes', async () => {
    const id = await t.schedule({ type: 'monthly', start_time: { day: 31, hour: 2, minute: 30 } })
    const before = (await t.read(id)).next_run
    await post(id, { comment: 'x' })
    expect((await t.read(id)).next_run).toBe(before)
    await post(id, { start_time: { minute: 45 } })
    const after = await t.read(id)
    expect(after.start_time).toEqual({ day: 31, week_day: null, hour: 2, minute: 45 })
    expect(new Date(after.next_run).getTime() - new Date(before).getTime()).toBe(15 * 60_000)
    await post(id, { enabled: false })
    expect((await t.read(id)).next_run).toBeNull()
    await post(id, { enabled: true })
    expect((await t.read(id)).next_run).toBe(after.next_run)
  })

  it('is refused with the field named', async () => {
    const at = { hour: 2, minute: 30 }
    const refused = [
      [{ type: 'weekly', start_time: at }, 'start_time.week_day'],
      [{ type: 'monthly', start_time: at }, 'start_time.day'],
      [{ type: 'daily', start_time: at, time_zone: 'Mars/Base' }, 'time_zone'],
      [{ type: 'daily', start_time: at, clusters: [9999] }, 'clusters'],
      [{ type: 'daily', start_time: at, backup_locations: [9999] }, 'backup_locations'],
      [{ type: 'daily', start_time: at, hosts: [1, 1] }, 'hosts'],
      [{ type: 'daily', start_time: { ...at, hour: 24 } }, 'start_time.hour'],
    ] as const
    for (const [body, value] of refused) {
      const answer = await t.admin.post('/vm/v3/schedule', body)
      expect(answer, JSON.stringify(body)).toMatchObject({ status: 400, body: { error: { value } } })
    }
    const id = await t.schedule()
    expect((await post(id, { type: 'weekly' })).body.error.value).toBe('start_time.week_day')
    expect((await post(9999, { type: 'weekly' })).status).toBe(404)
    expect((await t.admin.get('/vm/v3/schedule/9999/hosts')).status).toBe(404)
  })

  it('loses what is deleted', async () => {
    const host = await t.host('a', { disks: 2 })
    const id = await t.schedule({ hosts: [host.id], disks: [host.disks[1]] })
    await t.pool.query('delete from disk where id = $1', [host.disks[1]])
    await t.pool.query('delete from host where id = $1', [host.id])
    expect(await t.read(id)).toMatchObject({ hosts: [], disks: [] })
  })

  it('counts the VMs that it means, each once', async () => {
    const preset = await t.prisma.preset.create({ data: { name: 'p', cpu_number: 1, ram_mib: 1, hdd_mib: 1 } })
    const a = await t.host('a', { node: 0 })
    await t.host('b', { node: 0, preset: preset.id })
    await t.host('c', { node: 1 })
    const free = await t.freeDisk('f')
    const counts: [object, number][] = [
      [{ hosts: [a.id] }, 1],
      [{ nodes: [t.nodes[0]] }, 2],
      [{ clusters: [t.cluster], hosts: [a.id], nodes: t.nodes }, 3],
      [{ presets: [preset.id] }, 1],
      [{ presets: [preset.id], hosts: [a.id], disks: [free] }, 2],
      [{ disks: a.disks, backup_mode: 'disk' }, 1],
      [{}, 0],
    ]
    for (const [targets, count] of counts)
      expect(await affected(await t.schedule(targets)), JSON.stringify(targets)).toBe(count)
  })

  it('is a job of the scheduler, in the words of cron', async () => {
    const id = await t.schedule({ name: 'N', type: 'weekly', start_time: { week_day: 5, hour: 4, minute: 15 } })
    await t.schedule({ enabled: false })
    expect((await t.admin.get('/vm/v3/schedule_list')).body).toEqual({
      shedule_list: [expect.objectContaining({ name: 'N', instance_id: id, cron_expression: '15 4 * * 5' })],
    })
  })
})

describe('coverage', () => {
  it('says of each VM how well it is protected', async () => {
    const [fresh, old, never, fewer, free] = [
      await t.host('fresh'),
      await t.host('old'),
      await t.host('never'),
      await t.host('fewer', { disks: 2 }),
      await t.host('free'),
    ]
    const hosts = [fresh, old, never, fewer].map(({ id }) => id)
    const id = await t.schedule({ hosts, backup_mode: 'host_all' })
    await t.pool.query("update schedule set created_at = now() - interval '3 days'")
    await t.pool.query("update disk set created_at = now() - interval '3 days'")
    for (const host of [fresh, fewer]) await t.backup(host.disks[0]!, id, 5)
    await t.backup(old.disks[0]!, id, 50)
    // Neither counts.
    await t.backup(old.disks[0]!, id, 4, { state: 'crashed' })
    await t.backup(old.disks[0]!, id, 3, { deleted_at: new Date() })
    const { list } = (await t.admin.get('/vm/v3/schedule_coverage?orderby=id')).body
    expect(list.map(({ name, state }: { name: string; state: string }) => [name, state])).toEqual([
      ['fresh', 'in_time'],
      ['old', 'late'],
      ['never', 'no_backup'],
      ['fewer', 'no_backup'],
      ['free', 'no_schedule'],
    ])
    expect(list[1]).toMatchObject({ promised_hours: 36, schedules: 1, last_backup: expect.any(String) })
    const sums = { no_backup: 2, late: 1, no_schedule: 1, waits: 0, in_time: 1 }
    expect((await t.admin.get('/vm/v3/schedule_coverage/sums')).body).toEqual(sums)
    expect((await t.ann.get('/vm/v3/schedule_coverage')).status).toBe(403)

    const problems = async () => {
      await noteUnprotected()
      const found: { kind: string; name: string }[] = (await t.admin.get('/vm/v3/problem')).body.list
      return found.map(({ kind, name }) => `${kind} ${name}`).sort()
    }
    expect(await problems()).toEqual([
      'backup_late old',
      'backup_missing fewer',
      'backup_missing never',
      'backup_none free',
    ])
    await t.backup(old.disks[0]!, id, 1)
    expect(await problems()).toEqual(['backup_missing fewer', 'backup_missing never', 'backup_none free'])

    // A VM that was made today waits for its first run, and a disabled schedule protects no VM.
    await t.pool.query('update disk set created_at = now() where id = $1', [never.disks[0]])
    const stateOf = async (host: number) =>
      (await t.admin.get(`/vm/v3/schedule_coverage?where=id EQ ${host}`)).body.list[0].state
    expect(await stateOf(never.id)).toBe('waits')
    await post(id, { enabled: false })
    expect(await stateOf(fresh.id)).toBe('no_schedule')
    expect(await stateOf(free.id)).toBe('no_schedule')
  })
  describe('says why a VM is not protected', () => {
    const way = { ip: '192.0.2.9', port: 22, login: 'b', chunk_bytes: 1048576, root_key: 'x' }
    const place = async (name: string, over: object, clusters = [t.cluster]) => {
      const { id } = await t.prisma.backup_location.create({ data: { name, path: `/${name}`, ...way, ...over } })
      for (const cluster_id of clusters)
        await t.prisma.backup_location_cluster.create({ data: { backup_location_id: id, cluster_id } })
      return id
    }
    const old = () => t.pool.query("update schedule set created_at = now() - interval '3 days'")
    const aged = async (name: string, schedule: object | null) => {
      const host = await t.host(name)
      const id = schedule === null ? null : await t.schedule({ name: `of ${name}`, hosts: [host.id], ...schedule })
      await t.pool.query("update disk set created_at = now() - interval '3 days'")
      await old()
      return { ...host, schedule: id, disk: host.disks[0]! }
    }
    const rows = async (where = '') => (await t.admin.get(`/vm/v3/schedule_coverage?orderby=id${where}`)).body.list
    const reasons = async (where = '') =>
      (await rows(where)).map(({ name, reason }: { name: string; reason: string }) => [name, reason])
    afterEach(() => t.pool.query('truncate backup_location cascade'))

    it('by its schedules and their places', async () => {
      const away = await place('away', { status: 'unreachable', fault: 'No answer' })
      const full = await place('full', { status: 'full', fault: 'No room' })
      const good = await place('good', { status: 'ok' })
      const other = await place('other', { status: 'ok' }, [])
      await aged('free', null)
      const off = await aged('off', { enabled: false })
      await aged('elsewhere', { backup_locations: [other] })
      const gone = await aged('gone', { backup_locations: [away, full] })
      await aged('packed', { backup_locations: [full] })
      // One place that can be written is enough, and one that is not for the cluster is passed over.
      await aged('writes', { backup_locations: [away, good] })
      const bare = await aged('bare', {})
      await t.pool.query('delete from disk where id = $1', [bare.disk])
      expect(await reasons()).toEqual([
        ['free', 'no_schedule'],
        ['off', 'schedule_disabled'],
        ['elsewhere', 'no_location'],
        ['gone', 'location_away'],
        ['packed', 'location_full'],
        ['writes', 'no_backup'],
        ['bare', 'no_disk'],
      ])
      const list = await rows()
      expect(list[0]).toMatchObject({ schedule: null, cause: null, place: null })
      expect(list[1]).toMatchObject({ schedule: { id: off.schedule, name: 'of off' }, cause: null, place: null })
      expect(list[3]).toMatchObject({ schedule: { id: gone.schedule }, cause: 'No answer', place: 'away' })
      expect(list[5]).toMatchObject({ cause: null, place: null })
      const found = await reasons(`&where=${encodeURIComponent("reason IN ('location_full','location_away')")}`)
      expect(found).toEqual([
        ['gone', 'location_away'],
        ['packed', 'location_full'],
      ])
    })

    it('by what failed last, and by its rehearsals when it is in time', async () => {
      const broken = await aged('broken', {})
      await t.backup(broken.disk, broken.schedule, 50)
      await t.backup(broken.disk, broken.schedule, 4, { state: 'crashed', fault: 'The node went away' })
      const failed = await aged('failed', {})
      const missed = await aged('missed', {})
      const run = (schedule_id: number | null, state: string, reason: string, hours: number) =>
        t.pool.query(
          `insert into schedule_run (schedule_id, planned_for, started_at, ended_at, state, reason)
           values ($1, now() - $4::int * interval '1 hour', case when $2::text <> 'missed' then now() end, now(), $2, $3)`,
          [schedule_id, state, reason, hours],
        )
      await run(failed.schedule, 'failed', 'The VM is being moved', 2)
      await run(failed.schedule, 'done', 'long ago', 30)
      await run(missed.schedule, 'missed', 'The panel was not running then', 2)
      const late = await aged('late', {})
      await t.backup(late.disk, late.schedule, 50)
      const fine = await aged('fine', {})
      const stale = await aged('stale', {})
      const unstarted = await aged('unstarted', {})
      for (const host of [fine, stale, unstarted]) await t.backup(host.disk, host.schedule, 5)
      await t.pool.query(
        `insert into host_unrehearsed (host_id, state, reason) values ($1, 'failed', 'No answer on the console'), ($2, 'late', null)`,
        [unstarted.id, stale.id],
      )
      expect(await reasons()).toEqual([
        ['broken', 'backup_failed'],
        ['failed', 'run_failed'],
        ['missed', 'run_missed'],
        ['late', 'late'],
        ['fine', null],
        ['stale', 'rehearsal_late'],
        ['unstarted', 'rehearsal_failed'],
      ])
      expect((await rows()).map(({ cause }: { cause: string | null }) => cause)).toEqual([
        'The node went away',
        'The VM is being moved',
        'The panel was not running then',
        ...[null, null, null],
        'No answer on the console',
      ])
    })
  })
})
