import { expect, it } from 'vitest'
import { singleFlight } from './single-flight.ts'

/** Queries that end on demand, in the order in which they began. */
function slowLooks() {
  const open: { answer: (text: string) => void; fail: (fault: Error) => void }[] = []
  const look = () => new Promise<string>((answer, fail) => void open.push({ answer, fail }))
  return { open, look }
}

it('lets those who come while a look is under way share the next one, which begins after they asked', async () => {
  const { open, look } = slowLooks()
  const ask = singleFlight<string>()
  const first = ask('a', look)
  const others = [ask('a', look), ask('a', look), ask('a', look)]
  expect(open).toHaveLength(1)
  open[0]?.answer('before')
  expect(await first).toBe('before')
  await expect.poll(() => open.length).toBe(2)
  const later = ask('a', look)
  open[1]?.answer('after')
  expect(await Promise.all(others)).toEqual(['after', 'after', 'after'])
  await expect.poll(() => open.length).toBe(3)
  open[2]?.answer('last')
  expect(await later).toBe('last')
  ask('a', look)
  expect(open).toHaveLength(4)
})

it('keeps different questions apart', () => {
  const { open, look } = slowLooks()
  const ask = singleFlight<string>()
  for (const key of ['a', 'b', 'c']) ask(key, look)
  expect(open).toHaveLength(3)
})

it('passes a fault to the callers that shared the query only', async () => {
  const { open, look } = slowLooks()
  const ask = singleFlight<string>()
  const first = ask('a', look)
  const second = ask('a', look)
  open[0]?.fail(new Error('lost'))
  await expect(first).rejects.toThrow('lost')
  await expect.poll(() => open.length).toBe(2)
  open[1]?.answer('found')
  expect(await second).toBe('found')
})

it('does not wait for a look that hangs', () => {
  let clock = 0
  const { open, look } = slowLooks()
  const ask = singleFlight<string>(() => clock)
  ask('a', look)
  ask('a', look)
  clock = 51
  ask('a', look)
  expect(open).toHaveLength(2)
})
