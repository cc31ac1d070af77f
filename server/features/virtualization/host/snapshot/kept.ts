import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { host, snapshot } from '../../../../../generated/prisma/client.ts'
import type { Work } from '../../../../db/transaction.ts'
import { wrongState } from '../../../../domain/shared/errors.ts'
import { filesBeside, placeOfVolume } from '../../../../domain/storage/volumes.ts'
import type { Capture, DomainSpec } from '../../../../drivers/hypervisor/domain-types.ts'
import { msg } from '../../../../shared/text.ts'
import { pathOf } from '../disks/storage.ts'

const keptDisk = z.object({
  disk_id: z.int(),
  name: z.string(),
  target_dev: z.string(),
  path: z.string(),
  size_mib: z.int(),
})
/** A disk as a snapshot has it; its path is that on the node. */
export type KeptDisk = z.infer<typeof keptDisk>

export const keptDisks = (row: Pick<snapshot, 'disks'>): KeptDisk[] => z.array(keptDisk).parse(row.disks)

/** What the node has of a snapshot. */
export const captureOf = (row: Pick<snapshot, 'capture' | 'disks' | 'memory'>): Capture => ({
  name: row.capture,
  disks: keptDisks(row).map(({ path, target_dev }) => ({ path, target_dev })),
  memory: row.memory,
})

/** The disks that a VM has now. */
export async function presentDisks(work: Work, row: host): Promise<KeptDisk[]> {
  const disks = await work.tx.disk.findMany({
    where: { host_id: row.id },
    orderBy: [{ boot_order: 'asc' }, { id: 'asc' }],
  })
  return Promise.all(
    disks.map(async (one) => ({
      disk_id: one.id,
      name: one.name,
      target_dev: one.target_dev ?? 'vda',
      path: await pathOf(one, row),
      size_mib: one.size_mib,
    })),
  )
}

/** The disks of a snapshot that are no longer a VM's as they were; they prevent a revert. */
export const missingDisks = (kept: readonly KeptDisk[], present: readonly KeptDisk[]): KeptDisk[] =>
  kept.filter((one) => !present.some(({ disk_id, path }) => disk_id === one.disk_id && path === one.path))

/** @throws PanelError wrong_state naming the disks that are missing */
export function requireDisks(kept: readonly KeptDisk[], present: readonly KeptDisk[]): void {
  const missing = missingDisks(kept, present)
  if (missing.length === 0) return
  const names = missing.map(({ name }) => name).join(', ')
  throw wrongState(msg`Disks of the snapshot are no longer attached to the VM: ${names}`, 'disks')
}

/** Where the memory of a snapshot goes on the node, beside the main disk. */
export const memoryPath = (main: KeptDisk, row: Pick<host, 'internal_name'>, capture: string): string =>
  `${filesBeside(placeOfVolume(main.path))}/${row.internal_name}-${capture}.ram`

/**
 * Names the devices of a VM: its memory fits only the same. Size, passwords, limits and filters are none of them.
 */
export function devicesOf(spec: DomainSpec): string {
  const {
    cpu_number: _cpu_number,
    ram_mib: _ram_mib,
    room: _room,
    limits: _limits,
    vnc_password: _vnc_password,
    spice,
    disks,
    interfaces,
    ...rest
  } = spec
  const devices = {
    ...rest,
    spice: spice && { extras: spice.extras },
    disks: disks.map(({ boot_order: _, ...one }) => one).sort((a, b) => (a.target_dev < b.target_dev ? -1 : 1)),
    interfaces: interfaces.map(({ mac, bridge, model }) => ({ mac, bridge, model })),
  }
  return createHash('sha256').update(JSON.stringify(devices)).digest('hex')
}
