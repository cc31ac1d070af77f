import { afterEach, expect, it, vi } from 'vitest'
import { bodyBound, readBody, readBounded } from './body.ts'

const KIB = 1024
/** A body whose parts arrive when the test sends them. */
function slow() {
  let out!: ReadableStreamDefaultController<Uint8Array>
  const body = new ReadableStream<Uint8Array>({
    start(given) {
      out = given
    },
  })
  const request = new Request('http://panel.test/', { method: 'POST', body, duplex: 'half' } as RequestInit)
  return { request, send: (bytes: number) => out.enqueue(new Uint8Array(bytes).fill(0x20)), end: () => out.close() }
}
const rejection = (reading: Promise<unknown>) =>
  reading.then(
    () => 'read',
    (fault) => fault.code,
  )

afterEach(() => vi.useRealTimers())

it('takes 16 KiB of public operations, 1 MiB of those for users', () => {
  expect(bodyBound({ access: 'public' }).bytes).toBe(16 * KIB)
  expect(bodyBound({ access: 'mfa_pending' }).bytes).toBe(16 * KIB)
  expect(bodyBound({ access: 'user' })).toEqual({ bytes: KIB * KIB, values: 5000 })
  expect(bodyBound({ access: 'admin', longestList: 4096 }).values).toBe(20_000)
})

it('gives a body that comes by drops up, the larger it may be the later', async () => {
  vi.useFakeTimers()
  const [small, large] = [slow(), slow()]
  const ends = [rejection(readBounded(small.request, 16 * KIB)), rejection(readBounded(large.request, KIB * KIB))]
  for (let second = 0; second < 12; second++) {
    for (const one of [small, large]) if (second < 9) one.send(1)
    await vi.advanceTimersByTimeAsync(1000)
  }
  expect(await ends[0]).toBe('too_slow')
  large.end()
  expect(await ends[1]).toBe('read')
})

it('holds 64 MiB at once in all, and gives them back', async () => {
  const bodies = Array.from({ length: 7 }, slow)
  const most = 12 * KIB * KIB
  const ends = bodies.map(({ request }) => rejection(readBounded(request, most)))
  for (const { send } of bodies) send(10 * KIB * KIB)
  expect(await ends[6]).toBe('unavailable')
  for (const { end } of bodies.slice(0, 6)) end()
  expect(await Promise.all(ends.slice(0, 6))).toEqual(Array(6).fill('read'))
  const after = slow()
  after.send(10 * KIB * KIB)
  after.end()
  expect(await rejection(readBounded(after.request, most))).toBe('read')
})

const bound = { bytes: KIB * KIB, values: 5000 }
const read = (body: string) => readBody(new Request('http://panel.test/', { method: 'POST', body }), bound)

it('counts values, not what texts look like', async () => {
  const text = { text: '[{,"\\'.repeat(30_000) }
  expect(await read(JSON.stringify(text))).toEqual(text)
  expect(await read(JSON.stringify(Array(4999).fill(0)))).toHaveLength(4999)
  expect(await rejection(read(JSON.stringify(Array(5000).fill(0))))).toBe('too_large')
  for (const broken of ['{"a', '"', '\\', '{"a\\', '[', '"\\\\\\'])
    expect(await rejection(read(broken))).toBe('invalid_input')
})
