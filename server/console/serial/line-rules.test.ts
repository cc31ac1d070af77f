import { once } from 'node:events'
import { type Duplex, duplexPair } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { History } from './history.ts'
import { Keyboard } from './keyboard.ts'
import type { LineRules } from './line-rules.ts'
import { SharedLines } from './shared-line.ts'

const never = new AbortController().signal
const hear = async (stream: Duplex) => String((await once(stream, 'data'))[0])

it('keeps the last bytes, whatever the pieces, and replays from a position', () => {
  const history = new History(10)
  expect(history.since()).toEqual({ at: 0, bytes: Buffer.alloc(0) })
  let said = ''
  for (const piece of ['abc', 'defghij', '', 'klm', 'nopqrstuvwxyz0123456789', 'A', 'BCDEFGHIJ', 'K']) {
    history.add(Buffer.from(piece))
    said += piece
    const { at, bytes } = history.since()
    expect({ at, text: String(bytes) }).toEqual({ at: Math.max(0, said.length - 10), text: said.slice(-10) })
    const after = { line: history.line, at: said.length - 2 }
    expect(String(history.since(after).bytes)).toBe(said.slice(-2))
  }
  expect(history.since({ line: history.line, at: said.length }).bytes).toHaveLength(0)
  expect(history.since({ line: 'another', at: said.length }).bytes).toHaveLength(10)
  expect(history.since({ line: history.line, at: said.length + 1 }).bytes).toHaveLength(10)
})

it('opens a device with one session only after it was closed, and lets it linger', async () => {
  let free = true
  let closings = 0
  const open = async () => {
    if (!free) throw new Error('busy')
    free = false
    const [near] = duplexPair()
    const destroy = near._destroy.bind(near)
    near._destroy = (fault, done) => {
      closings++
      setTimeout(() => {
        free = true
        destroy(fault, done)
      }, 20)
    }
    return near
  }
  const rules: LineRules = { replayBytes: 64, keepMs: 1_000, lingerMs: 0, oneTypes: false }
  const lines = new SharedLines()
  const first = await lines.join('a', open, never, undefined, rules)
  first.destroy()
  await lines.join('a', open, never, undefined, rules)
  expect(closings).toBe(1)
  const slow = { ...rules, lingerMs: 5_000 }
  free = true
  const lingering = await lines.join('b', open, never, undefined, slow)
  lingering.destroy()
  await once(lingering, 'close')
  await lines.join('b', open, never, undefined, slow)
  expect(closings).toBe(1)
})

it('replays output to viewers that come after the last has left', async () => {
  const far: Duplex[] = []
  const open = async () => {
    const [near, other] = duplexPair()
    far.push(other)
    return near
  }
  const rules: LineRules = { replayBytes: 64, keepMs: 60_000, lingerMs: 0, oneTypes: false }
  const lines = new SharedLines()
  const first = await lines.join('a', open, never, undefined, rules)
  const heard = hear(first)
  far[0]!.write('login: ')
  await heard
  first.destroy()
  await once(first, 'close')
  expect(await hear(await lines.join('a', open, never, undefined, rules))).toBe('login: ')
})

describe('the keyboard', () => {
  type Person = { account_id: number; mode: 'control' | 'view'; name: string }
  const person = (name: string, account_id: number, mode: Person['mode'] = 'control'): Person => ({
    name,
    account_id,
    mode,
  })
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  const one = (...people: Person[]) => {
    const kept: string[] = []
    const keyboard = new Keyboard<Person>(
      () => {},
      (who) => kept.push(who.name),
      20_000,
    )
    for (const each of people) keyboard.join(each)
    return { keyboard, kept }
  }

  it('belongs to the first that may type; no answer gives it away, a rejection does not', () => {
    const [watcher, ann, bob, eve] = [person('w', 1, 'view'), person('ann', 2), person('bob', 3), person('eve', 4)]
    const { keyboard, kept } = one(watcher, ann, bob, eve)
    expect([watcher, ann, bob].map((each) => keyboard.mayType(each))).toEqual([false, true, false])
    keyboard.ask(watcher)
    keyboard.ask(bob)
    keyboard.ask(eve)
    expect(keyboard.statusFor(ann)).toMatchObject({ keyboard: 'yours', asked_by: 3 })
    keyboard.answer(bob, true) // only the typist may answer
    keyboard.answer(ann, false)
    expect(kept).toEqual(['bob'])
    expect(keyboard.statusFor(ann)).toMatchObject({ asked_by: 4 })
    vi.advanceTimersByTime(19_999)
    expect(keyboard.mayType(eve)).toBe(false)
    vi.advanceTimersByTime(1)
    expect(keyboard.mayType(eve)).toBe(true)
    expect(keyboard.statusFor(ann)).toEqual({ keyboard: 'another', typist: 4, asked_by: null, asking: false })
  })

  it('passes on when its holder leaves, is free for the next that types, and is shared by windows of one account', () => {
    const [ann, bob, again] = [person('ann', 2), person('bob', 3), person('ann again', 2)]
    const { keyboard } = one(ann, bob, again)
    keyboard.ask(again)
    expect(keyboard.mayType(again)).toBe(true)
    keyboard.ask(bob)
    keyboard.leave(again)
    expect(keyboard.mayType(bob)).toBe(true)
    keyboard.leave(bob)
    expect(keyboard.statusFor(ann)).toMatchObject({ keyboard: 'free' })
    expect(keyboard.mayType(ann)).toBe(true)
  })
})
