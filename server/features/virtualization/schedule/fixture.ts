import { randomUUID } from 'node:crypto'
import { testApi } from '../../../../e2e/support/api.ts'

/** The API on a database with a cluster of two nodes, a storage and an account to which VMs can be added. */
export async function scheduleWorld() {
  const api = await testApi()
  const { prisma, pool } = api.database
  const cluster = await prisma.cluster.create({ data: { name: 'c1', virtualization_type: 'dummy' } })
  const storage = await prisma.storage.create({ data: { name: 's1', type: 'file' } })
  const nodes = await Promise.all(
    ['n1', 'n2'].map((name) =>
      prisma.node.create({ data: { name, cluster_id: cluster.id, ip: `192.0.2.${name[1]}`, state: 'active' } }),
    ),
  )
  const size = { cpu_number: 1, ram_mib: 512 }
  const disk = { cluster_id: cluster.id, storage_id: storage.id, size_mib: 1024, state: 'active' }

  /** A VM with so many disks, the first of them being its main one. */
  async function host(
    name: string,
    { node = 0, disks = 1, preset }: { node?: number; disks?: number; preset?: number } = {},
  ) {
    const node_id = nodes[node]?.id ?? null
    const { id } = await prisma.host.create({
      data: {
        ...{ name, internal_name: `vm-${name}`, uuid: randomUUID(), account_id: api.ann.id, cluster_id: cluster.id },
        ...{ node_id, state: 'active', is_built: true, preset_id: preset ?? null, ...size },
      },
    })
    const made = []
    for (let n = 0; n < disks; n++) {
      const own = { name: `${name}-${n}`, host_id: id, node_id, is_main: n === 0 }
      made.push((await prisma.disk.create({ data: { ...disk, ...own } })).id)
    }
    return { id, disks: made }
  }
  /** A disk of no VM. */
  const freeDisk = async (name: string) =>
    (await prisma.disk.create({ data: { ...disk, name, node_id: nodes[0]?.id ?? null } })).id
  /** A good backup of a disk. */
  const backup = async (disk_id: number, schedule_id: number | null, hoursAgo: number, over: object = {}) => {
    const { host_id } = await prisma.disk.findUniqueOrThrow({ where: { id: disk_id } })
    const made_at = new Date(Date.now() - hoursAgo * 3_600_000)
    const named = {
      name: `b-${disk_id}-${hoursAgo}`,
      internal_name: `vm-${disk_id}`,
      disk_name: 'd',
      mode: 'host_main',
    }
    const { id } = await prisma.backup.create({
      data: {
        ...{ ...named, run_id: randomUUID(), subject: randomUUID(), size_mib: 1024, state: 'active' },
        ...{ disk_id, host_id, schedule_id, made_at, created_at: made_at, ...over },
      },
    })
    return id
  }
  return {
    ...api,
    prisma,
    pool,
    cluster: cluster.id,
    nodes: nodes.map(({ id }) => id),
    host,
    freeDisk,
    backup,
    /** Adds a schedule by the API, and answers its id. */
    async schedule(body: object = {}): Promise<number> {
      const start_time = { hour: 2, minute: 30 }
      const answer = await api.admin.post('/vm/v3/schedule', { type: 'daily', start_time, time_zone: 'UTC', ...body })
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
      return answer.body.id
    },
    read: async (id: number) => (await api.admin.get(`/vm/v3/schedule/${id}`)).body,
    runs: async (id: number) => (await api.admin.get(`/vm/v3/schedule_run?where=schedule EQ ${id}`)).body.list,
    async clear() {
      await pool.query('truncate schedule, backup, host, disk, preset, task restart identity cascade')
    },
  }
}
