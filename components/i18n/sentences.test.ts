import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { TextRecord } from '../../server/shared/text.ts'

const text: TextRecord = { template: 'Port {0} is taken', values: [5] }
let sentences: typeof import('./sentences.ts')

beforeEach(async () => {
  vi.useFakeTimers()
  vi.resetModules()
  sentences = await import('./sentences.ts')
})
afterEach(() => vi.useRealTimers())

it('asks for all that one drawing wants together, and once', async () => {
  const find = vi.fn(async (words: string[]) =>
    words.map((one) => ({ words: one, text: one.startsWith('Port') ? text : null })),
  )
  const told = vi.fn()
  sentences.setFinder(find)
  sentences.subscribeSentences(told)
  expect(sentences.sentenceOf('Port 5 is taken')).toBeUndefined()
  expect(sentences.sentenceOf('Lp0 on fire')).toBeUndefined()
  expect(sentences.sentenceOf('Port 5 is taken')).toBeUndefined()
  await vi.advanceTimersByTimeAsync(100)
  expect(find.mock.calls).toEqual([[['Port 5 is taken', 'Lp0 on fire']]])
  expect(told).toHaveBeenCalledOnce()
  expect(sentences.sentenceOf('Port 5 is taken')).toEqual(text)
  expect(sentences.sentenceOf('Lp0 on fire')).toBeNull()
  await vi.advanceTimersByTimeAsync(100)
  expect(find).toHaveBeenCalledOnce()
})

it('asks again for what is noted a moment later, and not for ever', async () => {
  let answer: TextRecord | null = null
  const find = vi.fn(async (words: string[]) => words.map((one) => ({ words: one, text: answer })))
  sentences.setFinder(find)
  sentences.sentenceOf('Port 5 is taken')
  await vi.advanceTimersByTimeAsync(100)
  expect(sentences.sentenceOf('Port 5 is taken')).toBeNull()
  answer = text
  await vi.advanceTimersByTimeAsync(600)
  expect(sentences.sentenceOf('Port 5 is taken')).toEqual(text)
  answer = null
  sentences.sentenceOf('Lp0 on fire')
  await vi.runAllTimersAsync()
  expect(find.mock.calls.filter(([words]) => words.includes('Lp0 on fire'))).toHaveLength(4)
})

it('does not ask for what is on its way', async () => {
  const answers: ((found: { words: string; text: TextRecord | null }[]) => void)[] = []
  const find = vi.fn(
    (_words: string[]) => new Promise<{ words: string; text: TextRecord | null }[]>((done) => answers.push(done)),
  )
  sentences.setFinder(find)
  sentences.sentenceOf('Port 5 is taken')
  await vi.advanceTimersByTimeAsync(100)
  sentences.sentenceOf('Port 5 is taken')
  sentences.sentenceOf('Port 6 is taken')
  await vi.advanceTimersByTimeAsync(100)
  expect(find.mock.calls).toEqual([[['Port 5 is taken']]])
  answers[0]?.([{ words: 'Port 5 is taken', text }])
  await vi.advanceTimersByTimeAsync(100)
  expect(find.mock.calls).toEqual([[['Port 5 is taken']], [['Port 6 is taken']]])
})

it('waits for a page that can ask, and asks again after it has gone', async () => {
  sentences.sentenceOf('Port 5 is taken')
  await vi.runAllTimersAsync()
  const find = vi.fn(async () => [{ words: 'Port 5 is taken', text }])
  const leave = sentences.setFinder(find)
  await vi.runAllTimersAsync()
  expect(find).toHaveBeenCalledOnce()
  leave()
  sentences.sentenceOf('Port 6 is taken')
  await vi.runAllTimersAsync()
  expect(find).toHaveBeenCalledOnce()
})

it('leaves texts English without an answer, and asks for no more than fits', async () => {
  const find = vi.fn(async (): Promise<never> => {
    throw new Error('away')
  })
  sentences.setFinder(find)
  for (let n = 0; n < 150; n++) sentences.sentenceOf(`Port ${n} is taken`)
  for (const odd of ['', '42', 'x'.repeat(4_001)]) expect(sentences.sentenceOf(odd)).toBeUndefined()
  await vi.advanceTimersByTimeAsync(100)
  expect(find.mock.calls.map(([words]: unknown[]) => (words as string[]).length)).toEqual([100, 50])
  expect(sentences.sentenceOf('Port 3 is taken')).toBeNull()
})
