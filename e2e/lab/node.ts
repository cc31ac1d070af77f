import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { hierarchies, makeGroups } from './cgroups.ts'
import { HeldProcess, identify, type ProcessId } from './processes.ts'
import { must } from './run.ts'
import { type Lab, type LabNode, labDir } from './state.ts'

export const tools = join(import.meta.dirname, 'shell')

/** Argument list that runs `argv` in the panel's network namespace; everything else stays the caller's. */
export function panelArgv(lab: Lab, argv: readonly string[]): string[] {
  if (!lab.panel.process) throw new Error(`The lab ${lab.name} is not up.`)
  return ['nsenter', `--net=/proc/${lab.panel.process.pid}/ns/net`, '--', ...argv]
}

/** Argument list that runs `argv` inside a node, in all of its namespaces. */
export function nodeArgv(node: LabNode, argv: readonly string[]): string[] {
  return ['nsenter', '--target', String(node.process.pid), '--all', '--', ...argv]
}

/** Name of a node's cable at the switch's side. */
export function cable(index: number): string {
  return `cable${index}`
}

export type NodePlan = {
  index: number
  address: string
  password: string
  libvirt: boolean
  lxd: boolean
  ceph: boolean
}

/** Name of a node's group in every cgroup hierarchy. */
export function nodeGroup(lab: Lab, index: number): string {
  return `datahall-lab-${lab.id}/node${index}`
}

/**
 * Starts one node of a lab whose panel namespace exists, with a new root file system; `hosts` are lines for /etc/hosts.
 * Resolves when its daemons listen.
 */
export async function createNode(lab: Lab, plan: NodePlan, hosts: string): Promise<LabNode> {
  const name = `node${plan.index}`
  const stopped = { ...plan, name, ssh_port: 22, user: 'root', host_uuid: randomUUID() }
  const root = join(labDir(lab.name), name, 'root')
  mkdirSync(root, { recursive: true, mode: 0o755 })
  const hash = await must(['openssl', 'passwd', '-6', '-stdin'], { input: `${plan.password}\n` })
  const env = { ...environment(lab, stopped), NODE_HOSTS: hosts }
  await must(['sh', join(tools, 'node-root.sh'), root], { input: hash, env })
  return { ...stopped, process: await bootNode(lab, stopped) }
}

function environment(lab: Lab, node: Omit<LabNode, 'process'>) {
  return {
    PATH: process.env.PATH,
    LC_ALL: 'C',
    NODE_DIR: join(labDir(lab.name), node.name),
    NODE_NAME: node.name,
    NODE_INDEX: String(node.index),
    NODE_ADDRESS: `${node.address}/${lab.panel.prefix}`,
    NODE_GATEWAY: lab.panel.address,
    NODE_UUID: node.host_uuid,
    NODE_LIBVIRT: node.libvirt ? 'yes' : 'no',
    NODE_LXD: node.lxd ? 'yes' : 'no',
    NODE_CEPH: node.ceph ? 'yes' : 'no',
    NODE_CGROUPS: hierarchies()
      .map(({ options }) => options)
      .join(' '),
    NODE_IMAGES: lab.repository,
    NODE_TOOLS: tools,
  }
}

/** Starts the processes of a node whose root file system exists, and plugs it in; answers its first process. */
export async function bootNode(lab: Lab, node: Omit<LabNode, 'process'>): Promise<ProcessId> {
  const groups = makeGroups(nodeGroup(lab, node.index))
  const enter = ['nsenter', '--target', String(lab.panel.process?.pid), '--pid', '--', 'sh', join(tools, 'orphan.sh')]
  const unshare = ['unshare', '--net', '--mount', '--uts', '--ipc', '--pid', '--cgroup', '--fork', '--kill-child', '--']
  const init = ['sh', join(tools, 'node-init.sh')]
  const held = new HeldProcess(
    ['sh', join(tools, 'join.sh'), ...groups, '--', ...enter, ...unshare, ...init],
    environment(lab, node),
    join(labDir(lab.name), node.name, 'init.log'),
  )
  const pid = Number(await held.expect('pid'))
  await plugIn(lab, node.index, pid)
  held.say('go')
  await held.expect('ready')
  held.release()
  return identify(pid) as ProcessId
}

async function plugIn(lab: Lab, index: number, pid: number): Promise<void> {
  const ip = (...words: string[]) => must(panelArgv(lab, ['ip', ...words]))
  await ip('link', 'add', cable(index), 'type', 'veth', 'peer', 'name', 'eth0', 'netns', String(pid))
  await ip('link', 'set', cable(index), 'master', 'lab0', 'up')
}
