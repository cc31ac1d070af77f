import { deviceRejected } from '../../../domain/shared/errors.ts'
import type { SshConnection } from '../../../protocols/ssh/connection.ts'
import { msg } from '../../../shared/text.ts'
import { failed } from '../linux/failed.ts'
import type { PacketFilter } from '../packet-types.ts'
import { interfaceRules, sharedRules } from './rules.ts'

export const noNft = () => deviceRejected(msg`nft is missing on the node: install nftables`)

/** Whether the node can filter packets at all. @throws PanelError device_rejected with what to install */
export async function checkNft(ssh: SshConnection, signal: AbortSignal): Promise<void> {
  const tried = await ssh.exec(['nft', '-c', '-f', '-'], { signal, stdin: `${sharedRules.join('\n')}\n` })
  if (tried.code === 127) throw noNft()
  if (tried.code !== 0) throw failed('nft', tried)
}

/** Whether the node can answer what it rejects: `nft_reject_bridge`, which few kernels are built without. */
export const canReject = (ssh: SshConnection, signal: AbortSignal) =>
  takes(
    ssh,
    {
      firewall_rules: [{ action: 'reject', direction: 'in', protocols: ['any'], portstart: 1, portend: 65_535 }],
      anti_spoofing: null,
    },
    signal,
  )

/** Whether the node can count TCP connections on its bridges: `nf_conntrack_bridge` and `nft_connlimit`. */
export const canCount = (ssh: SshConnection, signal: AbortSignal) =>
  takes(ssh, { firewall_rules: [], anti_spoofing: null, connections: { in: 1, out: 1 } }, signal)

/** Whether the kernel would load the rules of a filter. Nothing is changed. */
async function takes(ssh: SshConnection, filter: PacketFilter, signal: AbortSignal): Promise<boolean> {
  const { rules } = interfaceRules('probe', '02:00:00:00:00:01', filter, [])
  const tried = await ssh.exec(['nft', '-c', '-f', '-'], {
    signal,
    stdin: `${[...sharedRules, ...rules].join('\n')}\n`,
  })
  return tried.code === 0
}

/**
 * Whether the node can limit traffic as `traffic.ts` does it: tried in a network of its own, which goes with the program, so that
 * no device of the node is touched. Where nothing can be tried, limits are not refused: they fail in words when they are set.
 */
export async function canLimit(ssh: SshConnection, signal: AbortSignal): Promise<boolean> {
  const tried = await ssh.exec(['unshare', '--net', 'sh', '-s'], { signal, stdin: tryLimits })
  return tried.code === 0 || !tried.stdout.includes('begun')
}

const tryLimits = `set -e
echo begun
ip link add dhprobe type ifb
ip link set dhprobe up
tc qdisc add dev dhprobe root handle da11: tbf rate 1mbit burst 20000 limit 40000
tc qdisc add dev dhprobe ingress
tc filter add dev dhprobe parent ffff: protocol all prio 1 u32 match u32 0 0 action mirred egress redirect dev dhprobe
`
