export const switchDevices = ['vendorA_snmp', 'snmp_common', 'vendorB_without_els'] as const
