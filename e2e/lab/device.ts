import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { makeGroups } from './cgroups.ts'
import { buildMachine, labHardware } from './hardware.ts'
import { panelArgv, tools } from './node.ts'
import { HeldProcess, identify, type ProcessId } from './processes.ts'
import { type Environment, must } from './run.ts'
import type { ServerSystem } from './server.ts'
import { type DeviceKind, type Lab, type LabControlHost, type LabDevice, labDir } from './state.ts'

export type { DeviceKind } from './state.ts'

export type DevicePlan = Omit<LabDevice, 'process'>

const controllers: ReadonlySet<DeviceKind> = new Set(['bmc', 'bmc_peer', 'amt', 'redfish', 'hostile_bmc', 'server'])

/** First address of a kind, ports of each, and the script that becomes its first process. */
const kinds: Record<DeviceKind, { first: number; ports: number; init: string }> = {
  switch: { first: 70, ports: 4, init: 'switch-init.sh' },
  pdu: { first: 75, ports: 4, init: 'device-init.sh' },
  vendor_b: { first: 80, ports: 48, init: 'device-init.sh' },
  netconf: { first: 85, ports: 0, init: 'netconf-init.sh' },
  bmc: { first: 90, ports: 0, init: 'device-init.sh' },
  bmc_peer: { first: 95, ports: 0, init: 'device-init.sh' },
  amt: { first: 96, ports: 0, init: 'device-init.sh' },
  redfish: { first: 97, ports: 0, init: 'device-init.sh' },
  hostile_bmc: { first: 98, ports: 0, init: 'device-init.sh' },
  bind: { first: 104, ports: 0, init: 'bind-init.sh' },
  power_dns: { first: 109, ports: 0, init: 'power-dns-init.sh' },
  location: { first: 60, ports: 0, init: 'location-init.sh' },
  server: { first: 65, ports: 0, init: 'server-init.sh' },
}

/** What the lab's devices let in, and with what. */
export const labSignIn = {
  readCommunity: 'public',
  writeCommunity: 'private',
  authPassword: 'authpass123',
  privacyPassword: 'privpass123',
  netconf: { username: 'netconf', password: 'nc-pass-1', port: 830 },
  /** Administrator of every controller. */
  bmc: { username: 'ADMIN', password: 'admin-secret' },
  /** On the serial console of the server behind a `bmc`. */
  server: { username: 'root', password: 'Lab-server-1' },
} as const

/** How many of what `lab up` was asked for; none of what is left out. */
export type DeviceCounts = Partial<Record<'switches' | 'pdus' | 'bmcs' | 'names' | 'locations' | 'servers', number>>

/**
 * For `lab up --switches n --pdus m --bmcs k`: each switch comes with a NETCONF one of vendor B, the first with a standard server;
 * the first controller comes with one of each other kind; name servers come in pairs, a BIND and a PowerDNS.
 */
export function devicesFor(asked: DeviceCounts): Partial<Record<DeviceKind, number>> {
  const { switches = 0, pdus = 0, bmcs = 0, names = 0, locations = 0, servers = 0 } = asked
  const [netconf, others] = [Math.min(1, switches), Math.min(1, bmcs)]
  const controllers = { bmc: bmcs, bmc_peer: others, amt: others, redfish: others, hostile_bmc: others }
  const named = { bind: names, power_dns: names }
  return {
    switch: switches,
    pdu: pdus,
    vendor_b: switches,
    netconf,
    ...controllers,
    ...named,
    location: locations,
    server: servers,
  }
}

/** Names, addresses and sizes of so many devices of each kind. @param password root's, of control hosts */
export function devicePlans(
  network: string,
  counts: Partial<Record<DeviceKind, number>>,
  password: string,
): DevicePlan[] {
  if ((counts.server ?? 0) > 0 && !counts.location) throw new Error('Servers are wired to a location: --locations 1')
  return Object.entries(kinds).flatMap(([key, { first, ports }]) => {
    const kind = key as DeviceKind
    const count = counts[kind] ?? 0
    if (!Number.isInteger(count) || count < 0 || count > 5) throw new Error('0 to 5 devices of a kind, please.')
    return Array.from({ length: count }, (_, i) => {
      const name = `${kind.replace('_', '-')}${i + 1}`
      const plan: DevicePlan = { kind, index: i + 1, name, address: `${network}.${first + i}`, ports }
      if (kind === 'location') plan.host = controlHost(i, password)
      if (kind === 'server') plan.hardware = labHardware(i + 1, count, 'location1')
      return plan
    })
  })
}

/** The control host of each location has a provisioning network of its own, which leads nowhere. */
function controlHost(at: number, password: string): LabControlHost {
  const network = `10.91.${at}`
  const provisioning = { interface: 'prov0', address: `${network}.2`, prefix: 24, network: `${network}.0/24` }
  return { ssh_port: 22, user: 'root', password, provisioning }
}

/**
 * Starts a device in a lab whose panel namespace exists; resolves when it answers. @param server what a server behind
 * it boots @param location where its network card is plugged in; it is up already
 */
export async function createDevice(
  lab: Lab,
  plan: DevicePlan,
  server: ServerSystem | null,
  location?: LabDevice,
): Promise<LabDevice> {
  const dir = join(labDir(lab.name), plan.name)
  mkdirSync(dir, { recursive: true, mode: 0o755 })
  if (plan.hardware) buildMachine(dir, plan.hardware)
  const user = controllers.has(plan.kind) ? labSignIn.bmc : labSignIn.netconf
  const env = {
    DEVICE_KIND: plan.kind,
    DEVICE_ADDRESS: `${plan.address}/${lab.panel.prefix}`,
    DEVICE_PORTS: String(plan.ports),
    DEVICE_USER: user.username,
    DEVICE_PASSWORD: plan.host?.password ?? user.password,
    DEVICE_PROVISIONING: plan.host && `${plan.host.provisioning.address}/${plan.host.provisioning.prefix}`,
    DEVICE_UUID: randomUUID(),
    DEVICE_SERIAL: plan.hardware?.serial,
    LAB_GATEWAY: lab.panel.address,
    LAB_MACHINE: join(tools, plan.kind === 'server' ? 'machine.sh' : 'machine-kernel.sh'),
    LAB_KERNEL: server?.kernel,
    LAB_INITRD: server?.initrd,
    LAB_NODE: process.execPath,
  }
  const plugMore = async (pid: number) => {
    if (location) await plugIntoLocation(location, plan.name, pid)
  }
  const cable = `${plan.kind.slice(0, 6)}${plan.index}`
  return { ...plan, process: await bootDevice(lab, plan.name, kinds[plan.kind].init, { cable, env, plugMore }) }
}

type Boot = {
  /** Name of its cable at the switch's side. */
  cable: string
  env?: Environment
  /** Plugs in what it has beside eth0. */
  plugMore?: (pid: number) => Promise<void>
}

/** Name of a device's group in every cgroup hierarchy. */
export const deviceGroup = (lab: Lab, name: string): string => `datahall-lab-${lab.id}/${name}`

/**
 * Starts the processes of a device whose folder exists, in namespaces of its own, and plugs it in; answers its first process when it has said that it is ready.
 * @param init script in `shell` that becomes this process
 */
export async function bootDevice(lab: Lab, name: string, init: string, boot: Boot): Promise<ProcessId> {
  const dir = join(labDir(lab.name), name)
  const groups = makeGroups(deviceGroup(lab, name))
  const enter = ['nsenter', '--target', String(lab.panel.process?.pid), '--pid', '--', 'sh', join(tools, 'orphan.sh')]
  const unshare = ['unshare', '--net', '--mount', '--uts', '--ipc', '--pid', '--fork', '--kill-child', '--']
  const argv = ['sh', join(tools, 'join.sh'), ...groups, '--', ...enter, ...unshare, 'sh', join(tools, init)]
  const common = { PATH: process.env.PATH, LC_ALL: 'C', LAB_FOLDER: resolve(import.meta.dirname) }
  const log = join(dir, 'init.log')
  const held = new HeldProcess(argv, { ...common, DEVICE_NAME: name, DEVICE_DIR: dir, ...boot.env }, log)
  const pid = Number(await held.expect('pid'))
  const ip = (...words: string[]) => must(panelArgv(lab, ['ip', ...words]))
  await ip('link', 'add', boot.cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', String(pid))
  await ip('link', 'set', boot.cable, 'master', 'lab0', 'up')
  await boot.plugMore?.(pid)
  held.say('go')
  await held.expect('ready').catch((error: unknown) => {
    // The folder is removed with the lab, so the last output of its programs is printed here.
    throw new Error(`${name} did not start: ${lastOutput(dir)}`, { cause: error })
  })
  held.release()
  const process_ = identify(pid)
  if (!process_) throw new Error(`${name} ended at once, see ${log}`)
  return process_
}

/** The location's first process holds the network namespace of its bridge open. */
async function plugIntoLocation({ process: { pid } }: LabDevice, name: string, peer: number): Promise<void> {
  const ip = (...words: string[]) => must(['nsenter', `--net=/proc/${pid}/fd/9`, '--', 'ip', ...words])
  await ip('link', 'add', name, 'type', 'veth', 'peer', 'name', 'prov0', 'netns', String(peer))
  await ip('link', 'set', name, 'master', 'br0', 'up')
}

/**
 * Where a device's programs leave their logs on this host; of a `bmc` or `server`, `serial.log` is the output of its server since
 * it was switched on.
 */
export function devicePath(lab: Lab, device: Pick<LabDevice, 'name'>, file: string): string {
  return join(labDir(lab.name), device.name, file)
}

function lastOutput(dir: string): string {
  const logs = readdirSync(dir).filter((name) => name.endsWith('.log'))
  const tails = logs.map(
    (name) => `${name}: ${readFileSync(join(dir, name), 'utf8').trim().split('\n').slice(-4).join('\n')}`,
  )
  return tails.join('\n')
}

/** Argument list that runs `argv` inside a device, in all of its namespaces. */
export function deviceArgv(device: LabDevice, argv: readonly string[]): string[] {
  return ['nsenter', '--target', String(device.process.pid), '--all', '--', ...argv]
}
