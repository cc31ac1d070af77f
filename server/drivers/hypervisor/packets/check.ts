import type { SshConnection } from '../../../protocols/ssh/connection.ts'
import { msg } from '../../../shared/text.ts'
import { failed } from '../linux/failed.ts'
import { rejected } from '../linux/messages.ts'
import type { PacketFilter } from '../packet-types.ts'
import { interfaceRules, sharedRules } from './rules.ts'

export const noNft = () => rejected(msg`nft is missing on the node: install nftables`)

/** Whether the node can filter packets at all. @throws PanelError device_rejected with what to install */
export async function checkNft(ssh: SshConnection, signal: AbortSignal): Promise<void> {
  const tried = await ssh.exec(['nft', '-c', '-f', '-'], { signal, stdin: `${sharedRules.join('\n')}\n` })
  if (tried.code === 127) throw noNft()
  if (tried.code !== 0) throw failed('nft', tried)
}

/** Whether the node can answer what it rejects: `nft_reject_bridge`, which few kernels are built without. */
export async function canReject(ssh: SshConnection, signal: AbortSignal): Promise<boolean> {
  const tried = await ssh.exec(['nft', '-c', '-f', '-'], {
    signal,
    stdin: `${[...sharedRules, ...interfaceRules('probe', '02:00:00:00:00:01', everyAnswer, [])].join('\n')}\n`,
  })
  return tried.code === 0
}

const everyAnswer: PacketFilter = {
  firewall_rules: [{ action: 'reject', direction: 'in', protocols: ['any'], portstart: 1, portend: 65_535 }],
  anti_spoofing: null,
}
