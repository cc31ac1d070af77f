import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { lockData } from './data-lock.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'datahall-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A process that holds the lock of a folder until it is killed. */
async function holder(data: string) {
  const script = `
    import { lockData } from ${JSON.stringify(path.join(import.meta.dirname, 'data-lock.ts'))}
    lockData(${JSON.stringify(data)}).note('http://localhost:3000')
    console.log('held')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  return child
}

it('refuses a second process and names the first with its address; a killed one leaves nothing behind', async () => {
  const data = path.join(folder, 'made', 'on the way')
  const first = await holder(data)
  try {
    expect(() => lockData(data)).toThrow(
      `The data folder ${data} is in use by a panel that runs already: process ${first.pid} at http://localhost:3000.`,
    )
  } finally {
    first.kill('SIGKILL')
    await once(first, 'exit')
  }
  const lock = lockData(data)
  lock.release()
  lockData(data).release()
})

it('does not pass the lock on to processes that outlive the panel', async () => {
  const lock = lockData(folder)
  const child = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' })
  await once(child, 'spawn')
  lock.release()
  try {
    lockData(folder).release()
  } finally {
    child.kill('SIGKILL')
  }
})

it('guards the database of a folder and of its copy as one', async () => {
  const [data, elsewhere] = [path.join(folder, 'data'), path.join(folder, 'elsewhere')]
  mkdirSync(data)
  mkdirSync(path.join(elsewhere, 'postgres'), { recursive: true })
  symlinkSync(path.join(elsewhere, 'postgres'), path.join(data, 'postgres'))
  const lock = lockData(data)
  const copy = path.join(folder, 'copy')
  cpSync(data, copy, { recursive: true, verbatimSymlinks: true })
  expect(() => lockData(copy)).toThrow(`in use by a panel that runs already: process ${process.pid}`)
  lock.release()
  lockData(copy).release()
})
