import { deviceRejected } from '../../../domain/shared/errors.ts'
import type { SshConnection } from '../../../protocols/ssh/connection.ts'
import { msg } from '../../../shared/text.ts'
import { exclusively } from '../exclusive.ts'
import type { RawVolume } from '../raw-volume.ts'
import { run } from '../run.ts'
import { fillWithZeros } from '../zeros.ts'
import { holderOf, holderTag, isShared, machineOf, requireNotElsewhere } from './holder.ts'
import { namesOf } from './names.ts'
import { piecesOf, readGroup, readVolume } from './report.ts'

const mib = 1 << 20

export type LvmVolume = RawVolume & {
  /** Makes it usable on this node alone, and refuses when another one has it. Of a group of one node: makes it usable. */
  hold(signal: AbortSignal): Promise<void>
  /** Gives it back, so that another node may hold it. Refused while something uses it. */
  letGo(signal: AbortSignal): Promise<void>
}

/** A logical volume that takes all of its size. In a group that several nodes see, one of them has it active. */
export function lvmVolume(ssh: SshConnection, path: string): LvmVolume {
  const { group, name } = namesOf(path)
  const full = `${group}/${name}`

  /**
   * Changes a group. LVM does not keep nodes apart that see the same one, so the panel lets them do so one after another.
   * @param work gets what this node is called by in a group of several; null in one of its own
   */
  async function change<T>(work: (machine: string | null) => Promise<T>, signal: AbortSignal): Promise<T> {
    if (!isShared(await readGroup(ssh, group, signal))) return work(null)
    const machine = await machineOf(ssh, signal)
    return exclusively(ssh, `lvm:${group}`, () => work(machine), signal)
  }

  /** One that is there, and which no other node has; null: it is not there. */
  async function mine(called: string, machine: string | null, signal: AbortSignal) {
    const found = await readVolume(ssh, group, called, signal)
    if (found && machine !== null) requireNotElsewhere(found, machine)
    return found
  }

  async function required(machine: string | null, signal: AbortSignal) {
    const found = await mine(name, machine, signal)
    if (!found) throw deviceRejected(msg`There is no volume ${path} on the node`)
    return found
  }

  /** No signature is looked for: what is there is overwritten, or was by us. */
  const make = (size: readonly string[], called: string, signal: AbortSignal) =>
    change((machine) => {
      const held = machine === null ? [] : ['--addtag', holderTag(machine)]
      const words = ['lvcreate', '--yes', '--wipesignatures', 'n', '--zero', 'n', ...held, ...size]
      return run(ssh, [...words, '--name', called, '--', group], signal)
    }, signal)

  async function dropHere(called: string, machine: string | null, signal: AbortSignal): Promise<void> {
    if (await mine(called, machine, signal)) await run(ssh, ['lvremove', '--yes', '--', `${group}/${called}`], signal)
  }
  const drop = async (called: string, signal: AbortSignal): Promise<void> => {
    if (await readVolume(ssh, group, called, signal))
      await change((machine) => dropHere(called, machine, signal), signal)
  }

  /** Room that reads as zeros before it becomes part of a volume: a guest that is started meanwhile must not see what others had there. */
  async function growBy(extents: number, signal: AbortSignal): Promise<void> {
    const room = `${name}.grow`
    await drop(room, signal)
    await make(['--extents', String(extents)], room, signal)
    await fillWithZeros(ssh, `/dev/${group}/${room}`, signal)
    const pieces = await piecesOf(ssh, group, room, signal)
    if (pieces.length === 0) throw deviceRejected(msg`The node does not say where the volume ${full} lies`)
    await change(async (machine) => {
      await dropHere(room, machine, signal)
      // Where another program takes the room in between, this fails, and the next attempt begins anew.
      await run(ssh, ['lvextend', '--extents', `+${extents}`, '--', full, ...pieces], signal)
    }, signal)
  }

  const activate = (signal: AbortSignal) => run(ssh, ['lvchange', '--activate', 'y', '--', full], signal)

  return {
    async size(signal) {
      const found = await readVolume(ssh, group, name, signal)
      if (!found) return null
      return { bytes: found.lv_size, step: (await readGroup(ssh, group, signal)).vg_extent_size }
    },
    async create(size_mib, signal) {
      await make(['--size', `${size_mib}m`], name, signal)
      await fillWithZeros(ssh, path, signal)
    },
    async grow(size_mib, signal) {
      const { lv_size } = await change((machine) => required(machine, signal), signal)
      const missing = size_mib * mib - lv_size
      if (missing <= 0) return
      const { vg_extent_size } = await readGroup(ssh, group, signal)
      await growBy(Math.ceil(missing / vg_extent_size), signal)
    },
    async rename(to, signal) {
      const next = namesOf(to)
      await change(async (machine) => {
        await required(machine, signal)
        await run(ssh, ['lvrename', '--', group, name, next.name], signal)
      }, signal)
    },
    async remove(signal) {
      await drop(`${name}.grow`, signal)
      await drop(name, signal)
    },
    async hold(signal) {
      await change(async (machine) => {
        const found = await required(machine, signal)
        if (machine !== null && holderOf(found) === null)
          await run(ssh, ['lvchange', '--addtag', holderTag(machine), '--', full], signal)
        await activate(signal)
      }, signal)
    },
    async letGo(signal) {
      await change(async (machine) => {
        const found = machine === null ? null : await readVolume(ssh, group, name, signal)
        if (machine === null || !found || holderOf(found) !== machine) return
        await run(ssh, ['lvchange', '--activate', 'n', '--', full], signal)
        await run(ssh, ['lvchange', '--deltag', holderTag(machine), '--', full], signal)
      }, signal)
    },
    /** Before it is used: a node that was started has those of a shared group inactive. */
    async ready(signal) {
      await change(async (machine) => {
        const found = await required(machine, signal)
        if (machine !== null && holderOf(found) === null)
          throw deviceRejected(msg`No node has the volume ${name}: detach the disk and attach it again`)
        await activate(signal)
      }, signal)
    },
  }
}
