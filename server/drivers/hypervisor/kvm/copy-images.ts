import { rbdImage } from '../../../domain/storage/volumes.ts'
import { rbdVolume } from '../../storage/ceph/image.ts'
import type { DiskCopy } from '../domain-types.ts'
import type { AtDomain } from './at-domain.ts'
import { captureDisks, dropCapture } from './snapshots/capture.ts'

/** Name of the snapshot that is copied. */
const CUT = 'datahall-copy'

/** Whether disks and their copies are images of RBD in the same pool: libvirt's job for copies writes to no such image. */
export const areImages = (copies: readonly DiskCopy[]): boolean =>
  copies.every(({ from, to }) => {
    const pool = rbdImage(from)?.pool
    return pool !== undefined && rbdImage(to)?.pool === pool
  })

const cutOf = (copies: readonly DiskCopy[]) => ({
  name: CUT,
  disks: copies.map(({ from, target_dev }) => ({ path: from, target_dev })),
  memory: null,
})

/** Copies disks of a running domain as they are at one moment. @returns whether its file systems were frozen for that moment */
export async function copyImages(at: AtDomain, copies: readonly DiskCopy[]): Promise<boolean> {
  const { frozen } = await captureDisks(at, cutOf(copies), true)
  for (const { from, to } of copies) await rbdVolume(at.ssh, from).copy(CUT, to, at.signal)
  await dropCapture(at, cutOf(copies))
  return frozen ?? false
}

/** Removes what a copy that was broken off has left in the disks. */
export const dropCut = (at: AtDomain, copies: readonly DiskCopy[]): Promise<void> => dropCapture(at, cutOf(copies))
