import type { HardwareReport } from '../operation/report.ts'

/** What `hardware_info` of a server says of a report: what its owner may know too, so neither neighbours nor the address of the controller. */
export const hardwareInfo = (report: HardwareReport) => ({
  motherboard: {
    vendor: report.vendor,
    model: report.product,
    serial: report.serial,
    uuid: report.uuid,
    arch: report.arch,
    firmware: report.firmware,
    bios: report.bios,
  },
  cpu: report.cpus,
  memory: { total_mib: report.memory_mib, modules: report.memory_modules },
  disk: report.disks.map(({ model, serial, wwn, bytes, rotational, transport, smart }) => ({
    ...{ model, serial, wwn, bytes, rotational, transport, smart },
  })),
  network: report.nics.map(({ name, mac, driver, speed, link }) => ({ name, mac, driver, speed, link })),
})

/** Drivers of network cards that are a link to the controller within the machine: many machines have the same address there. */
const INTERNAL = ['cdc_ether', 'cdc_ncm', 'cdc_subset', 'rndis_host']

/** Addresses of the network cards that a cable can be plugged into, in lower case. */
export const cardAddresses = ({ nics }: HardwareReport): string[] =>
  nics.filter(({ driver }) => !INTERNAL.includes(driver)).map(({ mac }) => mac.toLowerCase())
