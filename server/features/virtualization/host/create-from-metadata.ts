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
import { PanelError } from '../../../domain/shared/errors.ts'
import { msg, type Text } from '../../../shared/text.ts'
import { createHost } from './create.ts'

/**
 * Creates a VM from metadata that were saved before: its size, settings, empty disks, and its address where that is free. With the
 * id of a system of the catalogue it is installed anew; the content of its disks is not among the metadata.
 */
export async function createFromMetadata(ctx: Context, { metadata, disks, ...given }: CreateFromMetadata) {
  const saved = parsed(savedHost, metadata ?? {}, 'metadata')
  const body = bodyOf({ ...saved, ...given, ...(disks && { disks: parsed(z.array(savedDisk), disks, 'disks') }) })
  try {
    return await createHost(ctx, body)
  } catch (fault) {
    if (!(fault instanceof PanelError) || !fault.value?.startsWith('ip_addr')) throw fault
    throw new PanelError(fault.code, fault.text, { value: 'ipv4' })
  }
}

function bodyOf(saved: SavedHost): HostCreate {
  const { base_resources, disks, ipv4 = [], interfaces = [], account, cluster, node, os } = saved
  if (ipv4.length > 1) throw one('ipv4', msg`one address: others can be added to the new VM`)
  if (interfaces.length > 1) throw one('interfaces', msg`one interface: others can be added to the new VM`)
  if (saved.ipv6 && Object.keys(saved.ipv6).length > 0)
    throw one('ipv6', msg`IPv6 addresses can be added to the new VM: leave them out`)
  const [address] = ipv4
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
    ...(address !== undefined && {
      ip_addr: {
        name: address.ip_addr,
        ...(address.ippool_id != null && { ip_pool: address.ippool_id }),
      },
    }),
  })
}

const one = (field: string, words: Text) => new PanelError('invalid_input', msg`${field}: ${words}`, { value: field })

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
  throw new PanelError('invalid_input', msg`${field}: not a value that the creation of a VM takes`, { value: field })
}
