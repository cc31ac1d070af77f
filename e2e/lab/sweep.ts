import { lstatSync, readdirSync, readlinkSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ancestry, isAlive } from './processes.ts'
import { must } from './run.ts'
import type { Lab } from './state.ts'

/** Processes in the panel's network namespace, so also what `lab exec` started and left; never the caller's ancestors. */
export function inhabitants(lab: Lab): number[] {
  if (!isAlive(lab.panel.process)) return []
  const panel = readlinkSync(`/proc/${lab.panel.process?.pid}/ns/net`)
  const ours = ancestry()
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => !ours.has(pid) && namespaceOf(pid) === panel)
}

function namespaceOf(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/ns/net`)
  } catch {
    return null
  }
}

type Loop = { name: string; 'back-ino': number; 'back-maj:min': string }

/** Detaches loop devices whose file lies below `dir`: a node's storage may be on one, and it would outlive the node. */
export async function releaseLoops(dir: string): Promise<void> {
  const text = await must(['losetup', '--list', '--json', '--output', 'NAME,BACK-INO,BACK-MAJ:MIN'])
  const loops: Loop[] = text.trim() ? (JSON.parse(text) as { loopdevices: Loop[] }).loopdevices : []
  if (loops.length === 0) return
  const device = statSync(dir).dev
  const inodes = new Set(inodesBelow(dir))
  for (const loop of loops) {
    const [major = 0, minor = 0] = loop['back-maj:min'].split(':').map(Number)
    // Linux encodes a device number in stat as (major << 8 | minor) for the small numbers of disks.
    if (inodes.has(loop['back-ino']) && device === ((major << 8) | minor))
      await must(['losetup', '--detach', loop.name])
  }
}

/** Of all files; links are not followed, which may lead out of `dir`, and what vanishes meanwhile is left out. */
function inodesBelow(dir: string): number[] {
  const entries = ifThere(() => readdirSync(dir, { withFileTypes: true })) ?? []
  return entries.flatMap((entry) => {
    const path = join(dir, entry.name)
    if (entry.isDirectory()) return inodesBelow(path)
    return entry.isFile() ? (lstatSync(path, { throwIfNoEntry: false })?.ino ?? []) : []
  })
}

function ifThere<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
