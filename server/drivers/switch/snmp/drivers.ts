import type { SwitchCapabilities, SwitchDriver } from '../types.ts'
import { SnmpSwitch } from './connection.ts'
import { macsByContext, standardMacs } from './macs.ts'
import type { SnmpProfile } from './profile.ts'
import { qBridge } from './q-bridge.ts'
import { mau, stack } from './speeds.ts'
import { vtp } from './vtp.ts'

const everything: SwitchCapabilities = {
  set_admin_status: true,
  set_alias: true,
  set_port_vlan: true,
  create_vlan: true,
  set_speed_duplex: true,
}

function driver(device: SwitchDriver['device'], label: string, profile: SnmpProfile): SwitchDriver {
  return {
    device,
    label,
    protocols: ['snmp'],
    needs: ['snmp'],
    capabilities: everything,
    connect: (target) => new SnmpSwitch(target, profile),
  }
}

/** Switches with the vendor's own tables for VLANs, speed and duplex. */
export const vendorASnmp = driver('vendorA_snmp', 'Vendor A (SNMP)', { vlans: vtp, speeds: stack, macs: macsByContext })

/** Switches with the standard tables: Q-BRIDGE-MIB and MAU-MIB. */
export const snmpCommon = driver('snmp_common', 'Any switch with standard tables (SNMP)', {
  vlans: qBridge,
  speeds: mau,
  macs: standardMacs,
})
