import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { disk, host } from '../../../../../generated/prisma/client.ts'
import { partitionName } from '../../../../domain/disk/edit.ts'
import { PanelError } from '../../../../domain/shared/errors.ts'
import type { NodeConnection } from '../../../../drivers/hypervisor/types.ts'
import type { TaskContext } from '../../../../tasks/define.ts'

/** How long the guest may take for it. */
const PATIENCE_MS = 30_000
const PAUSE_MS = 200

/**
 * Grows a partition to the end of its disk, and the file system in it. Ends with 3 when there is no such partition, with 4 when
 * the guest has no way to grow it while it is in use: cloud-init does it at the next start then.
 */
const SCRIPT = `#!/bin/sh
export PATH=/usr/local/sbin:/usr/sbin:/sbin:/usr/bin:/bin
sys=/sys/class/block/$PARTITION
part=/dev/$PARTITION
[ -e "$sys/partition" ] || exit 3
number=$(cat "$sys/partition")
disk=$(basename "$(dirname "$(readlink -f "$sys")")")
before=$(cat "$sys/size")
if command -v growpart >/dev/null 2>&1; then growpart "/dev/$disk" "$number"
elif command -v sfdisk >/dev/null 2>&1; then
  echo ', +' | sfdisk --no-reread --force -N "$number" "/dev/$disk" || exit 4
  partx -u "$part" 2>/dev/null || blockdev --rereadpt "/dev/$disk" 2>/dev/null
else exit 4; fi
[ "$(cat "$sys/size")" -gt "$before" ] || exit 4
where=$(awk -v d="$part" '$1==d {print $2; exit}' /proc/mounts)
kind=$(awk -v d="$part" '$1==d {print $3; exit}' /proc/mounts)
if [ -z "$where" ] && [ "$(awk '$2=="/" {print $1; exit}' /proc/mounts)" = /dev/root ]; then where=/ kind=$(awk '$2=="/" {print $3; exit}' /proc/mounts); fi
case $kind in
  xfs) xfs_growfs "$where" ;;
  btrfs) btrfs filesystem resize max "$where" ;;
  *) resize2fs "$part" ;;
esac
`

/** `grown`: done. `next_start`: left to the guest's next start. */
export type Expanded = 'grown' | 'next_start'

/**
 * Expands the partition that is named for a disk through the guest agent. A guest that has no agent, or not what is needed, is no
 * fault: the size of the disk is right. cloud-init expands the root partition at every start, and `expandAtStart` has others expanded then.
 */
export async function expandPartition(
  t: TaskContext,
  row: host,
  one: disk,
  on: (signal: AbortSignal) => Promise<NodeConnection>,
): Promise<Expanded> {
  const partition = partitionName(one.expand_part ?? (one.is_main ? row.expand_part : null))
  if (partition === null) return 'next_start'
  const token = await t.step('token', async () => randomBytes(16).toString('hex'))
  return t.step('expand', async (signal) => {
    try {
      const code = await growPartition(await on(signal), row.internal_name, { partition, token }, signal)
      return code === 0 ? 'grown' : 'next_start'
    } catch (fault) {
      if (fault instanceof PanelError && fault.code === 'device_rejected') return 'next_start'
      throw fault
    }
  })
}

/** `token`: names this one run, which is not begun twice. */
export type Partition = { partition: string; token: string }

/** Grows a partition of a running guest. @returns what the script ended with, see there; null when it did not in time */
export async function growPartition(
  node: NodeConnection,
  name: string,
  { partition, token }: Partition,
  signal: AbortSignal,
): Promise<number | null> {
  const environment = { PARTITION: partition }
  await node.startGuestScript(name, { token, script: SCRIPT, environment }, signal)
  const code = await exitCode(node, name, token, signal)
  await node.endGuestScript(name, token, signal)
  return code
}

async function exitCode(node: NodeConnection, name: string, token: string, signal: AbortSignal) {
  // The end is reported behind the output, which has to be read up to there.
  let offset = 0
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; ) {
    const now = await node.readGuestScript(name, token, offset, signal)
    offset = now.next
    if (now.state !== 'running') return now.exit_code
    await delay(PAUSE_MS, undefined, { signal })
  }
  return null
}
