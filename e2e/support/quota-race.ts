// Many writers want the last VM of a quota at the same moment. Used by a test and by a measurement.

import { call } from '../../server/api/call.ts'
import type { Actor } from '../../server/api/context.ts'
import { db } from '../../server/db/pool.ts'
import { PanelError } from '../../server/domain/shared/errors.ts'
import { hostEndpoints } from '../../server/features/virtualization/host/endpoints.ts'

/** A cluster without bounds of its own on which VMs can be asked for; nothing runs there. Answers the body of a creation. */
export async function quotaStage() {
  const { prisma } = db()
  const cluster = await prisma.cluster.create({ data: { name: 'quota', virtualization_type: 'dummy', overselling: 5 } })
  const size = { cpu_number: 1_000_000, ram_mib: 1_000_000_000, storage_total_mib: 1_000_000_000 }
  const node = await prisma.node.create({
    data: { name: 'quota', cluster_id: cluster.id, ip: '192.0.2.200', state: 'active', ...size },
  })
  await prisma.node_interface.create({ data: { node_id: node.id, name: 'vmbr0', type: 'bridge', is_default: true } })
  const storage = await prisma.storage.create({ data: { name: 'quota', type: 'file' } })
  await prisma.cluster_storage.create({
    data: { cluster_id: cluster.id, storage_id: storage.id, is_main: true, enabled: true },
  })
  const repository = await prisma.repository.create({ data: { name: 'quota', url: 'file:///nowhere' } })
  const os = await prisma.os.create({
    data: {
      repository_id: repository.id,
      name: 'quota',
      file: 'q.qcow2',
      format: 'qcow2',
      sha256: '0'.repeat(64),
      ...{
        size_bytes: 1,
        virtual_size_mib: 1,
        hdd_mib_required: 1,
        min_ram_mib: 1,
        os_group: 'linux',
        state: 'active',
      },
    },
  })
  await prisma.os_cluster.create({ data: { os_id: os.id, cluster_id: cluster.id } })
  const pool = await prisma.ippool.create({ data: { name: 'quota' } })
  await prisma.ippool_cluster.create({ data: { ippool_id: pool.id, cluster_id: cluster.id } })
  const net = await prisma.ipnet.create({ data: { name: '10.9.0.0/16', net: '10.9.0.0/16', family: 2 } })
  const span = { first: '10.9.0.1', last: '10.9.255.254', frontier: '10.9.0.1', size: 65_534, family: 2 }
  await prisma.iprange.create({
    data: { ...span, name: '10.9.0.1-10.9.255.254', ippool_id: pool.id, ipnet_id: net.id },
  })
  return { cluster: cluster.id, body: { cluster: cluster.id, os: os.id, ram_mib: 512, hdd_mib: 2048, cpu_number: 1 } }
}

/**
 * Each round has an account of its own with room for three VMs, two of which are there, and `writers` creations at once.
 * `above`: accounts that got more than three; `faults`: ends that are neither a VM nor the refusal of the limit.
 */
export async function quotaRace({ rounds, writers }: { rounds: number; writers: number }) {
  const { prisma, pool } = db()
  const [stage] = await prisma.cluster.findMany({ where: { name: 'quota' } })
  const os = await prisma.os.findFirstOrThrow({ where: { name: 'quota' } })
  const body = { cluster: stage?.id, os: os.id, ram_mib: 512, hdd_mib: 2048, cpu_number: 1 }
  let won = 0
  let faults = 0
  for (let round = 0; round < rounds; round++) {
    const email = `quota-${round}@example.com`
    const { id } = await prisma.account.create({ data: { email, roles: ['@advanced_user'] } })
    await prisma.user_limit.create({ data: { account_id: id, host_count: 3 } })
    const actor: Actor = {
      account_id: id,
      email,
      roles: ['@advanced_user'],
      isAdmin: false,
      lang: 'en',
      session_id: 0,
      session_kind: 'rest',
      confirmed: true,
    }
    const caller = { actor, ip: '127.0.0.1', userAgent: '', token: null, expectedVersion: null }
    const create = (name: string) =>
      call(hostEndpoints.create, caller, { params: {}, query: {}, body: { ...body, name } })
    for (const n of [1, 2]) await create(`first-${n}`)
    const ends = await Promise.allSettled(Array.from({ length: writers }, (_, n) => create(`vm-${n}`)))
    for (const end of ends) {
      if (end.status === 'fulfilled') won++
      else if (!(end.reason instanceof PanelError && end.reason.value === 'host_count')) {
        if (faults++ === 0) console.error(end.reason)
      }
    }
  }
  const { rows } = await pool.query<{ above: number }>(
    `select count(*)::int as above from (select h.account_id from host h join account a on a.id = h.account_id
      where a.email like 'quota-%' group by 1 having count(*) > 3) x`,
  )
  return { won, above: rows[0]?.above ?? -1, faults }
}
