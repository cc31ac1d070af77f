import type { image, os } from '../../../../generated/prisma/client.ts'
import type { Work } from '../../../db/transaction.ts'

type OfOs = Pick<os, 'name' | 'os_group' | 'login_user' | 'efi_boot' | 'min_ram_mib' | 'hdd_mib_required' | 'tags'>

/** What a VM gets as its system: one of the catalogue, or an image that was made of a VM. */
export type System = OfOs & {
  /** Of the catalogue; null for an image of a system that left it. */
  os_id: number | null
  image: image | null
}

export const systemOfOs = (row: os): System => ({ ...row, os_id: row.id, image: null })

export const systemOfImage = (row: image): System => ({
  name: row.os_name,
  os_group: row.os_group,
  login_user: row.login_user,
  efi_boot: row.efi_boot,
  min_ram_mib: row.min_ram_mib,
  hdd_mib_required: row.size_mib,
  tags: row.os_tags,
  os_id: row.os_id,
  image: row,
})

/** Nodes on which no VMs are made of an image. */
export const nodesWithout = async (work: Work, image_id: number): Promise<number[]> =>
  (await work.tx.image_node.findMany({ where: { image_id, disabled: true }, select: { node_id: true } })).map(
    ({ node_id }) => node_id,
  )
