import type { net_switch } from '../../../../generated/prisma/client.ts'
import { db } from '../../../db/pool.ts'
import type { SnmpParams } from '../../../drivers/snmp-params.ts'
import { switchDriver } from '../../../drivers/switch/registry.ts'
import type { NetconfParams, SshParams, SwitchConnection, SwitchTarget } from '../../../drivers/switch/types.ts'
import { openParams, storedParams } from '../device/params.ts'
import { withDevice } from '../device/queue.ts'

const way = [
  'id',
  'device',
  'ip',
  'host_key',
  'snmp_params',
  'snmp_secrets',
  'ssh_params',
  'ssh_secrets',
  'netconf_params',
  'netconf_secrets',
] as const
/** What the record of a switch says of how it is reached. */
export type SwitchWay = Pick<net_switch, (typeof way)[number]>
/** The columns of it, of a switch `w`. */
export const SWITCH_WAY = way.map((column) => `w.${column}`).join(', ')

/** Where a switch is and how to get in; holds secrets, so it is neither kept nor logged. */
export function targetOf(row: SwitchWay): SwitchTarget {
  const open = <Params>(kind: 'snmp' | 'ssh' | 'netconf') =>
    openParams<Params>('net_switch', row.id, kind, storedParams(row, kind))
  const ssh = open<Partial<SshParams>>('ssh')
  const netconf = open<Partial<NetconfParams>>('netconf')
  return {
    address: row.ip,
    snmp: open<SnmpParams>('snmp'),
    ssh: ssh && { user: '', password: '', port: 22, ...ssh },
    netconf: netconf && { username: '', password: '', port: 830, ...netconf },
    host_key: row.host_key,
  }
}

/** One piece of work with a switch, in its turn. The SSH host key that it showed first is pinned. @throws as `withDevice` */
export function withSwitch<T>(
  row: SwitchWay,
  outer: AbortSignal,
  use: (device: SwitchConnection, signal: AbortSignal) => Promise<T>,
  limitMs?: number,
): Promise<T> {
  const work = async (device: SwitchConnection, signal: AbortSignal) => {
    const result = await use(device, signal)
    if (row.host_key === null && device.host_key !== null)
      await db().prisma.net_switch.updateMany({
        where: { id: row.id, host_key: null },
        data: { host_key: device.host_key },
      })
    return result
  }
  return withDevice('switch', row.id, () => switchDriver(row.device).connect(targetOf(row)), outer, work, limitMs)
}
