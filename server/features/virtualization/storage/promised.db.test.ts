import { describe, expect, it } from 'vitest'
import { soon } from '../../../shared/testing/soon.ts'
import { add, at, attach, mainOf, onCluster, t } from './storage-fixture.ts'
import { rollUpStorageUse } from './use.ts'
import { lookAt } from './watch.ts'

onCluster()

describe('how much is promised', () => {
  it('is bound by overselling, and a storage that is nearly full takes nothing', async () => {
    const id = await add('bound')
    await t.done(await attach(id, '/srv/bound', { hdd_overselling: 0.5 }))
    const { total_mib } = (await t.admin.get(`/vm/v3/storage/${id}/node`)).body.list[0]
    const half = { name: 'half', storage: id, hdd_mib: Math.ceil(total_mib * 0.55), node: t.nodes[0] }
    const ask = () => t.admin.post('/vm/v3/host', { cluster: t.cluster, os: t.os, password: 'Guest-pass-1', ...half })
    expect(await ask()).toMatchObject({ status: 409, body: { error: { msg: expect.stringMatching(/storage free/) } } })
    const node = `/vm/v3/node/${t.nodes[0]}/storage/${id}/hdd_overselling`
    expect((await t.admin.post(node, { value: 8 })).body).toMatchObject({ hdd_overselling: 8 })
    await t.database.prisma.node_storage.updateMany({
      where: { storage_id: id },
      data: { used_mib: Math.floor(total_mib * 0.96) },
    })
    expect(await ask()).toMatchObject({ status: 409, body: { error: { msg: expect.stringMatching(/has 0 MiB/) } } })
    await t.done(await t.admin.post(`${at(id)}/check`, {}))
    expect((await ask()).status).toBe(200)
  })

  it('is a problem before there is none left, and a worse one when nothing more is taken', async () => {
    const id = await add('nearly')
    await t.done(await attach(id, '/srv/nearly-failfull'))
    const full = async () => {
      const { list } = (await t.admin.get(`/vm/v3/problem?entity=storage&id=${id}`)).body
      return list.filter(({ kind }: { kind: string }) => kind === 'storage_full')
    }
    const fill = (node_id: number, used_mib: number) =>
      t.database.prisma.node_storage.updateMany({
        where: { storage_id: id, node_id },
        data: { total_mib: 1000, used_mib },
      })
    // As the check of a storage that is at 93 % has found it on both.
    expect(await full()).toMatchObject([{ severity: 'warning', part: expect.stringMatching(/^n[12]$/) }])
    await fill(t.nodes[0], 850)
    await fill(t.nodes[1], 849)
    expect(await full()).toMatchObject([{ severity: 'warning', part: 'n1', share: { used: 850, total: 1000 } }])
    await fill(t.nodes[1], 950)
    expect(await full()).toMatchObject([{ severity: 'fault', part: 'n2', share: { used: 950, total: 1000 } }])
    await fill(t.nodes[0], 849)
    await fill(t.nodes[1], 849)
    expect(await full()).toEqual([])
  })

  it('is chosen by tags of disks', async () => {
    const tag = (await t.admin.post('/vm/v3/tag', { name: 'fast' })).body.id
    const id = await add('tagged', { tags: [tag] })
    await t.done(await attach(id, '/srv/tagged'))
    const disks = [{ size_mib: 4096, boot_order: 1, tags: [tag] }]
    const made = await t.done(await t.create({ name: 'fast-one', disks }))
    const disk = await t.database.prisma.disk.findFirstOrThrow({ where: { host_id: made.id } })
    expect(disk).toMatchObject({ storage_id: id, tags: [tag] })
    const main = await mainOf()
    expect(await t.create({ name: 'no', disks, storage: main })).toMatchObject({ status: 400 })
    expect(await t.admin.delete(`/vm/v3/tag/${tag}`)).toMatchObject({ status: 409 })
    const row = (await t.admin.get('/vm/v3/tag')).body.list[0]
    expect(row).toMatchObject({ name: 'fast', storages: [{ id, cluster: [{ id: t.cluster }] }] })
  })
})

describe('use over time', () => {
  it('is kept by the hour, and by the day', async () => {
    const id = await mainOf()
    await lookAt(t.nodes[0], soon())
    for (const _ of [1, 2]) await t.done(await t.admin.post(`${at(id)}/check`, {}))
    const use = async (days: number) =>
      ((await t.admin.get(`/vm/v3/storage/${id}/use?days=${days}`)).body.list as { at: string }[]).map(({ at }) => at)
    const hours = await use(7)
    // Whatever the time of day: it was looked at within one hour, or two.
    expect(hours.length).toBeGreaterThan(0)
    expect(hours).toEqual([...new Set(hours.map((at) => `${at.slice(0, 13)}:00:00Z`))])
    await rollUpStorageUse(soon(), Date.now() / 1000 + 2 * 86_400)
    expect(await use(30)).toEqual([...new Set(hours.map((at) => `${at.slice(0, 10)}T00:00:00Z`))])
  })

  it('leads to the day at which it will be full, on each node and on all of them', async () => {
    const id = await mainOf()
    const { rows } = await t.database.pool.query<{ node_id: number }>(
      'select node_id from node_storage where storage_id = $1 order by 1',
      [id],
    )
    const [first, second] = rows.map(({ node_id }) => node_id)
    expect(second).toBeDefined()
    await t.database.pool.query('delete from node_storage where storage_id = $1 and node_id <> all($2::int[])', [
      id,
      [first, second],
    ])
    /** Its size and how much of it was used on so many past days, the last of them yesterday. */
    const fill = async (node: number | undefined, total: number, used: readonly number[]) => {
      await t.database.pool.query('delete from storage_use where storage_id = $1 and node_id = $2', [id, node])
      for (const [n, mib] of used.entries())
        await t.database.pool.query(
          "insert into storage_use (storage_id, node_id, level, at, total_mib, used_mib, promised_mib) values ($1, $2, 86400, date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' - $3::int * interval '1 day', $4, $5, 0)",
          [id, node, used.length - n, total, mib],
        )
      await t.database.pool.query(
        'update node_storage set total_mib = $3, used_mib = $4 where storage_id = $1 and node_id = $2',
        [id, node, total, used.at(-1)],
      )
    }
    const use = async (query = '') => (await t.admin.get(`/vm/v3/storage/${id}/use${query}`)).body
    const problems = async () =>
      (await t.admin.get('/vm/v3/problem')).body.list.filter(({ kind }: { kind: string }) => kind === 'storage_fills')
    const line = (from: number, step: number, days = 10) => Array.from({ length: days }, (_, n) => from + n * step)

    await fill(first, 1010, line(500, 10, 3))
    await fill(second, 1000, line(500, 0, 3))
    expect(await use()).toMatchObject({ growth_mib_per_day: null, full_in_days: null })
    await fill(first, 1010, line(600, 20))
    await fill(second, 1000, line(500, 0))
    expect(await use(`?node=${first}`)).toMatchObject({ growth_mib_per_day: expect.closeTo(20, 6), full_in_days: 11 })
    expect((await use(`?node=${first}`)).list.at(-1)).toMatchObject({ total_mib: 1010, used_mib: 780 })
    expect(await use(`?node=${second}`)).toMatchObject({ growth_mib_per_day: expect.closeTo(0, 6), full_in_days: null })
    expect(await use()).toMatchObject({ growth_mib_per_day: expect.closeTo(20, 6), full_in_days: 36 })
    expect((await use()).list.at(-1)).toMatchObject({ total_mib: 2010, used_mib: 1280 })
    const listed = async (where = '') => (await t.admin.get(`/vm/v3/storage?where=(id EQ ${id})${where}`)).body.list
    expect(await listed()).toMatchObject([{ full_in_days: 36, trend: expect.arrayContaining([1280]) }])
    expect((await listed())[0].trend.at(-1)).toBe(1280)
    expect(await listed('AND(full_in_days LT 40)')).toHaveLength(1)
    expect(await listed('AND(full_in_days LT 36)')).toEqual([])
    const { list } = (await t.admin.get(`/vm/v3/storage/${id}/node?orderby=id`)).body
    expect(list.map(({ full_in_days }: { full_in_days: number | null }) => full_in_days)).toEqual([11, null])

    const { name } = await t.database.prisma.node.findUniqueOrThrow({ where: { id: first ?? 0 } })
    expect(await problems()).toMatchObject([
      { entity: 'storage', id, severity: 'warning', part: name, figure: { value: 11, limit: 14 } },
    ])
    // One that takes nothing more is full, and of what all nodes share none is named.
    await fill(first, 1010, line(780, 20))
    expect(await problems()).toEqual([])
    await fill(first, 1010, line(600, 20))
    await fill(second, 1010, line(600, 20))
    await t.database.pool.query("update storage set type = 'nas' where id = $1", [id])
    expect(await problems()).toMatchObject([{ id, part: null }])
    expect((await use()).full_in_days).toBe(11)
    expect(await listed()).toMatchObject([{ full_in_days: 11 }])
    expect((await listed())[0].trend.at(-1)).toBe(780)
  })
})
