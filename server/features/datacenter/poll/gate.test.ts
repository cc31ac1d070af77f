import { expect, it } from 'vitest'
import { Gate } from './gate.ts'
import type { Slots } from './slots.ts'

/** Slots of one process without others. */
const alone = (): Slots => {
  const taken = new Set<number>()
  return {
    async take(_, limit) {
      const slot = Array.from({ length: limit }, (_, n) => n).find((n) => !taken.has(n))
      if (slot !== undefined) taken.add(slot)
      return slot ?? null
    },
    async free(_, slot) {
      if (!taken.delete(slot)) throw new Error('It was free')
    },
    want: () => {},
  }
}
const never = new AbortController().signal
const turn = () => new Promise((resolve) => setImmediate(resolve))

it('lets so many in at once, in the order in which they came, also after failures', async () => {
  const gate = new Gate(1, alone())
  const began: number[] = []
  const ends: (() => void)[] = []
  let inside = 0
  let most = 0
  const all = Array.from({ length: 9 }, (_, i) =>
    gate
      .pass(3, never, async () => {
        began.push(i)
        most = Math.max(most, ++inside)
        await new Promise<void>((resolve) => ends.push(resolve))
        inside--
        if (i % 2) throw new Error('no')
      })
      .catch(() => {}),
  )
  for (let i = 0; i < 9; i++) {
    while (ends.length === 0) await turn()
    ends.shift()?.()
  }
  await Promise.all(all)
  expect(began).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  expect(most).toBe(3)
  expect(await gate.pass(1, never, async () => 'free again')).toBe('free again')
})

it('lets those go who no longer want to wait', async () => {
  const gate = new Gate(1, alone())
  let end = () => {}
  const first = gate.pass(1, never, () => new Promise<void>((resolve) => (end = resolve)))
  const called = new AbortController()
  const second = gate.pass(1, called.signal, async () => 'never')
  const third = gate.pass(1, never, async () => 'third')
  called.abort(new Error('called off'))
  await expect(second).rejects.toThrow('called off')
  end()
  await first
  expect(await third).toBe('third')
  await expect(gate.pass(1, called.signal, async () => 'never')).rejects.toThrow('called off')
})

it('fails who waits when slots cannot be asked for, and goes on', async () => {
  let broken = true
  const slots = alone()
  const gate = new Gate(1, {
    ...slots,
    take: (...parts) => (broken ? Promise.reject(new Error('no database')) : slots.take(...parts)),
  })
  await expect(gate.pass(1, never, async () => 'never')).rejects.toThrow('no database')
  broken = false
  expect(await gate.pass(1, never, async () => 'again')).toBe('again')
})
