import { deviceRejected } from '../../../domain/shared/errors.ts'
import type { SshConnection } from '../../../protocols/ssh/connection.ts'
import { msg } from '../../../shared/text.ts'
import { run } from '../run.ts'
import type { Group, Volume } from './report.ts'

/** Says of a group that several nodes see its disks. */
export const SHARED = 'datahall.shared'
/** Says of a volume of such a group which node may have it active, by the machine id of that (machine-id(5)). */
const HOLDER = 'datahall.node='

export const isShared = ({ vg_tags }: Pick<Group, 'vg_tags'>): boolean => vg_tags.split(',').includes(SHARED)

/** The node that a volume is held by; null: by none. */
export const holderOf = ({ lv_tags }: Pick<Volume, 'lv_tags'>): string | null =>
  lv_tags
    .split(',')
    .find((tag) => tag.startsWith(HOLDER))
    ?.slice(HOLDER.length) ?? null

export const holderTag = (machine: string): string => `${HOLDER}${machine}`

/** By this a node is known in a group that several of them see. */
export async function machineOf(ssh: SshConnection, signal: AbortSignal): Promise<string> {
  const said = (await run(ssh, ['cat', '/etc/machine-id'], signal)).trim()
  if (/^[0-9a-f]{32}$/.test(said)) return said
  throw deviceRejected(msg`The node has no machine id: run systemd-machine-id-setup on it`)
}

/** @throws PanelError device_rejected when another node has it */
export function requireNotElsewhere(volume: Volume, machine: string): void {
  const holder = holderOf(volume)
  if (holder !== null && holder !== machine)
    throw deviceRejected(
      msg`Another node has the volume ${volume.lv_name}: it can be used here when that one has given it back`,
    )
}
