import type { Volumes } from '../../../drivers/hypervisor/volume-types.ts'
import type { DummyCalls } from '../calls.ts'
import { deleteFile, writeSeed } from '../files.ts'
import { openMadeImage } from '../made-images.ts'
import { takes } from '../node.ts'
import { simulatedStorage } from '../storages.ts'
import { copyVolumes, dropVolumes, growVolume, makeVolume, volumeSize } from '../volumes.ts'

/** Storages of a simulated node, and the volumes and small files in them. */
export const volumes: DummyCalls<Volumes> = {
  storage(place) {
    return simulatedStorage(this.node, place, (ms, signal, work) => this.link.do(ms, signal, work))
  },

  createVolume(volume, signal) {
    return this.link.do(takes.volume, signal, () => makeVolume(this.node, volume))
  },

  growDisk(_, disk, size_mib, signal) {
    return this.link.do(takes.volume, signal, () => growVolume(this.node, disk.path, size_mib))
  },

  diskSize(_, disk, signal) {
    return this.link.do(takes.command, signal, () => volumeSize(this.node, disk.path))
  },

  copyDisks(internalName, copies, signal) {
    return this.link.do(takes.volume, signal, () => copyVolumes(this.node, internalName, copies))
  },

  dropCopies(_internalName, copies, signal) {
    return this.link.do(takes.command, signal, () => dropVolumes(this.node, copies))
  },

  deleteFile(path, signal) {
    return this.link.do(takes.command, signal, () => deleteFile(this.node, path))
  },

  writeSeed(path, files, signal) {
    return this.link.do(takes.seed, signal, () => writeSeed(this.node, path, files))
  },

  openFile(path, offset, signal) {
    return this.link.do(takes.command, signal, () => openMadeImage(this.node, path, offset))
  },
}
