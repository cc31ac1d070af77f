import { refused } from '../../domain/shared/errors.ts'
import { msg } from '../../shared/text.ts'
import { SnmpPdu } from './snmp/connection.ts'
import { energyObjects } from './snmp/energy-objects.ts'
import { powerNet } from './snmp/power-net.ts'
import type { PduProfile } from './snmp/profile.ts'
import { raritan } from './snmp/raritan.ts'
import type { PduDriver } from './types.ts'

const driver = (device: string, label: string, outlet_load: boolean, profile: PduProfile): PduDriver => ({
  device,
  label,
  protocols: ['snmp'],
  capabilities: { switch_outlets: true, outlet_load },
  connect: (target) => new SnmpPdu(target, profile),
})

export const pduDrivers: readonly PduDriver[] = [
  driver('apc_snmp', 'APC rack PDU (PowerNet-MIB)', true, powerNet),
  driver('raritan_snmp', 'Raritan and Server Technology (PDU2-MIB)', true, raritan),
  driver('snmp_common', 'Any PDU with standard tables (ENERGY-OBJECT-MIB)', true, energyObjects),
]

/** The driver behind a PDU's `device`. @throws PanelError refused for one we do not have */
export function pduDriver(device: string): PduDriver {
  const found = pduDrivers.find((each) => each.device === device)
  if (found) return found
  const known = pduDrivers.map((each) => each.device).join(', ')
  throw refused(msg`PDUs of this kind are not supported; supported: ${known}`, 'device')
}
