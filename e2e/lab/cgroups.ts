import { mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { identify, isAlive, kill, type ProcessId } from './processes.ts'

/** A mounted hierarchy: `options` is "v2" or the controllers of a version 1 mount ("cpu,cpuacct"). */
export type Hierarchy = { mount: string; options: string }

const wanted = new Set(['cpu', 'cpuacct', 'memory', 'devices', 'freezer', 'blkio', 'pids', 'cpuset'])

/**
 * The hierarchies a node gets a group in: those of version 1 when there are any with a controller (plain or hybrid
 * set-ups), otherwise the single one of version 2.
 */
export function hierarchies(): Hierarchy[] {
  const v1: Hierarchy[] = []
  const v2: Hierarchy[] = []
  for (const line of readFileSync('/proc/self/mounts', 'utf8').split('\n')) {
    const [, mount = '', type, options = ''] = line.split(' ')
    if (type === 'cgroup2') v2.push({ mount, options: 'v2' })
    if (type !== 'cgroup') continue
    const controllers = options.split(',').filter((option) => wanted.has(option))
    if (controllers.length > 0) v1.push({ mount, options: controllers.join(',') })
  }
  const chosen = v1.length > 0 ? v1 : v2.slice(0, 1)
  if (chosen.length === 0)
    throw new Error('No cgroup hierarchy is mounted; the lab cannot hold its processes together.')
  return chosen
}

/** Makes the group `path` (such as "datahall-lab-1a2b/node1") in every hierarchy; answers the files to join it by. */
export function makeGroups(path: string): string[] {
  return hierarchies().map(({ mount, options }) => {
    if (options.includes('cpuset')) makeCpuset(mount, path.split('/'))
    else mkdirSync(join(mount, path), { recursive: true })
    return join(mount, path, 'cgroup.procs')
  })
}

/** A new group of cpuset (version 1) has no processors and no memory at all until it is given those of the group above it. */
function makeCpuset(above: string, [name, ...below]: string[]): void {
  if (name === undefined) return
  const group = join(above, name)
  mkdirSync(group, { recursive: true })
  for (const file of ['cpuset.cpus', 'cpuset.mems'])
    if (readFileSync(join(group, file), 'utf8').trim() === '')
      writeFileSync(join(group, file), readFileSync(join(above, file)))
  makeCpuset(group, below)
}

/** All processes in the group `path` or below it, in any hierarchy. */
export function groupMembers(path: string): number[] {
  const found = new Set<number>()
  for (const { mount } of hierarchies()) {
    for (const dir of tree(join(mount, path))) {
      for (const pid of readLines(join(dir, 'cgroup.procs'))) found.add(Number(pid))
    }
  }
  return [...found].filter((pid) => pid > 0)
}

/** Names of all groups that belong to labs, of whatever repository. */
export function labGroups(): string[] {
  const found = new Set<string>()
  for (const { mount } of hierarchies()) {
    for (const name of list(mount)) if (name.startsWith('datahall-lab-')) found.add(name)
  }
  return [...found]
}

/**
 * Kills every member of the group `path` and the processes `others`, removes the group and waits for the members' very end: a process leaves its
 * group before it lets go of its namespaces. Members may fork meanwhile, so it repeats until none is left.
 */
export async function removeGroups(path: string, others: number[] = [], timeoutMs = 15_000): Promise<void> {
  const deadline = Date.now() + timeoutMs
  const killed = new Map<string, ProcessId>()
  for (;;) {
    // All are noted before the first is killed, for that one may take others with it.
    const members = [...groupMembers(path), ...(killed.size === 0 ? others : [])]
    for (const id of members.map(identify)) if (id) killed.set(`${id.pid} ${id.start}`, id)
    for (const pid of members) kill(pid)
    const gone = removeTrees(path)
    const alive = [...killed.values()].filter(isAlive).map(({ pid }) => pid)
    if (gone && alive.length === 0) return
    if (Date.now() > deadline) throw new Error(`The cgroup ${path} is still in use (processes ${alive.join(', ')}).`)
    await pause(15)
  }
}

function removeTrees(path: string): boolean {
  let gone = true
  for (const { mount } of hierarchies()) {
    for (const dir of tree(join(mount, path)).reverse()) {
      try {
        rmdirSync(dir)
      } catch {
        gone = false
      }
    }
  }
  return gone
}

/** A folder and all folders below it, parents first; nothing when it does not exist. */
function tree(dir: string): string[] {
  try {
    const entries = readdirSync(dir, { withFileTypes: true })
    return [dir, ...entries.filter((entry) => entry.isDirectory()).flatMap((entry) => tree(join(dir, entry.name)))]
  } catch {
    return []
  }
}

function list(dir: string): string[] {
  try {
    return readdirSync(dir)
  } catch {
    return []
  }
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').filter(Boolean)
  } catch {
    return []
  }
}
