import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { startEmbedded } from '../../db/embedded.ts'
import type { Config } from '../../process/config.ts'
import { lockData } from '../../process/data-lock.ts'

type Found = { url: string; close(): Promise<void> }

/**
 * The database of a configuration: the external one, that of the running panel, or the embedded one started for this command. One that
 * is not there yet is only made when the command begins it.
 */
export async function databaseFor(config: Config, begins = false): Promise<Found> {
  if (config.databaseUrl) return { url: config.databaseUrl, close: async () => {} }
  if (!begins && !existsSync(path.join(config.dataDirectory, 'postgres')))
    throw new Error(`There is no data of a panel in ${config.dataDirectory}: set DATAHALL_DATA or DATABASE_URL`)
  let lock: ReturnType<typeof lockData>
  try {
    lock = lockData(config.dataDirectory)
  } catch (fault) {
    const url = runningDatabase(config.dataDirectory)
    if (!url) throw fault
    return { url, close: async () => {} }
  }
  try {
    const embedded = await startEmbedded(config.dataDirectory)
    return {
      url: embedded.url,
      async close() {
        await embedded.stop()
        lock.release()
      },
    }
  } catch (fault) {
    lock.release()
    throw fault
  }
}

/** Address of the embedded database of a panel that runs on the folder; null when none does. */
export function runningDatabase(dataDirectory: string): string | null {
  try {
    const lines = readFileSync(path.join(dataDirectory, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
    const password = readFileSync(path.join(dataDirectory, 'postgres.password'), 'utf8').trim()
    const port = Number(lines[3])
    return port > 0 ? `postgresql://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/datahall` : null
  } catch {
    return null
  }
}
