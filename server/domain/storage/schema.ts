import { z } from 'zod'
import { createShape, editShape, recordShape } from '../shared/field-schema.ts'
import { linkId, moment } from '../shared/fields.ts'
import { ipText } from '../shared/network-fields.ts'
import { tagRef } from '../tag/schema.ts'
import { storageFields } from './fields.ts'
import { creatableKinds, storageAbilities, storageKinds, storageTypes } from './kinds.ts'
import { overallStates, storageStates } from './states.ts'

const count = z.int()
const mib = z.number().describe('MiB')

const paramsView = z.object({
  ip_addr: z.string().nullable(),
  ssh_port: z.int().nullable(),
  login: z.string().nullable(),
  password: z.string().nullable().describe('Always empty: it is only written'),
  nas_storage_path: z.string().nullable(),
})

const FULL =
  'At the pace of the last thirty days. Null: it does not grow, not within five years, or too little is known'

/** A storage: what it is, how it is, and how full. */
export const storageRecord = z.object({
  id: z.int(),
  ...recordShape(storageFields),
  type: z.enum(storageTypes).describe('A NAS is a file storage on the network'),
  kind: z.enum(storageKinds).describe('As it was created'),
  storage_params: paramsView.nullable(),
  ...paramsView.shape,
  is_network: z.boolean(),
  state: z.enum(overallStates).describe('Of its nodes the worst that is known'),
  enabled: z.boolean(),
  error: z.string().nullable().describe('Why it is not well, of the node that is worst off'),
  total_mib: mib,
  used_mib: mib,
  promised_mib: mib.describe('Sizes of the disks on it'),
  used_percent: z.number().nullable(),
  promised_percent: z.number().nullable(),
  full_in_days: z.int().nullable().describe(FULL),
  trend: z.array(z.number()).describe('MiB used at the end of each of the last thirteen weeks'),
  node_count: count.describe('Nodes where it is well'),
  node_total: count.describe('Nodes of its clusters'),
  disk_count: count,
  host_count: count,
  finding_count: count.describe('Volumes and records that have no counterpart'),
  can: z.array(z.enum(storageAbilities)),
  checked_at: z.string().nullable(),
  clusters: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      type: z.string().describe('Type of virtualization'),
      enabled: z.boolean(),
      is_main: z.boolean(),
      hdd_overselling: z.number(),
      virt_pool: z.record(z.string(), z.union([z.string(), z.int(), z.null()])),
    }),
  ),
  tags: z.array(tagRef),
  version: z.int(),
})
export type Storage = z.infer<typeof storageRecord>

const kinds = creatableKinds.join(', ')
const storageParams = z.strictObject({
  ip_addr: ipText.optional(),
  ssh_port: z.int().optional(),
  login: z.string().optional(),
  password: z.string().optional(),
  nas_storage_path: z.string().optional(),
})

export const storageCreate = z.strictObject({
  ...createShape(storageFields),
  type: z.enum(creatableKinds, `one of ${kinds}; other kinds are shown, and cannot be created`),
  storage_params: storageParams.describe('What the kind needs: a NAS its address and the folder it exports'),
  ignore_checks: z.boolean().optional().describe('Take it also when another storage is at the same place'),
  tags: z.array(linkId).optional(),
})
export type StorageCreate = z.infer<typeof storageCreate>

export const storageEdit = z.strictObject({
  ...editShape(storageFields),
  storage_params: storageParams
    .optional()
    .describe(
      'Of Ceph: how its monitor host is reached. What is not named, or empty, stays; nodes use it when they are connected anew',
    ),
  tags: z.array(linkId).optional(),
})
export type StorageEdit = z.infer<typeof storageEdit>

/** Where volumes are on the nodes of a cluster; which of it is needed depends on the kind. */
export const virtPoolBody = z.strictObject({
  vm_storage_path: z.string().optional(),
  volume_group: z.string().optional(),
  zfs_pool_name: z.string().optional(),
  nas_storage_path: z.string().optional(),
  rbd_pool_name: z.string().optional(),
  rbd_user: z.string().optional(),
  placement_groups: z.int().optional(),
  network_disk_path: z.string().optional(),
})
export type VirtPoolBody = z.infer<typeof virtPoolBody>

export const overselling = z.number().min(0.5).max(100)

export const storageAttach = z.strictObject({
  virt_pool: virtPoolBody,
  is_main: z.boolean().optional().describe('Disks of new VMs are on it unless they name another'),
  hdd_overselling: overselling.optional().describe('So many times its size may be promised to disks'),
  ignore_checks: z.boolean().optional().describe('Attach it also when it cannot be connected on some of the nodes'),
  ha_params: z.strictObject({ fs_name: z.string(), directory: z.string(), username: z.string() }).partial().optional(),
})
export type StorageAttach = z.infer<typeof storageAttach>

export const overselledBody = z.strictObject({ value: overselling })
export const overselledAnswer = z.object({ value: z.number(), hdd_overselling: z.number() })
export const stateBody = z.strictObject({ state: z.string().describe('active or disabled') })
export const storageTasks = z.object({ id: z.int(), task: z.int(), storages_tasks: z.array(z.int()) })

/** A storage on one node. */
export const nodeStorageRecord = z.object({
  id: z.int().describe('Of the node'),
  name: z.string(),
  cluster: z.object({ id: z.int(), name: z.string() }),
  storage: z.object({ id: z.int(), name: z.string() }),
  state: z.enum(storageStates),
  enabled: z.boolean(),
  hdd_overselling: z.number(),
  total_mib: mib,
  used_mib: mib,
  promised_mib: mib,
  disk_count: count,
  full_in_days: z.int().nullable().describe(FULL),
  error: z.string().nullable(),
  error_at: moment.nullable(),
  checked_at: moment.nullable(),
})
export type NodeStorage = z.infer<typeof nodeStorageRecord>

/** What records and a storage differ in. */
export const findingRecord = z.object({
  id: z.int(),
  kind: z.enum(['volume', 'disk']).describe('volume: no record knows it; disk: its volume is gone'),
  name: z.string(),
  size_mib: mib,
  node: z.object({ id: z.int(), name: z.string() }),
  disk: z.object({ id: z.int(), name: z.string() }).nullable(),
  found_at: moment,
  seen_at: moment,
})
export type Finding = z.infer<typeof findingRecord>

const point = z.object({ at: moment, total_mib: mib, used_mib: mib, promised_mib: mib })
/** Use over time, oldest first, and where it leads. */
export const storageUse = z.object({
  list: z.array(point),
  growth_mib_per_day: z
    .number()
    .nullable()
    .describe('Of what is used, over the last thirty days; null: too little is known'),
  full_in_days: z.int().nullable().describe(FULL),
})
export type StorageUse = z.infer<typeof storageUse>

/** How a node is connected to a storage. */
export const connectParams = z.object({
  kind: z.enum(storageKinds),
  folder: z.string().nullable(),
  source: z.string().nullable().describe('What is mounted, or the pool'),
  options: z.array(z.string()).describe('Of its line in /etc/fstab'),
  ip_addr: z.string().nullable(),
  virt_pool: z.record(z.string(), z.union([z.string(), z.int(), z.null()])),
})
