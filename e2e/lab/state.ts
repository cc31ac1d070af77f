import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { LabHardware } from './hardware.ts'
import type { ProcessId } from './processes.ts'

/** A node as a client sees it, and the process that holds its namespaces. */
export type LabNode = {
  index: number
  name: string
  /** IPv4 address, reachable from the panel's namespace and the other nodes. */
  address: string
  ssh_port: number
  user: string
  password: string
  host_uuid: string
  /** False for a node that was started without libvirt. */
  libvirt: boolean
  /** True for a node that runs LXD. */
  lxd: boolean
  /** True for a node that is a Ceph cluster of its own. */
  ceph: boolean
  process: ProcessId
}

/** A device of the network as a client sees it, and the process that holds its namespaces. */
export type LabDevice = {
  kind: DeviceKind
  index: number
  name: string
  /** IPv4 address, reachable from the panel's namespace. */
  address: string
  /** Ports of a switch, outlets of a PDU. */
  ports: number
  process: ProcessId
  /** Of a `location`. */
  host?: LabControlHost
  /** Of a `server`. */
  hardware?: LabHardware
}

/** How the panel signs in to a location's control host, and where servers find it. */
export type LabControlHost = {
  ssh_port: number
  user: string
  password: string
  /** Interface, IPv4 address and network of its side that servers are plugged into. */
  provisioning: { interface: string; address: string; prefix: number; network: string }
}

/**
 * `switch`: Open vSwitch and a real snmpd; `vendor_b`: a simulated switch with SNMP and NETCONF; `pdu`: a simulated PDU;
 * `bmc`: OpenIPMI with a server behind it; `bmc_peer`, `amt`, `redfish`: simulated controllers; `hostile_bmc`: one whose web page means harm;
 * `bind`, `power_dns`: real name servers; `location`: a control host; `server`: one that boots from its disks or the location's network, behind a controller as `bmc`.
 */
export type DeviceKind =
  | 'switch'
  | 'vendor_b'
  | 'pdu'
  | 'netconf'
  | 'bmc'
  | 'bmc_peer'
  | 'amt'
  | 'redfish'
  | 'hostile_bmc'
  | 'bind'
  | 'power_dns'
  | 'location'
  | 'server'

/** What `.lab/<name>/lab.json` holds. */
export type Lab = {
  name: string
  /** Random; part of the names of the lab's cgroups. */
  id: string
  state: 'starting' | 'up'
  created_at: string
  /** The process whose end makes the lab an orphan; null for a lab that stays until `down`. */
  owner: ProcessId | null
  /** The first process of the lab; its network namespace is the panel's. */
  panel: { process: ProcessId | null; address: string; prefix: number }
  /** Guests may use 100 to 250 in the last byte of this network. */
  network: string
  /** Folder with the image repository (index.json); nodes see it read-only as /srv/images. */
  repository: string
  nodes: LabNode[]
  devices: LabDevice[]
}

/** The folder `.lab` of this repository, with one folder a lab beside `repository` and `cache`. */
export const labRoot = resolve(import.meta.dirname, '../../.lab')
export const repositoryDir = join(labRoot, 'repository')
export const cacheDir = join(labRoot, 'cache')

const reserved = new Set(['repository', 'cache'])

/** Folder of a lab. Refuses names that would lead elsewhere. */
export function labDir(name: string): string {
  if (!/^[a-z0-9][a-z0-9-]{0,31}$/.test(name) || reserved.has(name)) {
    throw new Error(`"${name}" is no name for a lab: use up to 32 small letters, digits and dashes.`)
  }
  return join(labRoot, name)
}

/** Path of a lab's state file, as found in DATAHALL_LAB inside `lab exec`. */
export function labFile(name: string): string {
  return join(labDir(name), 'lab.json')
}

/** Writes the state so that a reader never sees half of it. */
export function saveLab(lab: Lab): void {
  const file = labFile(lab.name)
  writeFileSync(`${file}.new`, `${JSON.stringify(lab, null, 2)}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

/** The state of a lab, or null when there is none. */
export function loadLab(name: string): Lab | null {
  const file = labFile(name)
  return existsSync(file) ? readLabFile(file) : null
}

/** Reads a state file by its path. */
export function readLabFile(file: string): Lab {
  // Labs of an earlier version of these programs have no devices, no LXD and no Ceph.
  const lab = JSON.parse(readFileSync(file, 'utf8')) as Lab
  lab.devices ??= []
  for (const node of lab.nodes) {
    node.lxd ??= false
    node.ceph ??= false
  }
  return lab
}

/** Names of all labs of this repository, half-started ones too. */
export function labNames(): string[] {
  if (!existsSync(labRoot)) return []
  return readdirSync(labRoot, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !reserved.has(entry.name))
    .map((entry) => entry.name)
}

/** Makes `.lab` and the folders shared by all labs. Only root may look inside: it holds copies of /etc. */
export function makeLabRoot(): void {
  mkdirSync(labRoot, { recursive: true, mode: 0o700 })
  for (const dir of [repositoryDir, cacheDir]) mkdirSync(dir, { recursive: true })
}

/** How to sign in to a node of the lab over SSH, on first contact. */
export const targetOf = ({
  address,
  ssh_port,
  user,
  password,
}: Pick<LabNode, 'address' | 'ssh_port' | 'user' | 'password'>) => ({
  address,
  port: ssh_port,
  username: user,
  auth: { password },
  hostKey: null,
})
