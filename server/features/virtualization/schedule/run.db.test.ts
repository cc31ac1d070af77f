import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PanelError } from '../../../domain/shared/errors.ts'
import { soon } from '../../../shared/testing/soon.ts'
import { msg } from '../../../shared/text.ts'
import { scheduleWorld } from './fixture.ts'
import { lookAtSchedules } from './look.ts'
import { markOutdated, retain } from './retain.ts'
import type { StartBackup, Wanted } from './start.ts'

let t: Awaited<ReturnType<typeof scheduleWorld>>
let wanted: Wanted[]
let refusal: PanelError | null
beforeAll(async () => {
  t = await scheduleWorld()
})
beforeEach(() => {
  wanted = []
  refusal = null
})
afterEach(() => t.clear())
afterAll(() => t.close())
/** Notes what is wanted and makes backups that are made until the test ends them. */
const startBackup: StartBackup = async (work, one) => {
  if (refusal) throw refusal
  wanted.push(one)
  const { host_id, schedule_id, mode } = one
  const named = {
    name: 'b',
    internal_name: 'vm',
    disk_name: 'd',
    run_id: randomUUID(),
    subject: randomUUID(),
    size_mib: 1,
  }
  const data = one.disk_ids.map((disk_id) => ({ ...named, disk_id, host_id, schedule_id, mode }))
  return (await work.tx.backup.createManyAndReturn({ data })).map(({ id }) => id)
}
const look = (now = new Date(DUE.getTime() + 30_000)) => lookAtSchedules(startBackup, soon(), now)
const endBackups = (fault: string | null = null) =>
  t.prisma.backup.updateMany({
    where: { state: 'creating' },
    data:
      fault === null ? { state: 'active', made_at: new Date(), finished_at: new Date() } : { state: 'crashed', fault },
  })
/** The schedule is due now. */
const due = (id: number) => t.pool.query('update schedule set next_run = $2 where id = $1', [id, DUE])
const DUE = new Date('2026-01-20T02:30:00Z')

describe('a run', () => {
  it('is begun once, by whichever of many workers comes first', async () => {
    const hosts = [await t.host('a'), await t.host('b', { node: 1 })].map(({ id }) => id)
    const ids = await Promise.all(Array.from({ length: 5 }, () => t.schedule({ hosts })))
    for (const id of ids) await due(id)
    await Promise.all(Array.from({ length: 6 }, () => look()))
    for (const id of ids) {
      expect(await t.runs(id)).toMatchObject([{ state: 'running', disks: 2, started_by: 'clock', reason: null }])
      expect((await t.read(id)).next_run).toMatch(/^2026-01-21T02:30/)
    }
    // One a node.
    expect(wanted).toHaveLength(2)
    expect(new Set(wanted.map(({ host_id }) => host_id))).toEqual(new Set(hosts))
  })

  it('goes on as nodes become free, and ends with what became of each disk', async () => {
    const host = await t.host('a', { disks: 2 })
    const other = await t.host('b')
    const id = await t.schedule({ hosts: [host.id, other.id], backup_mode: 'host_all' })
    await due(id)
    await look()
    expect(wanted).toMatchObject([{ host_id: host.id, disk_ids: host.disks, mode: 'host_all', schedule_id: id }])
    await endBackups()
    expect(await look()).toEqual(host.disks)
    expect(wanted[1]).toMatchObject({ host_id: other.id, disk_ids: other.disks })
    await endBackups('The location is full')
    expect(await look()).toEqual([])
    expect(await t.runs(id)).toMatchObject([
      { state: 'failed', disks: 3, done: 2, failed: 1, reason: 'The location is full' },
    ])
    expect((await t.read(id)).last_state).toBe('failed')
    const { list } = (await t.admin.get('/vm/v3/problem')).body
    expect(list).toMatchObject([{ kind: 'schedule', id, state: 'failed', cause: 'The location is full' }])
  })

  it('backs up disks by themselves in disk mode, and named ones besides those of VMs', async () => {
    const host = await t.host('a', { disks: 2 })
    const free = await t.freeDisk('f')
    const id = await t.schedule({ hosts: [host.id], disks: [free] })
    const each = await t.schedule({ clusters: [t.cluster], backup_mode: 'disk' })
    const cuts = async (of: number) => {
      await t.admin.post(`/vm/v3/schedule/${of}/run`)
      const { rows } = await t.pool.query(
        'select disk_ids from schedule_start x join schedule_run r on r.id = x.run_id where r.schedule_id = $1 order by disk_ids',
        [of],
      )
      return rows.map(({ disk_ids }) => disk_ids)
    }
    expect(await cuts(id)).toEqual([[host.disks[0]], [free]])
    const { rows } = await t.pool.query('select mode from schedule_start order by disk_ids')
    expect(rows.map(({ mode }) => mode)).toEqual(['host_main', 'disk'])
    expect(await cuts(each)).toEqual([[host.disks[0]], [host.disks[1]], [free]])
  })

  it('by hand runs a disabled schedule too, but not twice at once', async () => {
    const host = await t.host('a')
    const id = await t.schedule({ hosts: [host.id], enabled: false })
    expect((await t.admin.post(`/vm/v3/schedule/${id}/run`)).body).toEqual({ id })
    expect((await t.admin.post(`/vm/v3/schedule/${id}/run`)).status).toBe(409)
    await look()
    await endBackups()
    await look()
    expect(await t.runs(id)).toMatchObject([{ state: 'done', started_by: 'person', done: 1 }])
    expect((await t.admin.post('/vm/v3/schedule/9999/run')).status).toBe(404)
  })

  it('without anything to back up is over at once', async () => {
    const id = await t.schedule()
    await t.admin.post(`/vm/v3/schedule/${id}/run`)
    expect(await t.runs(id)).toMatchObject([{ state: 'done', disks: 0 }])
  })

  it('begins no more within an hour than allowed', async () => {
    const hosts = []
    for (let n = 0; n < 4; n++) hosts.push((await t.host(`h${n}`, { node: n % 2 })).id)
    const id = await t.schedule({ hosts, starts_per_hour: 2 })
    await t.admin.post(`/vm/v3/schedule/${id}/run`)
    const due = await t.pool.query(
      'select extract(epoch from due_at - min(due_at) over ())::int as after from schedule_start order by 1',
    )
    expect(due.rows.map(({ after }) => after)).toEqual([0, 1800, 3600, 5400])
    await t.pool.query('update schedule_start set due_at = now()')
    await look()
    await endBackups()
    await look()
    expect(wanted).toHaveLength(2)
  })

  it('writes into a location twice at once at most, whatever the nodes', async () => {
    const nodes = []
    for (let n = 3; n < 7; n++)
      nodes.push(
        await t.prisma.node.create({
          data: { name: `n${n}`, cluster_id: t.cluster, ip: `192.0.2.${n}`, state: 'active' },
        }),
      )
    const way = { ip: '192.0.2.9', port: 22, login: 'b', path: '/b', chunk_bytes: 1048576, root_key: 'x' }
    const place = await t.prisma.backup_location.create({ data: { name: 'vault', ...way } })
    const hosts = []
    for (const { id } of nodes) {
      const host = await t.host(`h${id}`)
      await t.pool.query('update host set node_id = $2 where id = $1', [host.id, id])
      hosts.push(host.id)
    }
    const id = await t.schedule({ hosts, backup_locations: [place.id] })
    await t.admin.post(`/vm/v3/schedule/${id}/run`)
    await Promise.all([look(), look(), look()])
    expect(wanted).toHaveLength(2)
    expect(wanted[0]?.backup_locations).toEqual([place.id])
  })

  it('asks a busy VM again, and says why others are not backed up', async () => {
    const host = await t.host('a')
    const id = await t.schedule({ hosts: [host.id] })
    await t.admin.post(`/vm/v3/schedule/${id}/run`)
    refusal = new PanelError('wrong_state', msg`The VM is being moved`)
    await look()
    expect(await t.runs(id)).toMatchObject([{ state: 'running' }])
    await t.pool.query('update schedule_start set due_at = now()')
    refusal = new PanelError('invalid_input', msg`The VM is being moved`)
    await look()
    expect(await t.runs(id)).toMatchObject([{ state: 'failed', failed: 1, reason: 'The VM is being moved' }])
  })
})

describe('a run that was missed', () => {
  it('is made up for once, and the others are named', async () => {
    const host = await t.host('a')
    const id = await t.schedule({ hosts: [host.id], start_time: { hour: 2, minute: 30 } })
    await t.pool.query("update schedule set next_run = '2026-11-20T02:30:00Z'")
    await look(new Date('2026-11-23T09:00:00Z'))
    const runs = await t.runs(id)
    expect(
      runs.map(({ planned_for, state }: { planned_for: string; state: string }) => [planned_for.slice(0, 10), state]),
    ).toEqual([
      ['2026-11-23', 'running'],
      ['2026-11-22', 'missed'],
      ['2026-11-21', 'missed'],
      ['2026-11-20', 'missed'],
    ])
    expect(runs[0].reason).toMatch(/Made up for/)
    expect(runs[1]).toMatchObject({ started_at: null, reason: 'The panel was not running then' })
    expect((await t.read(id)).next_run).toMatch(/^2026-11-24T02:30/)
  })

  it('is named when the one before has not ended', async () => {
    const host = await t.host('a')
    const id = await t.schedule({ hosts: [host.id] })
    await due(id)
    await look()
    await look(new Date('2026-01-21T02:30:10Z'))
    expect(await t.runs(id)).toMatchObject([
      { state: 'missed', reason: 'The run before had not ended yet' },
      { state: 'running' },
    ])
  })
})

describe('retention', () => {
  it('marks what a schedule keeps no longer, and takes the mark back when it keeps more', async () => {
    const host = await t.host('a')
    const id = await t.schedule({ hosts: [host.id], limit_count: 2 })
    const made = []
    for (const hours of [1, 25, 49, 73]) made.push(await t.backup(host.disks[0]!, id, hours))
    const pinned = await t.backup(host.disks[0]!, id, 97, { pinned: true })
    const byHand = await t.backup(host.disks[0]!, null, 500)
    const marked = async () => {
      await markOutdated(null, soon())
      const rows = await t.prisma.backup.findMany({ where: { available_until: { not: null } }, orderBy: { id: 'asc' } })
      return rows.map((row) => row.id)
    }
    expect(await marked()).toEqual([made[2], made[3]])
    await t.admin.post(`/vm/v3/schedule/${id}`, { limit_count: 3 })
    expect(await marked()).toEqual([made[3]])
    await t.admin.delete(`/vm/v3/schedule/${id}`)
    expect(await t.prisma.backup.count({ where: { id: { in: [pinned, byHand] }, schedule_id: null } })).toBe(2)
  })

  it('leaves the only good backup of a disk, and those of a disk that is gone', async () => {
    const [a, b] = [await t.host('a'), await t.host('b')]
    const id = await t.schedule({ hosts: [a.id, b.id], limit_count: 1 })
    await t.backup(a.disks[0]!, id, 1, { state: 'crashed' })
    await t.backup(a.disks[0]!, id, 25)
    for (const hours of [1, 25]) await t.backup(b.disks[0]!, id, hours)
    await t.pool.query('delete from disk where id = $1', [b.disks[0]])
    await markOutdated(null, soon())
    expect(await t.prisma.backup.count({ where: { available_until: { not: null } } })).toBe(0)
  })

  it('does not take damaged backups for protection, and counts a backup once, however many copies it has', async () => {
    const host = await t.host('a')
    const disk = host.disks[0]!
    const id = await t.schedule({ hosts: [host.id], keep_last: 1 })
    const way = { ip: '192.0.2.9', port: 22, login: 'b', chunk_bytes: 1048576, root_key: 'x' }
    const places: number[] = []
    for (const n of [1, 2])
      places.push((await t.prisma.backup_location.create({ data: { name: `place ${n}`, path: `/p${n}`, ...way } })).id)
    let made = 0
    const copies = async (backup_id: number, faults: (string | null)[]) => {
      for (const [n, fault] of faults.entries()) {
        const file = String(++made).padStart(32, '0')
        const data = {
          backup_id,
          location_id: places[n] ?? null,
          file,
          digest: Buffer.alloc(32),
          state: 'active',
          fault,
        }
        await t.prisma.backup_copy.create({ data: { ...data, stored_bytes: 100n << 20n } })
      }
    }
    const [damaged, half, old] = [
      await t.backup(disk, id, 40),
      await t.backup(disk, id, 50),
      await t.backup(disk, id, 60),
    ]
    await copies(damaged, ['it rots'])
    await copies(half, ['it rots', null])
    await copies(old, [null])
    const marked = async () => {
      await markOutdated(null, soon())
      const rows = await t.prisma.backup.findMany({ where: { available_until: { not: null } }, orderBy: { id: 'asc' } })
      return rows.map((row) => row.id)
    }
    expect(await marked()).toEqual([old])
    const coverage = (await t.admin.get('/vm/v3/schedule_coverage')).body.list
    const { made_at } = await t.prisma.backup.findUniqueOrThrow({ where: { id: half } })
    expect(coverage).toMatchObject([{ state: 'late', last_backup: made_at?.toISOString() }])
    await t.pool.query('update schedule set keep_last = null, limit_size_mib = 200')
    await t.pool.query('update backup_copy set fault = null')
    expect(await marked()).toEqual([old])
    await t.pool.query('delete from backup_location')
  })

  it('deletes what it has marked, but nothing that is in use, and says what is still there', async () => {
    const host = await t.host('a')
    const id = await t.schedule({ hosts: [host.id], limit_count: 1 })
    const disk = host.disks[0]!
    const [newest, free, restored] = [
      await t.backup(disk, id, 1),
      await t.backup(disk, id, 25),
      await t.backup(disk, id, 49, { state: 'in_use' }),
    ]
    await retain([disk], soon())
    const stateOf = async (of: number) => (await t.prisma.backup.findUniqueOrThrow({ where: { id: of } })).state
    expect([await stateOf(newest), await stateOf(free), await stateOf(restored)]).toEqual([
      'active',
      'deleting',
      'in_use',
    ])
    expect(await t.prisma.task.count({ where: { name: 'backup_delete', registry_id: free } })).toBe(1)
    const { list } = (await t.admin.get('/vm/v3/outdated/disk/backup?orderby=id')).body
    expect(list.map((one: { id: number }) => one.id)).toEqual([free, restored])
    expect((await t.bob.get('/vm/v3/outdated/disk/backup')).body.size).toBe(0)
  })
})
