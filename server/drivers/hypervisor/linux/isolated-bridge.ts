import { deviceRejected } from '../../../domain/shared/errors.ts'
import type { SshConnection } from '../../../protocols/ssh/connection.ts'
import { msg } from '../../../shared/text.ts'
import { isIsolatedBridge } from '../isolated-bridge.ts'
import { failed } from './failed.ts'

const OPEN = 4

/**
 * A bridge that tells VLANs apart and is in none: what comes in belongs to no VLAN and is dropped, also before it reaches the node itself, whose
 * addresses and routes are never asked. It is made in one step, so there is none that is half isolated; one that lets packets pass is refused.
 * A kernel that cannot tell VLANs apart gets a rule that drops all that the bridge hands to the node, before the bridge is up.
 */
const MAKE = `at=/sys/class/net/$1
[ -e "$at" ] || ip link add name "$1" type bridge vlan_filtering 1 vlan_default_pvid 0 mcast_snooping 0 2>/dev/null ||
  ip link add name "$1" type bridge mcast_snooping 0 || [ -e "$at" ] || exit 1
if [ -e "$at/bridge/vlan_filtering" ]; then
  [ "$(cat "$at/bridge/vlan_filtering")" = 1 ] && [ "$(cat "$at/bridge/default_pvid")" = 0 ] || exit ${OPEN}
else
  echo "table netdev $1 { chain guest { type filter hook ingress device \\"$1\\" priority -500; policy drop; }; }" | nft -f - || exit 1
  nft list chain netdev "$1" guest | grep -q "policy drop" || exit ${OPEN}
fi
ip link set dev "$1" addrgenmode none 2>/dev/null
exec ip link set dev "$1" up`

const REMOVE = `[ ! -e "/sys/class/net/$1" ] || ip link delete dev "$1" type bridge || [ ! -e "/sys/class/net/$1" ] || exit 1
! command -v nft >/dev/null || ! nft list table netdev "$1" >/dev/null 2>&1 || nft delete table netdev "$1"`

/** @throws PanelError `device_rejected` when the node cannot keep packets from passing */
export async function makeIsolatedBridge(ssh: SshConnection, bridge: string, signal: AbortSignal): Promise<void> {
  const made = await ssh.exec(['sh', '-c', MAKE, 'sh', checked(bridge)], { signal })
  if (made.code === OPEN)
    throw deviceRejected(msg`The node has a network bridge ${bridge} that is not isolated: remove it`)
  if (made.code !== 0) throw failed('ip link', made)
}

export async function removeIsolatedBridge(ssh: SshConnection, bridge: string, signal: AbortSignal): Promise<void> {
  const removed = await ssh.exec(['sh', '-c', REMOVE, 'sh', checked(bridge)], { signal })
  if (removed.code !== 0) throw failed('ip link', removed)
}

function checked(bridge: string): string {
  if (!isIsolatedBridge(bridge)) throw new Error(`Not the name of an isolated bridge: ${bridge}`)
  return bridge
}
