import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { makeGroups } from './cgroups.ts'
import { labDns } from './name-servers.ts'
import { panelArgv, tools } from './node.ts'
import { HeldProcess, identify } from './processes.ts'
import { must } from './run.ts'
import type { ServerSystem } from './server.ts'
import { type DeviceKind, type Lab, type LabDevice, labDir } from './state.ts'

export type { DeviceKind } from './state.ts'

type DevicePlan = Omit<LabDevice, 'process'>

const controllers: ReadonlySet<DeviceKind> = new Set(['bmc', 'bmc_peer', 'amt', 'redfish', 'hostile_bmc'])

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

/**
 * For `lab up --switches n --pdus m --bmcs k`: each switch comes with a NETCONF one of vendor B, the first with a standard server;
 * the first controller comes with one of each other kind; name servers come in pairs, a BIND and a PowerDNS.
 */
export function devicesFor(
  switches: number,
  pdus: number,
  bmcs: number,
  names: number,
): Partial<Record<DeviceKind, number>> {
  const [netconf, others] = [Math.min(1, switches), Math.min(1, bmcs)]
  const controllers = { bmc: bmcs, bmc_peer: others, amt: others, redfish: others, hostile_bmc: others }
  return { switch: switches, pdu: pdus, vendor_b: switches, netconf, ...controllers, bind: names, power_dns: names }
}

/** Names, addresses and sizes of so many devices of each kind. */
export function devicePlans(network: string, counts: Partial<Record<DeviceKind, number>>): DevicePlan[] {
  return Object.entries(kinds).flatMap(([key, { first, ports }]) => {
    const kind = key as DeviceKind
    const count = counts[kind] ?? 0
    if (!Number.isInteger(count) || count < 0 || count > 5) throw new Error('0 to 5 devices of a kind, please.')
    return Array.from({ length: count }, (_, i) => {
      const name = `${kind.replace('_', '-')}${i + 1}`
      return { kind, index: i + 1, name, address: `${network}.${first + i}`, ports }
    })
  })
}

/**
 * Starts a device in a lab whose panel namespace exists; resolves when it answers. @param server what a server behind
 * it boots
 */
export async function createDevice(lab: Lab, plan: DevicePlan, server: ServerSystem | null): Promise<LabDevice> {
  const dir = join(labDir(lab.name), plan.name)
  mkdirSync(dir, { recursive: true, mode: 0o755 })
  const user = controllers.has(plan.kind) ? labSignIn.bmc : labSignIn.netconf
  const groups = makeGroups(`datahall-lab-${lab.id}/${plan.name}`)
  const enter = ['nsenter', '--target', String(lab.panel.process?.pid), '--pid', '--', 'sh', join(tools, 'orphan.sh')]
  const unshare = ['unshare', '--net', '--mount', '--uts', '--ipc', '--pid', '--fork', '--kill-child', '--']
  const env = {
    PATH: process.env.PATH,
    LC_ALL: 'C',
    DEVICE_KIND: plan.kind,
    DEVICE_NAME: plan.name,
    DEVICE_ADDRESS: `${plan.address}/${lab.panel.prefix}`,
    DEVICE_PORTS: String(plan.ports),
    DEVICE_DIR: dir,
    DEVICE_USER: user.username,
    DEVICE_PASSWORD: user.password,
    LAB_KERNEL: server?.kernel,
    LAB_INITRD: server?.initrd,
    LAB_FOLDER: resolve(import.meta.dirname),
    LAB_NODE: process.execPath,
  }
  const init = ['sh', join(tools, kinds[plan.kind].init)]
  const log = join(dir, 'init.log')
  const held = new HeldProcess(['sh', join(tools, 'join.sh'), ...groups, '--', ...enter, ...unshare, ...init], env, log)
  const pid = Number(await held.expect('pid'))
  const ip = (...words: string[]) => must(panelArgv(lab, ['ip', ...words]))
  const cable = `${plan.kind.slice(0, 6)}${plan.index}`
  await ip('link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', String(pid))
  await ip('link', 'set', cable, 'master', 'lab0', 'up')
  held.say('go')
  await held.expect('ready').catch((error: unknown) => {
    // The folder is removed with the lab, so the last output of its programs is printed here.
    throw new Error(`${plan.name} did not start: ${lastOutput(dir)}`, { cause: error })
  })
  held.release()
  const process_ = identify(pid)
  if (!process_) throw new Error(`${plan.name} ended at once, see ${log}`)
  return { ...plan, process: process_ }
}

/**
 * Where a device's programs leave their logs on this host; of a `bmc`, `serial.log` is the output of its server since
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

export function describeDevice({ kind, address, ports }: LabDevice): string {
  const { readCommunity, writeCommunity, netconf, bmc, server } = labSignIn
  const snmp = `snmp ${address} community ${readCommunity}, ${writeCommunity}`
  const signIn = `netconf ${netconf.username}@${address} port ${netconf.port} password ${netconf.password}`
  const controller = `${bmc.username} password ${bmc.password}`
  if (kind === 'bind') return `dns ${address}, keys in e2e/lab/name-servers.ts`
  if (kind === 'power_dns')
    return `dns ${address}, http://${address}:${labDns.api.port}/, keys in e2e/lab/name-servers.ts`
  if (kind === 'bmc')
    return `ipmi ${address}  ${controller}  cipher suite 3; its server's console: ${server.username} password ${server.password}`
  if (kind === 'bmc_peer') return `ipmi ${address}  ${controller}  cipher suite 17`
  if (kind === 'amt') return `amt ${address} port 16993  ${controller}`
  if (kind === 'redfish') return `redfish https://${address}/  ${controller}`
  if (kind === 'hostile_bmc') return `https://${address}/  hostile; ipmi ${controller}`
  if (kind === 'switch') return `${snmp}  snmp_common, ports p1 to p${ports}`
  if (kind === 'pdu') return `${snmp}  apc_snmp, outlets 1 to ${ports}`
  return kind === 'vendor_b' ? `${snmp}  ${signIn}  vendorB_without_els` : signIn.replace(netconf.username, 'root')
}
