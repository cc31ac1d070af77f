import type { pdu } from '../../../../generated/prisma/client.ts'
import { pduDriver } from '../../../drivers/pdu/registry.ts'
import type { PduConnection, PduTarget } from '../../../drivers/pdu/types.ts'
import type { SnmpParams } from '../../../drivers/snmp-params.ts'
import { openParams, storedParams } from '../device/params.ts'

/** Where a PDU is and how to get in; holds secrets, so it is neither kept nor logged. */
export const pduTarget = (row: pdu): PduTarget => ({
  address: row.ip,
  snmp: openParams<SnmpParams>('pdu', row.id, 'snmp', storedParams(row, 'snmp')),
})

/** Makes a connection for one piece of work and closes it. @throws PanelError of the driver, and what the work throws */
export async function withPdu<T>(row: pdu, use: (device: PduConnection) => Promise<T>): Promise<T> {
  const device = pduDriver(row.device).connect(pduTarget(row))
  try {
    return await use(device)
  } finally {
    device.close()
  }
}
