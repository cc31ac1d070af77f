import type { cluster, host, image, os } from '../../../../generated/prisma/client.ts'
import { db } from '../../../db/pool.ts'
import { deviceRejected, type PanelError, refused } from '../../../domain/shared/errors.ts'
import type { VolumeSpec } from '../../../drivers/hypervisor/volume-types.ts'
import { msg } from '../../../shared/text.ts'
import { imagePath } from '../os/image.ts'
import { imagePathOn } from './place.ts'
import { type System, systemOfImage, systemOfOs } from './system.ts'

type Below = Pick<VolumeSpec, 'backing' | 'copied'>

/** What the main disk of a new installation is made of, for the task that makes it. */
export type Base = {
  system: System
  /** What the disk stands on, or gets the content of. */
  below(linked: boolean): Below
  /**
   * Makes sure that the file is on the node.
   * @param copy the task that ran before and brings it, whose failure is the reason of this one's
   */
  require(node_id: number, copy: number | null): Promise<void>
}

/** @throws PanelError `refused` when it was deleted in the meantime */
export async function baseOf(
  row: Pick<host, 'os_id' | 'image_id' | 'image_name'>,
  home: cluster,
  node_id: number,
): Promise<Base> {
  const { prisma } = db()
  if (row.image_name !== null) {
    const found = row.image_id === null ? null : await prisma.image.findUnique({ where: { id: row.image_id } })
    if (!found) throw refused(msg`The image was deleted in the meantime`)
    return ofImage(found, await imagePathOn(found, node_id))
  }
  const found = row.os_id === null ? null : await prisma.os.findUnique({ where: { id: row.os_id } })
  if (!found) throw refused(msg`The system was deleted from the catalogue in the meantime`)
  return ofOs(found, home)
}

const ofImage = (row: image, path: string): Base => ({
  system: systemOfImage(row),
  below: (linked) => ({ backing: { path, format: 'qcow2' }, copied: !linked }),
  async require(node_id, copy) {
    const where = { image_id_node_id: { image_id: row.id, node_id } }
    const there = await db().prisma.image_node.findUnique({ where })
    if (there?.state !== 'ready') throw await missing(row.name, copy)
  },
})

const ofOs = (row: os, home: cluster): Base => ({
  system: systemOfOs(row),
  below: () => ({
    backing: { path: imagePath(home.os_storage_path, row), format: row.format as 'qcow2' | 'raw' },
  }),
  require: (node_id, copy) => requireImage(row, node_id, copy),
})

/** The copy ran as a task of its own before this one; its failure is the reason of this one's. */
export async function requireImage(system: os, node_id: number, copy: number | null): Promise<void> {
  const there = await db().prisma.os_node.findUnique({ where: { os_id_node_id: { os_id: system.id, node_id } } })
  if (there?.sha256 !== system.sha256 || there.state !== 'ready') throw await missing(system.name, copy)
}

async function missing(name: string, copy: number | null): Promise<PanelError> {
  const task = copy === null ? null : await db().prisma.task.findUnique({ where: { id: copy } })
  return deviceRejected(
    msg`The image of ${name} is not on the node: ${task?.error ?? msg`it was removed there, create the VM again`}`,
  )
}
