import { labSignIn } from './device.ts'
import { labDns } from './name-servers.ts'
import type { LabDevice } from './state.ts'

/** What a client has to know of a device, in a line. */
export function describeDevice({ kind, address, ports, host, hardware }: LabDevice): string {
  const { readCommunity, writeCommunity, netconf, bmc, server } = labSignIn
  const snmp = `snmp ${address} community ${readCommunity}, ${writeCommunity}`
  const signIn = `netconf ${netconf.username}@${address} port ${netconf.port} password ${netconf.password}`
  const controller = `${bmc.username} password ${bmc.password}`
  if (kind === 'bind') return `dns ${address}, keys in e2e/lab/name-servers.ts`
  if (kind === 'power_dns')
    return `dns ${address}, http://${address}:${labDns.api.port}/, keys in e2e/lab/name-servers.ts`
  if (kind === 'bmc')
    return `ipmi ${address}  ${controller}  cipher suite 3; its server's console: ${server.username} password ${server.password}`
  if (host) {
    const { provisioning } = host
    const side = `${provisioning.interface} ${provisioning.address}/${provisioning.prefix}`
    return `ssh ${host.user}@${address} port ${host.ssh_port} password ${host.password}  ${side}`
  }
  if (hardware)
    return `ipmi ${address}  ${controller}  cipher suite 3; ${hardware.firmware} ${hardware.mac} at ${hardware.location}, serial number ${hardware.serial}`
  if (kind === 'bmc_peer') return `ipmi ${address}  ${controller}  cipher suite 17`
  if (kind === 'amt') return `amt ${address} port 16993  ${controller}`
  if (kind === 'redfish') return `redfish https://${address}/  ${controller}`
  if (kind === 'hostile_bmc') return `https://${address}/  hostile; ipmi ${controller}`
  if (kind === 'switch') return `${snmp}  snmp_common, ports p1 to p${ports}`
  if (kind === 'pdu') return `${snmp}  apc_snmp, outlets 1 to ${ports}`
  return kind === 'vendor_b' ? `${snmp}  ${signIn}  vendorB_without_els` : signIn.replace(netconf.username, 'root')
}
