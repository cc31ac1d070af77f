import { z } from 'zod'
import { rule } from '../../shared/rule.ts'
import { msg, type Text } from '../../shared/text.ts'
import { possibleCapabilities, refusalMessage } from '../node/capabilities.ts'
import { type StorageKind, storageCan, storageKind } from '../storage/kinds.ts'
import { usableStates } from '../storage/states.ts'
import type { DiskState } from './states.ts'

/** Body that moves a disk: to a storage, to a node, or to both. */
export const diskMigrate = z
  .strictObject({
    storage: z.int().optional(),
    node: z.int().optional(),
    plain: z.boolean().optional(),
    limit_mbitps: z
      .int()
      .refine((value) => value >= 1 && value <= 1_000_000, rule`from ${1} to ${1_000_000}`)
      .optional(),
  })
  .refine((body) => body.storage !== undefined || body.node !== undefined, {
    path: ['storage'],
    message: rule`storage or node is needed`,
  })
  .meta({ anyOf: [{ required: ['storage'] }, { required: ['node'] }] })
export type DiskMigrate = z.infer<typeof diskMigrate>

/** By which names of files say what they are; nothing is guessed from what is in them. */
const formats = { qcow2: 'qcow2', raw: 'raw', img: 'raw' } as const

/** What a file is by its name, or null. */
export function formatOf(path: string): 'qcow2' | 'raw' | null {
  const ending = /\.([a-z0-9]+)$/.exec(path)?.[1] ?? ''
  return Object.hasOwn(formats, ending) ? formats[ending as keyof typeof formats] : null
}

const isPlainPath = (path: string) =>
  path.startsWith('/') && path.length <= 500 && !/[^\x20-\x7e]/.test(path) && !/\/(\.{0,2})(\/|$)/.test(path)

/** Body that gives a disk what is in a file on its node. */
export const diskRestoreImage = z.strictObject({
  path: z
    .string()
    .refine(isPlainPath, rule`an absolute path of a file, without . and ..`)
    .refine((path) => formatOf(path) !== null, rule`a file whose name ends in .qcow2, .raw or .img`),
})
export type DiskRestoreImage = z.infer<typeof diskRestoreImage>

/** What the rule looks at, of a disk. */
export type MovedDisk = {
  size_mib: number
  size_mib_new: number | null
  state: string
  storage_id: number
  node_id: number | null
  host_id: number | null
  /** Of the storage that it is on. */
  type: string
  virtualization_type: string
  /** That hold a state of it. */
  snapshots: number
  /** Backups of it, or of its VM, that are being made: they read the volume. */
  backups: number
}

/** A storage as a node has it. */
export type MoveTarget = {
  storage_id: number
  type: string
  node_id: number
  node_state: string
  /** How it is there; `disabled` when it takes no new disks. */
  state: string
  free_mib: number
}

/** Why a disk cannot go anywhere now, or null. */
export function whyNotMove(disk: MovedDisk): Text | null {
  if (!possibleCapabilities(disk.virtualization_type).includes('storages')) return refusalMessage('storages')
  if (disk.node_id === null) return msg`The node of the disk was removed`
  if (disk.state !== ('active' satisfies DiskState)) return msg`The disk is being changed: wait until this has finished`
  if (disk.backups > 0)
    return msg`A backup of the disk or of its VM is being made: wait until it has finished, or call it off`
  if (disk.snapshots > 0)
    return msg`${disk.snapshots} snapshots of the VM hold states of the disk, which would be lost: delete them first`
  return null
}

/** Why a disk cannot go to a storage on a node, or null: what lists, the form and the request read. */
export function whyNotTarget(disk: MovedDisk, target: MoveTarget): Text | null {
  const shared = storageCan(target.type, 'shared')
  if (target.storage_id === disk.storage_id && (shared || target.node_id === disk.node_id))
    return msg`The disk is there already`
  const kind = storageKind[target.type as StorageKind]
  if (!kind?.connects) return msg`Disks cannot be moved to storages of the kind ${kind?.label ?? target.type} yet`
  if (target.node_id !== disk.node_id && disk.host_id !== null)
    return msg`The disk belongs to a VM and stays on its node: detach it first, or choose a storage of this node`
  if (target.node_state !== 'active') return msg`The node does not answer`
  if (target.state === 'disabled') return msg`The storage is disabled and takes no disks`
  if (!(usableStates as readonly string[]).includes(target.state)) return msg`The storage does not work on this node`
  const needed = Math.max(disk.size_mib, disk.size_mib_new ?? 0)
  if (target.free_mib < needed)
    return msg`The storage has room for ${target.free_mib} MiB, and the disk needs ${needed}`
  return null
}

/** A place that a disk can go to, or cannot for the reason given. */
export const moveOption = z.object({
  id: z.int(),
  name: z.string(),
  type: z.string(),
  available_mib: z.int(),
  node: z.object({ id: z.int(), name: z.string() }),
  /** Why not; null: it can. */
  reason: z.string().nullable(),
})
export type MoveOption = z.infer<typeof moveOption>

/** Places that a disk could go to. */
export const moveOptions = z.object({
  list: z.array(moveOption),
  size: z.int(),
  /** Why it cannot go anywhere now. */
  reason: z.string().nullable(),
})
