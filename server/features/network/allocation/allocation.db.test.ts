import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../e2e/support/database.ts'
import { transaction } from '../../../db/transaction.ts'
import { IPV4, IPV6 } from '../../../domain/ip/family.ts'
import type { Address } from './address.ts'
import { allocate, poolsFor } from './allocate.ts'
import { allocateNamed } from './named.ts'
import { release } from './release.ts'
import { settleAddresses } from './settle.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase({ connections: 40 })
})
afterAll(() => database.drop())
beforeEach(() =>
  database.pool.query('truncate ip, ip_free, iprange, ipnet, ippool, ippool_cluster, change restart identity cascade'),
)

const sql = async <Row>(text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows as Row[]

async function network(net: string, gateway: string | null, needReserve = true) {
  const [row] = await sql<{ id: number }>(
    `insert into ipnet (name, net, gateway, family, need_reserve) values ($1::text, $1::text::inet, $2::inet, case family($1::text::inet) when 4 then 2 else 10 end, $3) returning id`,
    [net, gateway, needReserve],
  )
  return row!.id
}

async function pool(name: string, ...ranges: [first: string, last: string][]) {
  const [made] = await sql<{ id: number }>('insert into ippool (name) values ($1) returning id', [name])
  for (const [first, last] of ranges)
    await sql(
      `insert into iprange (ippool_id, ipnet_id, name, first, last, family, size, frontier)
       values ($1, (select id from ipnet where net >>= $2::text::inet), $2::text || '-' || $3::text, $2::text::inet, $3::text::inet, case family($2::text::inet) when 4 then 2 else 10 end, 1, $2::text::inet)`,
      [made!.id, first, last],
    )
  return made!.id
}

const take = (pools: number[], count = 1, family: typeof IPV4 | typeof IPV6 = IPV4) =>
  transaction((work) => allocate(work, { pools, count, family }))
const give = (ids: number[]) => transaction((work) => release(work, { ids }))
const names = (list: Address[]) => list.map((address) => address.ip_addr)
/** Addresses that can still be had, counted by taking them all. */
async function drain(pools: number[], family: typeof IPV4 | typeof IPV6 = IPV4) {
  const all: string[] = []
  for (;;) {
    const some = await take(pools, 1, family).catch(() => null)
    if (!some) return all
    all.push(...names(some))
  }
}

describe('allocation', () => {
  it('gives the lowest free addresses with mask and gateway, never the reserved ones', async () => {
    await network('192.0.2.0/29', '192.0.2.3')
    const id = await pool('a', ['192.0.2.0', '192.0.2.7'])
    const list = await take([id], 2)
    expect(list).toMatchObject([
      {
        ip_addr: '192.0.2.1',
        mask: '255.255.255.248',
        prefix: 29,
        gateway: '192.0.2.3',
        family: 2,
        ippool: id,
        state: 'allocating',
      },
      { ip_addr: '192.0.2.2' },
    ])
    expect(await drain([id])).toEqual(['192.0.2.4', '192.0.2.5', '192.0.2.6'])
  })

  it.each([
    ['203.0.113.4/31', null, ['203.0.113.4', '203.0.113.5'], IPV4],
    ['203.0.113.9/32', null, ['203.0.113.9'], IPV4],
    ['203.0.113.8/30', '203.0.113.9', ['203.0.113.10'], IPV4],
    ['2001:db8::/126', '2001:db8::1', ['2001:db8::2', '2001:db8::3'], IPV6],
    ['2001:db8::/127', null, ['2001:db8::', '2001:db8::1'], IPV6],
  ] as const)('knows what is reserved in %s with gateway %s', async (net, gateway, expected, family) => {
    await network(net, gateway)
    const [ends] = await sql<{ first: string; last: string }>(
      `select host($1::text::inet) as first, host(broadcast($1::text::inet)) as last`,
      [net],
    )
    const id = await pool('a', [ends!.first, ends!.last])
    expect(await drain([id], family)).toEqual(expected)
  })

  it('gives network and broadcast address where the network does not reserve them', async () => {
    await network('192.0.2.0/30', '192.0.2.1', false)
    const id = await pool('a', ['192.0.2.0', '192.0.2.3'])
    expect(await drain([id])).toEqual(['192.0.2.0', '192.0.2.2', '192.0.2.3'])
  })

  it('goes from pool to pool and from range to range, and gives all or nothing', async () => {
    const b = await pool('second', ['10.0.1.1', '10.0.1.1'], ['10.0.0.1', '10.0.0.1'])
    const a = await pool('first', ['10.0.2.1', '10.0.2.2'])
    await expect(take([a, b], 5)).rejects.toMatchObject({
      code: 'no_resources',
      message: 'Only 4 of 5 IPv4 addresses are free in the pools second, first',
    })
    expect(names(await take([a, b], 3))).toEqual(['10.0.2.1', '10.0.2.2', '10.0.0.1'])
    await expect(take([a])).rejects.toMatchObject({ message: 'No free IPv4 address in the pool first' })
    await expect(take([b], 1, IPV6)).rejects.toMatchObject({ message: 'No free IPv6 address in the pool second' })
    await expect(take([])).rejects.toMatchObject({ code: 'no_resources' })
  })

  it('gives a released address again, below and above the frontier', async () => {
    const id = await pool('a', ['10.0.0.1', '10.0.0.200'])
    const all = await take([id], 200)
    expect((await sql<{ n: number }>(`select frontier - first as n from iprange`))[0]!.n).toBeGreaterThan(100)
    const back = [all[5]!, all[77]!, all[199]!]
    await give(back.map((x) => x.id))
    expect(await drain([id])).toEqual(names(back))
  })

  it('gives the old gateway once it is one no more, also behind the frontier', async () => {
    const net = await network('192.0.2.0/24', '192.0.2.1')
    const id = await pool('a', ['192.0.2.0', '192.0.2.255'])
    expect((await drain([id])).length).toBe(253)
    await sql('update ipnet set gateway = null, need_reserve = false where id = $1', [net])
    expect((await drain([id])).sort()).toEqual(['192.0.2.0', '192.0.2.1', '192.0.2.255'])
  })

  it('counts IPv6 ranges beyond 2^63 addresses', async () => {
    await network('2001:db8::/32', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff')
    const id = await pool('a', ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'])
    expect(names(await take([id], 2, IPV6))).toEqual(['2001:db8::1', '2001:db8::2'])
  })
})

describe('a named address', () => {
  const named = (name: string, more: object = {}) =>
    transaction((work) => allocateNamed(work, { name, ...more }, { host_id: null }))

  it('is given once, and passed over by the next free', async () => {
    const id = await pool('a', ['10.0.0.1', '10.0.0.3'])
    expect(await named('10.0.0.2', { ip_pool: id })).toMatchObject({ ip_addr: '10.0.0.2', ippool: id, prefix: 32 })
    await expect(named('10.0.0.2')).rejects.toMatchObject({ code: 'in_use', message: '10.0.0.2 is already used' })
    expect(await drain([id])).toEqual(['10.0.0.1', '10.0.0.3'])
  })

  it('is refused in words where it is not allowed', async () => {
    const net = await network('192.0.2.0/24', '192.0.2.1')
    const id = await pool('a', ['192.0.2.0', '192.0.2.127'])
    for (const [name, more, words] of [
      ['192.0.2.1', {}, '192.0.2.1 is the gateway of 192.0.2.0/24'],
      ['192.0.2.0', {}, "192.0.2.0 is reserved in 192.0.2.0/24: it is the network's own or its broadcast address"],
      ['192.0.2.200', {}, '192.0.2.200 is not in any address pool'],
      ['192.0.2.200', { ip_pool: id }, '192.0.2.200 is not in the chosen pool'],
      ['192.0.2.5', { ip_network: net + 1 }, '192.0.2.5 is not in the chosen network'],
    ] as const)
      await expect(named(name, more)).rejects.toMatchObject({ code: 'refused', message: words })
    expect(await named('192.0.2.200', { without_allocation: true })).toMatchObject({
      ippool: null,
      network: net,
      prefix: 24,
    })
    expect(await named('198.51.100.9', { without_allocation: true })).toMatchObject({
      ippool: null,
      network: null,
      prefix: 32,
    })
  })

  it('below the frontier comes out of the stock of released ones', async () => {
    const id = await pool('a', ['10.0.0.1', '10.0.0.100'])
    const all = await take([id], 100)
    await give([all[10]!.id, all[11]!.id])
    await named(all[10]!.ip_addr)
    expect(await drain([id])).toEqual([all[11]!.ip_addr])
  })
})

describe('addresses of a VM', () => {
  async function host(name: string) {
    const [row] = await sql<{ id: number }>(
      `with a as (insert into account (email, password_hash, roles) values ($1::text || '@example.com', 'x', '{@user}') returning id),
            c as (insert into cluster (name, virtualization_type) values ($1::text, 'dummy') returning id)
       insert into host (name, internal_name, uuid, account_id, cluster_id, cpu_number, ram_mib)
       select $1::text, $1::text, gen_random_uuid(), a.id, c.id, 1, 1 from a, c returning id`,
      [name],
    )
    return row!.id
  }

  it('are settled, named in errors and released by the VM', async () => {
    const host_id = await host('web1')
    const id = await pool('a', ['10.0.0.1', '10.0.0.9'])
    const list = await transaction((work) => allocate(work, { pools: [id], count: 2, family: IPV4, host_id }))
    await transaction((work) => settleAddresses(work, { host_id }, 'fail'))
    expect(await sql('select distinct state from ip')).toEqual([{ state: 'allocation_fail' }])
    await transaction((work) => settleAddresses(work, { ids: [list[0]!.id] }, 'ok'))
    await transaction((work) => settleAddresses(work, { ids: [list[0]!.id] }, 'fail'))
    expect(await sql('select state from ip order by id')).toEqual([{ state: 'fail' }, { state: 'allocation_fail' }])
    await expect(transaction((work) => allocateNamed(work, { name: '10.0.0.2' }, {}))).rejects.toMatchObject({
      message: '10.0.0.2 is already used by the VM web1',
    })
    expect(names(await transaction((work) => release(work, { host_id })))).toEqual(['10.0.0.1', '10.0.0.2'])
    const events = await sql<{ event: string; data: unknown }>(
      `select event, data from change where entity = 'ip' order by id`,
    )
    expect(events.map((e) => e.event)).toEqual([
      'create',
      'create',
      'update',
      'update',
      'update',
      'update',
      'delete',
      'delete',
    ])
  })

  it('comes from the pools of its cluster and interface that may be chosen from', async () => {
    const host_id = await host('web2')
    const [row] = await sql<{ cluster_id: number }>('select cluster_id from host where id = $1', [host_id])
    const { cluster_id } = row!
    const first = await pool('a', ['10.0.0.1', '10.0.0.9'])
    const second = await pool('b', ['10.0.1.1', '10.0.1.9'])
    const six = await pool('c', ['2001:db8::1', '2001:db8::9'])
    await sql('insert into ippool_cluster values ($1, $2, 0), ($3, $2, 0), ($4, $2, 1)', [
      first,
      cluster_id,
      six,
      second,
    ])
    const ask = (more: object) => transaction((work) => poolsFor(work, { cluster_id, family: IPV4, ...more }))
    expect(await ask({})).toEqual([first])
    expect(await ask({ family: IPV6 })).toEqual([six])
    expect(await ask({ interface: 1 })).toEqual([second])
    await sql('update ippool set auto_selection_allowed = false where id = $1', [first])
    expect(await ask({})).toEqual([])
  })
})

describe('32 writers at once', () => {
  it('on the last address: one gets it, the others get an error', async () => {
    const id = await pool('a', ['10.0.0.1', '10.0.0.1'])
    for (let round = 0; round < 100; round++) {
      const ends = await Promise.allSettled(Array.from({ length: 32 }, () => take([id])))
      const won = ends.filter((end) => end.status === 'fulfilled')
      const lost = ends.filter((end) => end.status === 'rejected')
      expect(won).toHaveLength(1)
      for (const end of lost)
        expect(end.reason).toMatchObject({ code: 'no_resources', message: 'No free IPv4 address in the pool a' })
      await give([won[0]!.value[0]!.id])
    }
  })

  it('by name: one gets it, the others get an error', async () => {
    await pool('a', ['10.0.0.1', '10.0.0.9'])
    for (let round = 0; round < 20; round++) {
      const ends = await Promise.allSettled(
        Array.from({ length: 32 }, () => transaction((work) => allocateNamed(work, { name: '10.0.0.5' }, {}))),
      )
      const won = ends.filter((end) => end.status === 'fulfilled')
      expect(won).toHaveLength(1)
      for (const end of ends) if (end.status === 'rejected') expect(end.reason).toMatchObject({ code: 'in_use' })
      await give([won[0]!.value.id])
    }
  })

  it('taking, releasing and giving up in any order: nothing twice, nothing lost', async () => {
    const size = 150
    const id = await pool('a', ['10.0.0.1', '10.0.0.100'], ['10.0.1.1', '10.0.1.50'])
    let seed = 42
    const random = () => {
      seed = (seed * 1103515245 + 12345) % 2147483648
      return seed / 2147483648
    }
    const held: number[] = []
    const giveUp = new Error('given up')
    const act = async () => {
      const dice = random()
      if (dice < 0.4 && held.length) return give([held.splice(Math.floor(random() * held.length), 1)[0]!])
      const count = 1 + Math.floor(random() * 3)
      try {
        const got = await transaction(async (work) => {
          const list = await allocate(work, { pools: [id], count, family: IPV4 })
          if (dice > 0.9) throw giveUp
          return list
        })
        held.push(...got.map((address) => address.id))
      } catch (fault) {
        if (fault !== giveUp) expect(fault).toMatchObject({ code: 'no_resources' })
      }
    }
    await Promise.all(
      Array.from({ length: 32 }, async () => {
        for (let n = 0; n < 40; n++) await act()
      }),
    )
    const rows = await sql<{ id: number }>('select id from ip')
    expect(rows.map((row) => row.id).sort((a, b) => a - b)).toEqual(held.sort((a, b) => a - b))
    expect(await drain([id])).toHaveLength(size - held.length)
  })
})
