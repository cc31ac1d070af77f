import type { SshConnection } from '../../../protocols/ssh/connection.ts'
import { msg } from '../../../shared/text.ts'
import { failed } from '../linux/failed.ts'
import { rejected } from '../linux/messages.ts'
import { sharedRules } from './rules.ts'

export const noNft = () => rejected(msg`nft is missing on the node: install nftables`)

/** Whether the node can filter packets at all. @throws PanelError device_rejected with what to install */
export async function checkNft(ssh: SshConnection, signal: AbortSignal): Promise<void> {
  const tried = await ssh.exec(['nft', '-c', '-f', '-'], { signal, stdin: `${sharedRules.join('\n')}\n` })
  if (tried.code === 127) throw noNft()
  if (tried.code !== 0) throw failed('nft', tried)
}
