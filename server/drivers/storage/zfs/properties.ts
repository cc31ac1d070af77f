import type { SshConnection } from '../../../protocols/ssh/connection.ts'
import { failed } from '../../hypervisor/linux/failed.ts'

/** Properties of a dataset, sizes in bytes; null when it does not exist. @throws PanelError device_rejected in the words of ZFS */
export async function readProperties(
  ssh: SshConnection,
  dataset: string,
  names: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, string> | null> {
  const result = await ssh.exec(['zfs', 'get', '-H', '-p', '-o', 'property,value', names.join(','), '--', dataset], {
    signal,
    timeoutMs: 60_000,
  })
  if (result.code !== 0 && /dataset does not exist/.test(result.stderr)) return null
  if (result.code !== 0) throw failed('zfs', result)
  return new Map(
    result.stdout.split('\n').flatMap((line) => {
      const [name, value] = line.split('\t')
      return name && value !== undefined ? [[name, value] as const] : []
    }),
  )
}
