import { openCopy } from '../../server/features/virtualization/backup/open-copy.ts'
import { idAt, pieceCount } from '../../server/protocols/chunk-store/index-file.ts'
import { soon } from '../../server/shared/testing/soon.ts'
import { contentOf } from '../../server/simulation/hypervisor/disks/content.ts'
import { dummyNode } from '../../server/simulation/hypervisor/node.ts'
import { type SftpServer, startSftpServer } from '../../server/simulation/peers/sftp/server.ts'
import { FileTree } from '../../server/simulation/peers/sftp/tree.ts'
import { testCluster } from './dummy-cluster.ts'

/** A simulated cluster, and accounts on a simulated peer that backups are stored in. */
export async function startBackups() {
  const t = await testCluster()
  const servers: { server: SftpServer; tree: FileTree }[] = []

  /** A backup location for the cluster. */
  async function location(name: string, body: object = {}) {
    const tree = new FileTree()
    tree.folders.add('/srv')
    const server = await startSftpServer(tree, { login: 'backup', password: 'sesame-of-backup' })
    servers.push({ server, tree })
    const way = {
      ip: '127.0.0.1',
      port: server.port,
      login: 'backup',
      password: 'sesame-of-backup',
      path: '/srv/backup',
    }
    const { id } = await t.done(
      await t.admin.post('/vm/v3/backup_location', { name, connection_params: way, clusters: [t.cluster], ...body }),
    )
    return { id, tree, server }
  }

  /** What the simulation of its node has of a VM. */
  async function onNode(host_id: number) {
    const row = await t.database.prisma.host.findUniqueOrThrow({ where: { id: host_id } })
    const node = await t.database.prisma.node.findUniqueOrThrow({ where: { id: row.node_id ?? 0 } })
    const { store } = dummyNode(node.ip)
    const state = await store.read()
    return { row, store, state, domain: state.domains[row.internal_name] }
  }

  return {
    ...t,
    location,
    onNode,
    soon,
    vm: async (name: string, body: object = {}): Promise<number> =>
      (await t.done(await t.create({ name, hdd_mib: 4096, ram_mib: 512, cpu_number: 1, ...body }))).id,
    /** Something that a guest has written to its disk. */
    async write(host_id: number, hostname: string) {
      const { row, store } = await onNode(host_id)
      await store.update((state) => {
        const domain = state.domains[row.internal_name]
        if (domain) domain.guest.hostname = hostname
      })
    },
    /** The backups of a VM, the newest first, as ann sees them. */
    backups: async (host_id: number) => (await t.ann.get(`/vm/v3/host/${host_id}/backup`)).body.list,
    /** All that is stored of a backup: its pieces that are no holes. */
    async contentOf(backup_id: number): Promise<Map<number, Buffer>> {
      const { store, index, close } = await openCopy(backup_id, soon())
      try {
        const found = new Map<number, Buffer>()
        for (let piece = 0; piece < pieceCount(index); piece++) {
          if (idAt(index, piece) === null) continue
          found.set(piece, (await store.readPiece(index, piece)) ?? Buffer.alloc(0))
        }
        return found
      } finally {
        await close()
      }
    },
    /** What a disk of a VM holds now. */
    async diskContent(host_id: number) {
      const { state, domain } = await onNode(host_id)
      return contentOf(state, domain?.spec.disks[0]?.path ?? '')
    },
    async close() {
      await t.close()
      for (const { server } of servers) await server.close()
    },
  }
}
export type Backups = Awaited<ReturnType<typeof startBackups>>
