// One process at a time, by a file that names its holder. Plain JavaScript on Node's own modules.
import fs from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/** How often a process that waits looks again, in ms. */
const AGAIN = 500

/** After this long a holder is taken for one that has ended, in ms. */
const LONGEST = 30 * 60_000

/** Does `work` when no other process holds `file`. A holder that has ended without letting go is passed over. */
export async function oneAtATime(file, work) {
  let told = false
  while (!taken(file)) {
    if (!told) console.log('Another process is installing packages: waiting for it.')
    told = true
    await pause(AGAIN)
  }
  try {
    return await work()
  } finally {
    fs.rmSync(file, { force: true })
  }
}

function taken(file) {
  try {
    fs.writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (fault) {
    if (fault.code !== 'EEXIST') throw fault
    if (!isHeld(file)) fs.rmSync(file, { force: true })
    return false
  }
}

/** Whether the holder lives; never for longer than an installation takes, since numbers of processes are given again. */
function isHeld(file) {
  try {
    const isFresh = Date.now() - fs.statSync(file).mtimeMs < LONGEST
    const pid = Number(fs.readFileSync(file, 'utf8'))
    return isFresh && (pid === 0 || lives(pid))
  } catch {
    return false
  }
}

function lives(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (fault) {
    return fault.code === 'EPERM'
  }
}
