import { once } from 'node:events'
import { type Duplex, duplexPair } from 'node:stream'
import { afterEach, expect, it } from 'vitest'
import { PanelError } from '../../domain/shared/errors.ts'
import { msg } from '../../shared/text.ts'
import { localBus } from '../bus.ts'
import type { LineRules } from './line-rules.ts'
import { type LineLeases, SerialSessionManager } from './session-manager.ts'
import type { LineSubscriber } from './subscriber.ts'

const rules: LineRules = { replayBytes: 1024, keepMs: 60_000, lingerMs: 0, oneTypes: true }
const never = new AbortController().signal
const key = Buffer.alloc(32, 7)

const stopping: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stopping.splice(0)) await stop()
})

/** Two web processes, one device with a single session, and the table of leases between them. */
function panel() {
  const held = new Map<string, string>()
  const bus = localBus()
  const far: Duplex[] = []
  let opened = 0
  const open = async () => {
    if (opened > 0) throw new PanelError('device_unreachable', msg`Another program has the line`)
    opened++
    const [near, other] = duplexPair()
    near.once('close', () => {
      opened--
      other.destroy()
    })
    far.push(other.on('error', () => {}))
    return near
  }
  const leases = (holder: string): LineLeases => ({
    holder,
    holderOf: async (name) => held.get(name) ?? null,
    take: async (names) => {
      for (const name of names) if (!held.has(name)) held.set(name, holder)
      return new Set(names.filter((name) => held.get(name) === holder))
    },
    release: async (names) => {
      for (const name of names) if (held.get(name) === holder) held.delete(name)
    },
  })
  const process = (name: string) => {
    const manager = new SerialSessionManager({ bus, leases: leases(name), leaseMs: 60_000, keys: () => [key] })
    stopping.push(() => manager.stop())
    return {
      manager,
      join: (
        account_id: number,
        mode: 'control' | 'view' = 'control',
        after?: { line: string; at: number },
        of = 'ann',
      ) => manager.join({ key: 'ipmi 1', of, open, rules }, { account_id, mode, after }, never),
    }
  }
  return { bus, far, held, one: process('one'), two: process('two') }
}

/** Collects the output a subscriber receives from now on. */
function listening(subscriber: LineSubscriber) {
  let text = ''
  subscriber.on('data', (chunk: Buffer) => {
    text += chunk
  })
  return { hears: (words: string) => expect.poll(() => text, { interval: 5 }).toContain(words), text: () => text }
}
const hear = async (stream: Duplex) => String((await once(stream, 'data'))[0])

it('is opened by one process; viewers of the other subscribe, read the history, and type when they may', async () => {
  const { far, one, two } = panel()
  const ann = await one.join(1)
  const annHears = listening(ann)
  far[0]!.write('booting\r\n')
  await annHears.hears('booting')
  const bob = await two.join(2)
  const bobHears = listening(bob)
  await bobHears.hears('booting')
  expect(far).toHaveLength(1)
  expect(bob.start).toEqual({ type: 'start', line: ann.start.line, at: 0 })
  expect(bob.status).toMatchObject({ keyboard: 'another', typist: 1 })
  bob.command({ type: 'ask' })
  await expect.poll(() => ann.status.asked_by).toBe(2)
  ann.command({ type: 'give' })
  await expect.poll(() => bob.status.keyboard).toBe('yours')
  bob.write('root\r')
  expect(await hear(far[0]!)).toBe('root\r')
  const back = await two.join(3, 'view', { line: bob.start.line, at: 7 })
  expect(back.start.at).toBe(7)
})

it('carries a flood complete and in order between processes', async () => {
  const { far, one, two } = panel()
  listening(await one.join(1, 'view'))
  const away = await two.join(2, 'view')
  const sent = Buffer.from(Array.from({ length: 300_000 }, (_, n) => n % 251))
  const got: Buffer[] = []
  let length = 0
  away.on('data', (chunk: Buffer) => {
    got.push(chunk)
    length += chunk.length
  })
  for (let at = 0; at < sent.length; at += 10_000) far[0]!.write(sent.subarray(at, at + 10_000))
  await expect.poll(() => length).toBe(sent.length)
  expect(Buffer.concat(got).equals(sent)).toBe(true)
})

it('passes to the other process when the first has no viewers left, or stops', async () => {
  const { far, held, one, two } = panel()
  const ann = await one.join(1)
  const bob = await two.join(2)
  // The line stays in this process as long as it has a viewer.
  ann.destroy()
  await once(ann, 'close')
  const bobHears = listening(bob)
  far[0]!.write('still here')
  await bobHears.hears('still here')
  bob.destroy()
  await expect.poll(() => held.size).toBe(0)
  const again = listening(await two.join(2))
  expect(held.get('console_line:ipmi 1')).toBe('two')
  far[1]!.write('again')
  await again.hears('again')

  const last = await one.join(1)
  last.resume()
  await Promise.all([once(last, 'end'), two.manager.stop()])
  expect(last.fault).toMatchObject({ message: 'The panel is restarting' })
  listening(await one.join(1))
  expect(far).toHaveLength(3)
})

it('sends the reason of the end to the other process too, after the last output', async () => {
  const { far, one, two } = panel()
  const ann = await one.join(1)
  ann.on('error', () => {}).resume()
  const bob = await two.join(2)
  const bobHears = listening(bob)
  far[0]!.end('power down')
  await once(bob, 'end')
  expect(bobHears.text()).toBe('power down')
})

it('encrypts console output on the bus', async () => {
  const { bus, far, one, two } = panel()
  const told: string[] = []
  bus.on('serial_line', (payload) => told.push(payload))
  listening(await one.join(1))
  const bob = listening(await two.join(2))
  far[0]!.write('Password: hunter2')
  await bob.hears('hunter2')
  const plain = told.map((payload) => payload + Buffer.from(payload.split(' ')[1] ?? '', 'base64').toString('latin1'))
  expect(told.length).toBeGreaterThan(2)
  expect(plain.join()).not.toMatch(/hunter2|aHVudGVy/)
  expect(Math.max(...told.map((payload) => payload.length))).toBeLessThan(8_000)
})

it('is another line for another owner: the old session ends, and its history is not replayed', async () => {
  const { far, one, two } = panel()
  const ann = await one.join(1)
  const ended = once(ann.resume(), 'close')
  far[0]!.write('her secret')
  await once(ann, 'data')
  // In the other process, so that the one that holds the line is asked for it.
  const bob = await two.join(2, 'control', { line: ann.start.line, at: 0 }, 'bob')
  await ended
  expect(ann.fault).toMatchObject({ code: 'device_unreachable' })
  expect(far).toHaveLength(2)
  const heard = listening(bob)
  far[1]!.write('his')
  await heard.hears('his')
  expect(heard.text()).toBe('his')

  bob.destroy()
  await once(far[1]!, 'close')
  const again = listening(await two.join(1))
  far[2]!.write('hers')
  await again.hears('hers')
  expect(again.text()).toBe('hers')
})
