import { randomUUID } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { panelSettings } from '../../process/settings.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Where recordings lie: the folder of this process, and its name in the index. */
export type RecordingFolder = { path: string; instance: string }

/** Makes the folder when there is none yet. Processes that share a data folder share it too. */
export async function recordingFolder(): Promise<RecordingFolder> {
  const path = join(panelSettings().dataDirectory, 'recordings')
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

/** Names of files are made here; nothing else is ever read or deleted in the folder. */
export const isRecordingFile = (name: string): boolean => uuid.test(name)
