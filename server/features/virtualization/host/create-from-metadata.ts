import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Context } from '../../../api/context.ts'
import {
  type CreateFromMetadata,
  type SavedHost,
  savedDisk,
  savedHost,
  tunedResources,
} from '../../../domain/host/metadata.ts'
import { type HostCreate, hostCreate } from '../../../domain/host/schema.ts'
import { invalidInput, PanelError } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { createHost } from './create.ts'
import { networkOf } from './saved-network.ts'

/**
 * Creates a VM from metadata that were saved before: its size, settings, empty disks, and its interfaces and addresses where those are free. With the
 * id of a system of the catalogue it is installed anew; the content of its disks is not among the metadata.
 */
export async function createFromMetadata(ctx: Context, { metadata, disks, ...given }: CreateFromMetadata) {
  const saved = parsed(savedHost, metadata ?? {}, 'metadata')
  const body = bodyOf({ ...saved, ...given, ...(disks && { disks: parsed(z.array(savedDisk), disks, 'disks') }) })
  try {
    return await createHost(ctx, body)
  } catch (fault) {
    if (!(fault instanceof PanelError)) throw fault
    if (fault.value?.startsWith('ip_addr')) throw new PanelError(fault.code, fault.text, { value: 'ipv4' })
    if (fault.value === 'custom_interfaces') throw new PanelError(fault.code, fault.text, { value: 'interfaces' })
    throw fault
  }
}

function bodyOf(saved: SavedHost): HostCreate {
  const { base_resources, disks, account, cluster, node, os } = saved
  return parsed(hostCreate, {
    ...parsed(tunedResources, saved.tuned_resources ?? {}, 'tuned_resources'),
    name: saved.name ?? saved.domain?.split('.')[0] ?? `vm-${randomBytes(3).toString('hex')}`,
    ...(saved.domain && { domain: saved.domain }),
    ...(saved.comment && { comment: saved.comment }),
    ...(os?.id !== undefined && { os: os.id }),
    ...(saved.preset != null && { preset: saved.preset }),
    ...(account?.id !== undefined && { account: account.id }),
    ...(cluster?.id !== undefined && { cluster: cluster.id }),
    ...(node?.id !== undefined && { node: node.id }),
    ...(base_resources?.ram_mib !== undefined && { ram_mib: base_resources.ram_mib }),
    cpu_number: base_resources?.cpu_numer ?? base_resources?.cpu_number,
    ...(disks && { disks: disks.map(diskOf) }),
    ...networkOf(saved),
  })
}

function diskOf({ size_mib, boot_order, expand_part, storage }: NonNullable<SavedHost['disks']>[number], at: number) {
  return {
    size_mib,
    boot_order: boot_order ?? at + 1,
    ...(expand_part && { expand_part }),
    ...(storage?.id !== undefined && { storage: storage.id }),
  }
}

/** @throws PanelError invalid_input with the field as it is named in the metadata */
function parsed<S extends z.ZodType>(schema: S, value: unknown, within?: string): z.output<S> {
  const { success, data, error } = schema.safeParse(value)
  if (success) return data
  const field = [...(within ? [within] : []), ...(error.issues[0]?.path ?? [])].join('.')
  throw invalidInput(msg`${field}: not a value that the creation of a VM takes`, field)
}
