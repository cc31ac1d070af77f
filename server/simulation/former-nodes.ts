import { readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import type { NodeState } from './hypervisor/state.ts'
import type { StateKeeper } from './hypervisor/store.ts'

/**
 * Brings simulated nodes of before they were kept in the database there: a folder each, whose file with the highest number is the
 * state. Nodes that are kept already stay as they are. The folder is removed.
 */
export async function bringFormerNodes(folder: string, keeper: StateKeeper): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const versions = (await readdir(path.join(folder, name))).filter((file) => /^\d+\.json$/.test(file))
    const newest = versions.sort((a, b) => Number.parseInt(b, 10) - Number.parseInt(a, 10))[0]
    if (!newest) continue
    const { writers: _, ...state } = JSON.parse(
      await readFile(path.join(folder, name, newest), 'utf8'),
    ) as NodeState & {
      writers?: unknown
    }
    for (const domain of Object.values(state.domains)) domain.due = null
    await keeper.write(decodeURIComponent(name), { version: 1, state })
  }
  await rm(folder, { recursive: true, force: true })
}
