import { spawn } from 'node:child_process'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { oneAtATime } from './one-at-a-time.mjs'

let folder: string
let file: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(tmpdir(), 'one-at-a-time-'))
  file = path.join(folder, 'lock')
})
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

/** A process that holds the file until its input ends, and notes when it begins and ends. */
async function another() {
  const script = `import { oneAtATime } from ${JSON.stringify(path.join(import.meta.dirname, 'one-at-a-time.mjs'))}
    import fs from 'node:fs'
    await oneAtATime(process.argv[1], async () => {
      fs.appendFileSync(process.argv[2], 'begun ')
      process.stdout.write('held')
      for await (const _ of process.stdin);
      fs.appendFileSync(process.argv[2], 'ended ')
    })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, file, path.join(folder, 'order')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  await new Promise((held) => child.stdout.once('data', held))
  return child
}

it('waits for another process', async () => {
  const child = await another()
  const done = oneAtATime(file, async () => fs.appendFileSync(path.join(folder, 'order'), 'this'))
  child.stdin.end()
  await done
  expect(fs.readFileSync(path.join(folder, 'order'), 'utf8')).toBe('begun ended this')
  expect(fs.existsSync(file)).toBe(false)
})

it('passes over one that was killed, or that is said to hold it for hours', async () => {
  const child = await another()
  const ended = new Promise((done) => child.once('close', done))
  child.kill('SIGKILL')
  await ended
  expect(await oneAtATime(file, async () => 'done')).toBe('done')
  fs.writeFileSync(file, String(process.pid))
  fs.utimesSync(file, new Date(), new Date(Date.now() - 3_600_000))
  expect(await oneAtATime(file, async () => 'done')).toBe('done')
})
