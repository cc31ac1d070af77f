import { randomUUID } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { panelSettings } from './settings.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** A folder below the data folder of this process, and its name in the database. */
export type InstanceFolder = { path: string; instance: string }

/** Makes the folder when there is none yet. Processes that share a data folder share it too. */
export async function instanceFolder(folder: string): Promise<InstanceFolder> {
  const path = join(panelSettings().dataDirectory, folder)
  await mkdir(path, { recursive: true, mode: 0o700 })
  const name = join(path, 'instance')
  try {
    await writeFile(name, `${randomUUID()}\n`, { flag: 'wx', mode: 0o600 })
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code !== 'EEXIST') throw fault
  }
  const instance = (await readFile(name, 'utf8')).trim()
  if (!uuid.test(instance)) throw new Error(`${name} does not hold the name of the folder`)
  return { path, instance }
}

/** Names of files are made by the panel; nothing else is ever read or deleted in such a folder. */
export const isInstanceFile = (name: string): boolean => uuid.test(name)
