import { msg, type Text } from '../../shared/text.ts'
import type { firmwares, templateTypes } from '../os-template/kinds.ts'
import { type OperationType, templateTypesOf } from './kinds.ts'
import { type Raid, raidBytes } from './raids.ts'

type Firmware = (typeof firmwares)[number]

/** What of a template decides whether a server can be booted into it. */
export type TemplateFacts = {
  name: string
  type: (typeof templateTypes)[number]
  arch: string
  firmware: readonly Firmware[]
  /** Its location has it, and it is not being taken away. */
  here: boolean
  /** It has an image that is written to a disk. */
  image: boolean
  /** It has no image but a kernel with an answer file. */
  installer: boolean
  /** Macros of a network that its answer file has. */
  tells: readonly NetworkMacro[]
  /** The least that it works with: memory, and the disk that it is installed on. */
  ram_mib: number
  disk_mib: number
}

/** Macros without which an installed system does not get a part of its network. */
export const networkMacros = ['ip', 'address', 'vlan', 'bond_mac'] as const
type NetworkMacro = (typeof networkMacros)[number]

/** What is known of the machine; null: nothing yet. */
export type Machine = { arch: string | null; firmware: Firmware | null }

export type Misfit = { why: 'type' | 'here' | 'image' | 'arch' | 'firmware' | 'network'; words: Text }

/** Why an operation cannot use a template on a machine, or undefined: the one rule that the server and screens read. */
export function whyNotTemplate(
  operation: OperationType,
  template: TemplateFacts,
  machine: Machine,
): Misfit | undefined {
  const wanted: readonly string[] = templateTypesOf[operation]
  const { name, type, arch, firmware } = template
  if (wanted.length > 0 && !wanted.includes(type))
    return { why: 'type', words: msg`The template ${name} is of the type ${type}, and ${wanted[0] ?? ''} is needed` }
  if (!template.here) return { why: 'here', words: msg`The location does not have the OS template: put it there first` }
  if (operation === 'install' && !template.image && !template.installer)
    return { why: 'image', words: msg`The template ${name} has neither an image nor an answer file for its installer` }
  if (machine.arch !== null && machine.arch !== arch)
    return { why: 'arch', words: msg`The template ${name} is for ${arch}, and the server is ${machine.arch}` }
  if (machine.firmware !== null && !firmware.includes(machine.firmware))
    return {
      why: 'firmware',
      words: msg`The template ${name} does not start by ${machine.firmware.toUpperCase()}, and the server does`,
    }
  return undefined
}

/** What does not apply to an installer, or undefined: how its disks are used is written in its answer file. The one rule that the server and screens read. */
export function whyNotInstaller(
  { name, installer }: Pick<TemplateFacts, 'name' | 'installer'>,
  { hdd_raid }: { hdd_raid: Raid },
): { field: 'hdd_raid'; words: Text } | undefined {
  if (!installer || hdd_raid === 'no_raid') return undefined
  const words = msg`The template ${name} is an installer: its answer file says how disks are used, so no RAID can be chosen`
  return { field: 'hdd_raid', words }
}

/** Why an installer would leave a part of a server's network away, or undefined: its answer file has no macro for it. The one rule that the server and screens read. */
export function whyNotNetwork(
  { name, installer, tells }: Pick<TemplateFacts, 'name' | 'installer' | 'tells'>,
  {
    addresses,
    vlan,
    bond_mac,
  }: { addresses: readonly { address: string }[]; vlan: number | null; bond_mac: readonly string[] },
): Misfit | undefined {
  if (!installer) return undefined
  const refused = (words: Text): Misfit => ({ why: 'network', words })
  if (vlan !== null && !tells.includes('vlan'))
    return refused(
      msg`The answer file of the template ${name} does not have the macro vlan, and the server is reached by the tagged VLAN ${vlan}`,
    )
  if (bond_mac.length > 0 && !tells.includes('bond_mac'))
    return refused(
      msg`The answer file of the template ${name} does not have the macro bond_mac, and the network cards of the server are one aggregation`,
    )
  // `ip` is the first of IPv4. Without either macro the system asks by DHCP.
  const first = addresses.find(({ address }) => !address.includes(':'))
  const lost = addresses.find((one) => one !== first)
  if (lost && tells.includes('ip') && !tells.includes('address'))
    return refused(
      msg`The answer file of the template ${name} has the macro ip and not address, and the server has the address ${lost.address} besides`,
    )
  return undefined
}

type Needs = { ram_mib: number; disk_mib: number }

/** What a template needs and the machine does not have. @param most MiB of memory, bytes of the disk that is written; null: not known */
export function shortOf({ ram_mib, disk_mib }: Needs, most: { ram_mib: number | null; disk_bytes: number | null }) {
  return {
    ram: most.ram_mib !== null && most.ram_mib < ram_mib,
    disk: most.disk_bytes !== null && most.disk_bytes < disk_mib * 1_048_576,
  }
}

/**
 * Why a machine has too little for a template, or undefined: the one rule that the server and screens read.
 * @param chosen disks that the system is installed on; none: nothing is, or it is not known where
 */
export function whyTooLittle(
  { name, ...needs }: Pick<TemplateFacts, 'name' | 'ram_mib' | 'disk_mib'>,
  { ram_mib, hdd_raid, chosen }: { ram_mib: number | null; hdd_raid: Raid; chosen: readonly { bytes: number }[] },
): { why: 'ram' | 'disk'; words: Text } | undefined {
  const smallest = Math.min(...chosen.map(({ bytes }) => bytes))
  const disk_bytes = chosen.length === 0 ? null : raidBytes[hdd_raid](smallest, chosen.length)
  const short = shortOf(needs, { ram_mib, disk_bytes })
  if (short.ram)
    return {
      why: 'ram',
      words: msg`The template ${name} needs ${needs.ram_mib} MiB of memory, and the last report of the server has ${ram_mib ?? 0}`,
    }
  if (!short.disk) return undefined
  const has = Math.floor((disk_bytes ?? 0) / 1_048_576)
  return {
    why: 'disk',
    words: msg`The template ${name} needs ${needs.disk_mib} MiB of disk, and what it would be installed on has ${has}`,
  }
}

/** Said where a location has nothing that could install a system or clear disks of a server. */
export const noLiveSystem = msg`The location has no live system that the server can boot: put a template of diagnostics for it there first`
