import { randomBytes, randomUUID } from 'node:crypto'
import { openStore } from '../../server/backup-store/store.ts'
import { transaction } from '../../server/db/transaction.ts'
import { diskVolume } from '../../server/domain/storage/volumes.ts'
import { keysOf, withLocation } from '../../server/features/virtualization/backup-location/open.ts'
import { diskPath } from '../../server/features/virtualization/host/files.ts'
import { nodeConnection } from '../../server/features/virtualization/node/connections.ts'
import { emptyIndex } from '../../server/protocols/chunk-store/index-file.ts'
import { pieces } from '../../server/protocols/nbd/regions.ts'
import { soon } from '../../server/shared/testing/soon.ts'
import { dummyNode } from '../../server/simulation/hypervisor/node.ts'
import { startSftpServer } from '../../server/simulation/peers/sftp/server.ts'
import { FileTree } from '../../server/simulation/peers/sftp/tree.ts'
import type { testCluster } from './dummy-cluster.ts'

export type Panel = Awaited<ReturnType<typeof testCluster>>

/** A backup location in memory that the panel knows. */
export async function startVault(t: Panel) {
  const tree = new FileTree()
  tree.folders.add('/srv')
  const server = await startSftpServer(tree, { login: 'backup', password: 'sesame-of-backup' })
  const way = { ip: '127.0.0.1', port: server.port, login: 'backup', password: 'sesame-of-backup', path: '/srv/backup' }
  const { id } = await t.done(
    await t.admin.post('/vm/v3/backup_location', { name: `vault-${server.port}`, connection_params: way }),
  )
  return { id, tree, server }
}

/** What the simulation of its node has of a VM. */
export async function onNode(t: Panel, id: number) {
  const row = await t.database.prisma.host.findUniqueOrThrow({ where: { id } })
  const node = await t.database.prisma.node.findUniqueOrThrow({ where: { id: row.node_id ?? 0 } })
  const { store } = dummyNode(node.ip)
  const state = await store.read()
  const own = Object.keys(state.files).filter((path) => path.includes(row.internal_name))
  return { row, store, state, domain: state.domains[row.internal_name], own }
}

/** The guest writes something to its main disk that can be read from outside. */
export async function rename(t: Panel, id: number, hostname: string): Promise<void> {
  const { row, store } = await onNode(t, id)
  await store.update((state) => {
    const domain = state.domains[row.internal_name]
    if (domain) domain.guest.hostname = hostname
  })
}

/**
 * Backs all disks of a VM up into a location, straight through the store.
 * @returns ids of the backups, that of the main disk first
 */
export async function backUp(t: Pick<Panel, 'database'>, location_id: number, host_id: number): Promise<number[]> {
  const { prisma } = t.database
  const row = await prisma.host.findUniqueOrThrow({ where: { id: host_id } })
  const disks = await prisma.disk.findMany({ where: { host_id }, orderBy: [{ is_main: 'desc' }, { id: 'asc' }] })
  const location = await prisma.backup_location.findUniqueOrThrow({ where: { id: location_id } })
  const node = await nodeConnection(row.node_id ?? 0, soon())
  const toRead = disks.map((one) => ({
    ...diskVolume(diskPath('', row, one)),
    target_dev: one.target_dev ?? 'vda',
  }))
  const request = { disks: toRead, checkpoint: null, parent: null, scratch: '/vm', floor_mib: 1 }
  const exported = await node.exportDisks(row.internal_name, request, soon())
  const run_id = randomUUID()
  const about = (one: (typeof disks)[number]) => ({
    ...{ id: one.id, name: one.name, size_mib: one.size_mib, bus: one.bus, target_dev: one.target_dev },
    ...{ boot_order: one.boot_order, is_main: one.is_main, expand_part: one.expand_part, tags: one.tags },
    storage_id: one.storage_id,
  })
  const interfaces = await prisma.host_interface.findMany({ where: { host_id } })
  const ids: number[] = []
  await withLocation(location, soon(), async (files) => {
    const store = await openStore({ files, keys: keysOf(location), threads: 0 })
    for (const [n, one] of disks.entries()) {
      const client = await exported.disks[n]!.open(soon())
      const index = emptyIndex({ size: client.size, chunk_bytes: store.chunkBytes as 1048576 })
      async function* data() {
        for await (const piece of pieces(client, { pieceBytes: store.chunkBytes, depth: 8, signal: soon() }))
          if (piece.kind === 'data') yield { piece: piece.index, data: Uint8Array.from(piece.data) }
      }
      await store.putChunks(data(), index)
      client.close()
      const file = randomBytes(16).toString('hex')
      const { digest } = await store.putIndex({ subject: row.uuid, backup: file }, index)
      const { name, cpu_number, ram_mib, cpu_mode, cpu_custom_model, nesting, efi_boot, secure_boot } = row
      const host = {
        ...{ name, cpu_number, ram_mib, cpu_mode, cpu_custom_model, nesting, efi_boot, secure_boot },
        ...{ hot_plug: row.hot_plug, live_resize: row.live_resize, anti_spoofing: row.anti_spoofing },
        ...{ tuning: row.tuning, packet_rules: row.packet_rules, firewall_rules: row.firewall_rules },
        ...{ net_bandwidth_mbitps: row.net_bandwidth_mbitps, ip_automation: row.ip_automation, domain: row.domain },
        ...{ login_user: row.login_user, os_id: row.os_id, os_name: row.os_name, os_group: row.os_group },
        ...{ preset_id: row.preset_id, expand_part: row.expand_part, comment: row.comment, tags: row.tags },
        interfaces: interfaces.map(({ mac, model }) => ({ mac, model, addresses: [] })),
      }
      const made = await transaction(async ({ tx }) => {
        const { id } = await tx.backup.create({
          data: {
            name: `${row.name} ${n + 1}`,
            ...{ run_id, subject: row.uuid, mode: 'host_all', account_id: row.account_id, host_id },
            ...{ host_name: row.name, internal_name: row.internal_name, disk_id: one.id, disk_name: one.name },
            ...{ is_main: one.is_main, cluster_id: row.cluster_id, node_id: row.node_id, os_id: row.os_id },
            ...{ size_mib: one.size_mib, consistency: 'crash', state: 'active', made_at: new Date() },
            metadata: { version: 1, host, disk: about(one), disks: disks.map(about) } as object,
          },
        })
        const where = { backup_id: id, location_id, file, state: 'active' }
        await tx.backup_copy.create({ data: { ...where, digest: Uint8Array.from(digest) } })
        return id
      })
      ids.push(made)
    }
    await store.close()
  })
  await exported.finish(soon())
  return ids
}
