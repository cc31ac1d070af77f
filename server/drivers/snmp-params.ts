/** How to talk SNMP with a device, in the API's words. Secrets live here only in memory; nothing logs them. */
export type SnmpParams = {
  /** The agent's own IPv4 address where it differs from the device's; null or absent: the device's. */
  hostname?: string | null
  /** UDP port of the agent; absent it is 161, on loopback addresses that of the demo's agents. Not part of the API. */
  port?: number
  version: 'snmp_v1' | 'snmp_v2c' | 'snmp_v3'
  /** Versions 1 and 2c. Writing needs a community that the device lets write. */
  community?: string | null
  /** Version 3, like all that follow. */
  security_username?: string | null
  security_level?: 'no_auth_or_privacy' | 'auth_without_privacy' | 'auth_with_privacy' | null
  auth_protocol?: 'MD5' | 'SHA' | null
  auth_password?: string | null
  privacy_protocol?: 'DES' | 'AES' | null
  privacy_password?: string | null
}

/** Identification of a device (SNMPv2-MIB and ENTITY-MIB); texts are cleaned, but still quotations. */
export type DeviceSystem = {
  name: string
  description: string
  location: string
  contact: string
  /** sysObjectID in dotted form, empty when the device has none. */
  object_id: string
  /** Seconds since the agent started; a smaller value than last time means counters began again. */
  uptime_s: number
  model: string
  serial: string
  firmware: string
}
