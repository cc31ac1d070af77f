import { randomBytes } from 'node:crypto'
import { mkdirSync, readlinkSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeGroups, removeGroups } from './cgroups.ts'
import { createDevice, type DeviceKind, type DevicePlan, deviceArgv, devicePlans, labSignIn } from './device.ts'
import { ensureImage, ensureUtilityGuest } from './image.ts'
import { ensureLiveSystem } from './live-system.ts'
import { bootNode, cable, createNode, nodeArgv, nodeGroup, panelArgv, tools } from './node.ts'
import { HeldProcess, identify, isAlive, type ProcessId } from './processes.ts'
import { must, type RunOptions, type RunResult, run } from './run.ts'
import { buildServer } from './server.ts'
import {
  type Lab,
  type LabDevice,
  labDir,
  labNames,
  loadLab,
  makeLabRoot,
  readLabFile,
  repositoryDir,
  saveLab,
} from './state.ts'
import { inhabitants, releaseLoops } from './sweep.ts'

export type { LabDisk, LabHardware } from './hardware.ts'
export type { Lab, LabControlHost, LabDevice, LabNode } from './state.ts'
export { targetOf } from './state.ts'

export type LabOptions = {
  name?: string
  /** How many nodes: node1, node2, ... */
  nodes: number
  /** How many devices of each kind beside the nodes; see `DeviceKind`. */
  devices?: Partial<Record<DeviceKind, number>>
  /** Numbers of nodes that get sshd but no libvirtd. */
  withoutLibvirt?: number[]
  /** Numbers of nodes that run LXD, beside libvirt unless that is left out. */
  withLxd?: number[]
  /** Numbers of nodes that are a Ceph cluster of their own: a monitor, a manager and a disk of 2 GiB. */
  withCeph?: number[]
  /** Password of root on every node. */
  password?: string
  /** False when no guest image is needed; otherwise it is built unless it is there. */
  image?: boolean
  /** True when the lab shall count as an orphan once the calling process has ended. */
  owned?: boolean
}

export const nodeParts = ['network', 'sshd', 'libvirtd', 'lxd', 'ceph', 'power'] as const
export type NodePart = (typeof nodeParts)[number]

const network = '10.90.0'

/**
 * Starts a lab of real nodes and resolves when every daemon listens (about a second). Throws when a lab of this name
 * is up; leftovers of a run that was killed, and labs whose owner died, are removed first.
 */
export async function labUp(options: LabOptions): Promise<Lab> {
  if (process.getuid?.() !== 0) throw new Error('The lab needs root: it makes network namespaces and mounts.')
  if (!Number.isInteger(options.nodes) || options.nodes < 0 || options.nodes > 60)
    throw new Error('0 to 60 nodes, please.')
  const name = options.name ?? 'default'
  await removeOrphans()
  const old = loadLab(name)
  if (old && isUp(old)) throw new Error(`The lab ${name} is up already.`)
  if (old?.state === 'starting' && isAlive(old.owner)) throw new Error(`The lab ${name} is being started already.`)
  if (old || labNames().includes(name)) await labDown(name)

  makeLabRoot()
  mkdirSync(labDir(name), { mode: 0o700 })
  const lab: Lab = {
    name,
    id: randomBytes(4).toString('hex'),
    state: 'starting',
    created_at: new Date().toISOString(),
    owner: identify(process.pid),
    panel: { process: null, address: `${network}.1`, prefix: 24 },
    network: `${network}.0/24`,
    repository: repositoryDir,
    nodes: [],
    devices: [],
  }
  // Before anything else exists, so that a later clean-up finds all of it by the id.
  saveLab(lab)
  try {
    lab.panel.process = await startPanel(lab)
    saveLab(lab)
    const numbers = Array.from({ length: options.nodes }, (_, i) => i + 1)
    const address = (index: number) => `${network}.${10 + index}`
    const hosts = [`${network}.1 panel`, ...numbers.map((index) => `${address(index)} node${index}`)].join('\n')
    const password = options.password ?? 'Lab-node-1'
    const image = options.image === false ? null : ensureImage()
    const utilityGuest = options.image === false ? null : ensureUtilityGuest()
    // Servers alone boot it, and its first build fetches a hundred megabytes.
    const liveSystem = options.devices?.server ? ensureLiveSystem() : null
    const nodes = allOrNothing(
      numbers.map((index) => {
        const libvirt = !options.withoutLibvirt?.includes(index)
        const lxd = options.withLxd?.includes(index) ?? false
        const ceph = options.withCeph?.includes(index) ?? false
        return createNode(lab, { index, address: address(index), password, libvirt, lxd, ceph }, hosts)
      }),
    )
    const plans = devicePlans(network, options.devices ?? {}, password)
    const addresses = [...numbers.map(address), ...plans.map((plan) => plan.address)]
    if (new Set(addresses).size < addresses.length) throw new Error('So many nodes leave no addresses for the devices.')
    // After the image, which fetches the same kernel when there is none yet.
    const boots = (kind: DeviceKind) => kind === 'bmc' || kind === 'amt' || kind === 'server'
    const server = plans.some(({ kind }) => boots(kind))
      ? Promise.allSettled([image]).then(() => buildServer(lab, labSignIn.server.password))
      : null
    const boot = (kind: DeviceKind) => (boots(kind) ? server : null)
    const wired = plans.filter(({ kind }) => kind === 'server')
    const free = plans.filter(({ kind }) => kind !== 'server')
    const first = allOrNothing(free.map(async (plan) => createDevice(lab, plan, await boot(plan.kind))))
    const devices = Promise.all([first, server]).then(async ([up, system]) => {
      const location = ({ hardware }: DevicePlan) => up.find(({ name }) => name === hardware?.location)
      return [...up, ...(await allOrNothing(wired.map((plan) => createDevice(lab, plan, system, location(plan)))))]
    })
    await Promise.allSettled([image, utilityGuest, liveSystem, nodes, devices])
    await image
    await utilityGuest
    await liveSystem
    lab.nodes = await nodes
    lab.devices = await devices
    lab.state = 'up'
    if (!options.owned) lab.owner = null
    saveLab(lab)
    return lab
  } catch (error) {
    await labDown(name)
    throw error
  }
}

/** Removes a lab with all its processes, namespaces, mounts, cgroups and files; no error when there is none. */
export async function labDown(name = 'default'): Promise<void> {
  const lab = loadLab(name)
  if (lab) {
    if (insidePanel(lab)) throw new Error(`The lab ${name} cannot be removed from inside its own panel namespace.`)
    await releaseLoops(labDir(name))
    await removeGroups(`datahall-lab-${lab.id}`, inhabitants(lab))
  }
  await rm(labDir(name), { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}

/** Removes all labs of this repository. */
export async function allLabsDown(): Promise<void> {
  for (const name of labNames()) await labDown(name)
}

/** All labs of this repository, with `alive` false for what a killed run left behind. */
export function listLabs(): (Lab & { alive: boolean })[] {
  return labNames().flatMap((name) => {
    const lab = loadLab(name)
    return lab ? [{ ...lab, alive: isUp(lab) }] : []
  })
}

/** The lab in whose panel namespace this process runs (see `lab exec`). */
export function currentLab(): Lab {
  const file = process.env.DATAHALL_LAB
  if (!file) throw new Error('Not inside a lab. Start with: node e2e/lab/lab.ts exec -- COMMAND')
  return readLabFile(file)
}

/** Runs a program in the lab's panel namespace, where 127.0.0.1 works and the nodes are reachable. */
export function inPanel(lab: Lab, argv: readonly string[], options?: RunOptions): Promise<RunResult> {
  return run(panelArgv(lab, argv), options)
}

/** Where a file of a node's own file system (not /run, /tmp-like mounts, /srv/images) lies on this host. */
export function nodePath(lab: Lab, index: number, path: string): string {
  return join(labDir(lab.name), node(lab, index).name, 'root', path)
}

/** Runs a program inside a node as root, past sshd. */
export function inNode(lab: Lab, index: number, argv: readonly string[], options?: RunOptions): Promise<RunResult> {
  return run(nodeArgv(node(lab, index), argv), options)
}

/** Runs a program inside a device as root. */
export function inDevice(device: LabDevice, argv: readonly string[], options?: RunOptions): Promise<RunResult> {
  return run(deviceArgv(device, argv), options)
}

/** The lab's devices of a kind. */
export function labDevices(lab: Lab, kind: DeviceKind): LabDevice[] {
  return lab.devices.filter((device) => device.kind === kind)
}

/**
 * Makes a node unreachable: `network` shuts its switch port (packets vanish), `sshd` ends sshd and its sessions
 * (connections are refused), `libvirtd`, `lxd` and `ceph` kill the daemons; guests run on. `power` kills the node with all its guests.
 * Works from inside the panel namespace too.
 */
export async function nodeDown(lab: Lab, index: number, part: NodePart = 'network'): Promise<void> {
  const target = node(lab, index)
  if (!isAlive(target.process)) throw new Error(`${target.name} is not running.`)
  if (part === 'network') await switchPort(lab, index, 'disabled')
  else if (part !== 'power') await must(nodeArgv(target, ['sh', '/opt/lab/node-service.sh', 'kill', part]))
  else {
    await removeGroups(nodeGroup(lab, index))
    // It would go by itself, but at a time of the kernel's choosing.
    await run(panelArgv(lab, ['ip', 'link', 'delete', cable(index)]))
  }
}

/** Undoes `nodeDown`; without a part, whatever is down. After `power`, only `lab` and new readers know the new process. */
export async function nodeUp(lab: Lab, index: number, part?: NodePart): Promise<void> {
  const target = node(lab, index)
  if (!isAlive(target.process)) {
    target.process = await bootNode(lab, target)
    saveLab(lab)
    await forgetNeighbour(lab, index)
    return
  }
  const all: NodePart[] = ['network', 'sshd']
  if (target.libvirt) all.push('libvirtd')
  if (target.lxd) all.push('lxd')
  if (target.ceph) all.push('ceph')
  const parts = part ? [part] : all
  for (const each of parts) {
    if (each === 'network') await switchPort(lab, index, 'forwarding')
    else if (each !== 'power') await must(nodeArgv(target, ['sh', '/opt/lab/node-service.sh', 'start', each]))
  }
}

/** The port's state rather than its link: the kernel notices a new link only up to a second later. */
async function switchPort(lab: Lab, index: number, state: 'disabled' | 'forwarding'): Promise<void> {
  const code = state === 'forwarding' ? '3' : '0'
  await must(panelArgv(lab, ['bridge', 'link', 'set', 'dev', cable(index), 'state', code]))
  await forgetNeighbour(lab, index)
}

/** What address resolution learned while a node was silent would make the next connection fail at once; there may be nothing. */
async function forgetNeighbour(lab: Lab, index: number): Promise<void> {
  await run(panelArgv(lab, ['ip', 'neighbour', 'delete', node(lab, index).address, 'dev', 'lab0']))
}

function node(lab: Lab, index: number) {
  const found = lab.nodes.find((each) => each.index === index)
  if (!found) throw new Error(`The lab ${lab.name} has no node ${index}.`)
  return found
}

function isUp(lab: Lab): boolean {
  return lab.state === 'up' && isAlive(lab.panel.process) && (lab.owner === null || isAlive(lab.owner))
}

function insidePanel(lab: Lab): boolean {
  if (!isAlive(lab.panel.process)) return false
  return readlinkSync('/proc/self/ns/net') === readlinkSync(`/proc/${lab.panel.process?.pid}/ns/net`)
}

async function startPanel(lab: Lab): Promise<ProcessId> {
  const groups = makeGroups(`datahall-lab-${lab.id}/panel`)
  const init = ['sh', join(tools, 'orphan.sh'), 'sh', join(tools, 'lab-init.sh')]
  const unshare = ['unshare', '--net', '--pid', '--', ...init]
  const env = { PATH: process.env.PATH, LC_ALL: 'C', LAB_ADDRESS: `${lab.panel.address}/${lab.panel.prefix}` }
  const held = new HeldProcess(
    ['sh', join(tools, 'join.sh'), ...groups, '--', ...unshare],
    env,
    join(labDir(lab.name), 'init.log'),
  )
  const pid = Number(await held.expect('ready'))
  held.release()
  return identify(pid) as ProcessId
}

/** A lab is an orphan when the process that was starting it, or owned it, has ended. */
async function removeOrphans(): Promise<void> {
  for (const lab of listLabs()) {
    if (lab.owner !== null && !isAlive(lab.owner)) await labDown(lab.name)
  }
}

/** Like Promise.all, but settles only when nothing runs any more, so that a failure can be cleaned up after. */
async function allOrNothing<T>(work: Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(work)
  return Promise.all(work)
}
