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

export type NodePlan = { index: number; address: string; password: string; libvirt: boolean; hosts: string }

/** Starts one node of a lab whose panel namespace exists; resolves when its daemons listen. */
export async function startNode(lab: Lab, plan: NodePlan): Promise<LabNode> {
  const name = `node${plan.index}`
  const dir = join(labDir(lab.name), name)
  const uuid = randomUUID()
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const env = {
    PATH: process.env.PATH,
    LC_ALL: 'C',
    NODE_DIR: dir,
    NODE_NAME: name,
    NODE_INDEX: String(plan.index),
    NODE_ADDRESS: `${plan.address}/${lab.panel.prefix}`,
    NODE_GATEWAY: lab.panel.address,
    NODE_UUID: uuid,
    NODE_HOSTS: plan.hosts,
    NODE_LIBVIRT: plan.libvirt ? 'yes' : 'no',
    NODE_CGROUPS: hierarchies()
      .map(({ options }) => options)
      .join(' '),
    NODE_IMAGES: lab.repository,
    NODE_TOOLS: tools,
  }
  const hash = await must(['openssl', 'passwd', '-6', '-stdin'], { input: `${plan.password}\n` })
  await must(['sh', join(tools, 'node-root.sh'), join(dir, 'root')], { input: hash, env })

  const groups = makeGroups(`datahall-lab-${lab.id}/${name}`)
  const enter = ['nsenter', '--target', String(lab.panel.process?.pid), '--pid', '--']
  const unshare = ['unshare', '--net', '--mount', '--uts', '--ipc', '--pid', '--cgroup', '--fork', '--kill-child', '--']
  const init = ['sh', join(tools, 'node-init.sh')]
  const held = new HeldProcess(
    ['sh', join(tools, 'join.sh'), ...groups, '--', ...enter, ...unshare, ...init],
    env,
    join(dir, 'init.log'),
  )
  const pid = Number(await held.expect('pid'))
  await plugIn(lab, plan.index, pid)
  held.say('go')
  await held.expect('ready')
  held.release()
  return {
    index: plan.index,
    name,
    address: plan.address,
    ssh_port: 22,
    user: 'root',
    password: plan.password,
    host_uuid: uuid,
    libvirt: plan.libvirt,
    process: identify(pid) as ProcessId,
  }
}

async function plugIn(lab: Lab, index: number, pid: number): Promise<void> {
  const ip = (...words: string[]) => must(panelArgv(lab, ['ip', ...words]))
  await ip('link', 'add', cable(index), 'type', 'veth', 'peer', 'name', 'eth0', 'netns', String(pid))
  await ip('link', 'set', cable(index), 'master', 'lab0', 'up')
}
