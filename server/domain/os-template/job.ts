import ipaddr from 'ipaddr.js'
import type { Values } from './fill.ts'

/** What is known of a server that is installed, as answer files may use it. Addresses are `ip/prefix`, the main one first. */
export type Job = {
  operation: number
  hostname: string
  /** As crypt(5) has it. */
  password_hash: string
  ssh_key: readonly string[]
  /** Of the network card that the server boots by. */
  mac: string
  address: readonly string[]
  gateway: string
  gateway6: string
  nameserver: readonly string[]
  /** Tag; empty for none. */
  vlan: string
  bond_mac: readonly string[]
  /** Serial numbers or WWNs of the disks that may be written. */
  disk: readonly string[]
  /** The same as files of udev, which installers know them by: `/dev/disk/by-id/…`. */
  disk_path: readonly string[]
  raid: string
  /** Where the files of the location are: `http://192.0.2.1:8080`. */
  web: string
  /** Where the installer of this operation finds its answer file, and reports: `http://…/boot/answer/…/`. Empty: it has none. */
  answer: string
}

/** The names that every answer file knows besides the macros of its template; those that have several values are true. */
export const jobNames: ReadonlyMap<string, boolean> = new Map([
  ['operation', false],
  ['hostname', false],
  ['password_hash', false],
  ['ssh_key', true],
  ['mac', false],
  ['address', true],
  ['ip', false],
  ['prefix', false],
  ['netmask', false],
  ['gateway', false],
  ['gateway6', false],
  ['nameserver', true],
  ['vlan', false],
  ['bond_mac', true],
  ['disk', true],
  ['disk_path', true],
  ['raid', false],
  ['web', false],
  ['answer', false],
])
/** Of these, what nobody but the installer may see: not in the arguments of a kernel, which every program reads. */
export const secretJobNames: ReadonlySet<string> = new Set(['password_hash'])

/** The values of a job. `ip`, `prefix` and `netmask` are those of the first IPv4 address, for installers that ask for them apart. */
export function jobValues({ operation, ...job }: Job): Values {
  const first = job.address.map((one) => ipaddr.parseCIDR(one)).find(([address]) => address.kind() === 'ipv4')
  const main = first && {
    ip: first[0].toString(),
    prefix: String(first[1]),
    netmask: ipaddr.IPv4.subnetMaskFromPrefixLength(first[1]).toString(),
  }
  return { ...job, operation: String(operation), ...(main ?? { ip: '', prefix: '', netmask: '' }) }
}
