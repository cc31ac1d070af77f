import { beatRecordings } from '../../../../console/recording/store.ts'
import type { ConsoleGrant } from '../../../../console/tickets.ts'
import { openDatabase, setDatabase } from '../../../../db/pool.ts'
import { openMasterKey } from '../../../../db/secrets.ts'
import { panelSettings, setPanelSettings } from '../../../../process/settings.ts'
import { recordConsole, startRecordings } from '../keep.ts'
import { linesOf, screenOf } from './shown.ts'

// A web process as far as recordings go, for tests that kill it. Options come as JSON in the first argument.
export type RecorderOptions = { url: string; masterKey: string; data: string; grants: ConsoleGrant[] }

const { url, masterKey, data, grants } = JSON.parse(process.argv[2] ?? '') as RecorderOptions
openMasterKey('/nowhere', masterKey)
const database = openDatabase(url, { connections: 4 })
setDatabase(database)
setPanelSettings({ ...panelSettings(), dataDirectory: data })
const stop = await startRecordings(true)

// The first talks as a terminal does, the second as a screen on which a film runs.
for (const [which, grant] of grants.entries()) {
  const tap = (await recordConsole(grant))?.tap
  let isFull = false
  let said = 0
  tap?.onDrain(() => {
    isFull = false
  })
  setInterval(() => {
    if (!isFull) isFull = tap?.take(which === 0 ? linesOf(said++) : screenOf(said++)) === false
  }, 5)
}
process.on('disconnect', () => process.exit(1))
process.send?.('started')
if (grants.length > 0) setInterval(() => void beatRecordings(), 50)
else {
  await stop()
  await database.close()
  process.exit(0)
}
