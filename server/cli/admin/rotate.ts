import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { resealHead } from '../../audit/head.ts'
import { beginRotation, endRotation } from '../../db/master-key.ts'
import { db } from '../../db/pool.ts'
import { resealAll } from '../../db/reseal.ts'
import { writeMasterKey } from '../../db/secrets.ts'
import type { Config } from '../../process/config.ts'

/** Time for other processes to hear of the new key before anything is sealed under it by this one. */
const HEARD_MS = 3_000

/**
 * Changes the master key beside running panels. Killed at any moment it is run again, with the key it was begun with, and goes on.
 * The new key is on the disk before the old one is refused.
 */
export async function rotate(config: Config): Promise<number> {
  const from = performance.now()
  const next = await beginRotation()
  console.log('The master key is being changed …')
  await wait(HEARD_MS)
  let count = 0
  for (;;) {
    const pass = await resealAll()
    count += pass.count
    if (pass.count > 0) continue
    for (const place of pass.lost) console.error(`No key opens ${place}: it has to be given anew`)
    break
  }
  const name = config.masterKey ? 'master.key.new' : 'master.key'
  if (next) {
    mkdirSync(config.dataDirectory, { recursive: true })
    writeMasterKey(config.dataDirectory, next, name)
  }
  await resealHead(db().pool, config.dataDirectory)
  await endRotation()
  const seconds = ((performance.now() - from) / 1000).toFixed(1)
  console.log(`${count} secrets are under the new master key (${seconds} s); the old one is refused from now on.`)
  if (config.masterKey)
    console.log(
      `Before a process is started again, set DATAHALL_MASTER_KEY to what ${path.join(config.dataDirectory, name)} holds, then remove that file.`,
    )
  return 0
}
