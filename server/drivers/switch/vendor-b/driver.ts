import type { SwitchDriver } from '../types.ts'
import { VendorBSwitch } from './connection.ts'

/** Switches of vendor B before its enhanced layer 2 software: read over SNMP, configured over NETCONF. */
export const vendorBWithoutEls: SwitchDriver = {
  device: 'vendorB_without_els',
  label: 'Vendor B without ELS (NETCONF and SNMP)',
  protocols: ['netconf', 'ssh', 'snmp'],
  needs: ['snmp', 'netconf'],
  capabilities: {
    set_admin_status: true,
    set_alias: true,
    set_port_vlan: true,
    create_vlan: true,
    set_speed_duplex: true,
  },
  connect: (target) => new VendorBSwitch(target),
}
