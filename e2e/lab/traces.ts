import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { groupMembers, labGroups } from './cgroups.ts'
import { identify, isAlive, type ProcessId } from './processes.ts'
import { must } from './run.ts'
import { type Lab, labDir } from './state.ts'

/** What a living lab occupies, to be looked for once it is gone. */
export type Traces = { lab: Lab; processes: ProcessId[]; namespaces: Set<string>; links: string; loops: string }

const kinds = ['net', 'mnt', 'pid', 'uts', 'ipc', 'cgroup']

/** Network links and loop devices of the host itself; taken before `up` and compared after `down`. */
export async function machineState(): Promise<{ links: string; loops: string }> {
  const links = await must(['ip', '-o', 'link'])
  return { links: links.replace(/^\d+: /gm, ''), loops: await must(['losetup', '--list', '--noheadings']) }
}

/** Notes every process and namespace of a lab. */
export function traces(lab: Lab, before: { links: string; loops: string }): Traces {
  const processes = groupMembers(`datahall-lab-${lab.id}`).flatMap((pid) => identify(pid) ?? [])
  const own = new Set(namespacesOf(process.pid))
  const theirs = processes.flatMap(({ pid }) => namespacesOf(pid)).filter((name) => !own.has(name))
  return { lab, processes, namespaces: new Set(theirs), ...before }
}

/** Names everything of a removed lab that is still there; an empty list is what `down` promises. */
export async function leftovers(seen: Traces): Promise<string[]> {
  const dir = labDir(seen.lab.name)
  const found = seen.processes.filter(isAlive).map(({ pid }) => `process ${pid}`)
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    // The kernel gives numbers of namespaces anew, so a lab that was started meanwhile may have one of ours.
    if (isOfOtherLab(pid, seen.lab)) continue
    // A zombie is only an entry in the process table, for its parent to read.
    for (const name of identify(Number(pid)) ? namespacesOf(Number(pid)) : []) {
      if (seen.namespaces.has(name)) found.push(`namespace ${name} of process ${pid}`)
    }
    if (readOr(`/proc/${pid}/mountinfo`).includes(`${dir}/`)) found.push(`mount in process ${pid}`)
  }
  if (labGroups().includes(`datahall-lab-${seen.lab.id}`)) found.push('cgroup')
  if (existsSync(dir)) found.push(dir)
  const now = await machineState()
  if (now.links !== seen.links) found.push(`links: ${now.links}`)
  if (now.loops !== seen.loops) found.push(`loop devices: ${now.loops}`)
  return found
}

function isOfOtherLab(pid: string, { id }: Lab): boolean {
  const group = /datahall-lab-(\w+)/.exec(readOr(`/proc/${pid}/cgroup`))?.[1]
  return group !== undefined && group !== String(id)
}

function namespacesOf(pid: number): string[] {
  return kinds.flatMap((kind) => {
    try {
      return [readlinkSync(`/proc/${pid}/ns/${kind}`)]
    } catch {
      return []
    }
  })
}

function readOr(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
