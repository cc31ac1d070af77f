import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  asleep,
  atGate,
  dozy,
  flaky,
  gates,
  h,
  noted,
  plain,
  sleepy,
  slow,
  startEngine,
  talker,
  twins,
  wake,
  worker,
} from './testing/engine.ts'

beforeAll(startEngine)
afterAll(() => h.close())

describe('steps', () => {
  it('are retried, and their faults shown in suitable words', async () => {
    const good = await h.ended(await h.add(flaky, { tag: 'f3', good: 3 }))
    expect(good.status).toBe('complete')
    expect(await h.steps(good.id)).toMatchObject([{ name: 'try', state: 'done', attempt: 3 }])
    const bad = await h.ended(await h.add(flaky, { tag: 'f9', good: 9 }))
    expect(bad).toMatchObject({
      status: 'failed',
      step: 'try',
      error_code: 'internal',
      error: 'Internal error in step try; the log of the panel has the cause',
    })
    expect(noted('f9 try')).toHaveLength(4)
    expect(await h.steps(bad.id)).toMatchObject([{ state: 'failed', error: 'secret words of a device' }])
    const refused = await h.ended(await h.add(flaky, { tag: 'fr', good: 9, rejection: true }))
    expect(refused).toMatchObject({ status: 'failed', step: 'try', error_code: 'wrong_state', error: 'It is on fire' })
    expect(noted('fr try')).toHaveLength(1)
  })

  it('have a name of their own', async () => {
    expect(await h.ended(await h.add(twins, { tag: 't' }))).toMatchObject({ status: 'failed', step: 'same' })
  })

  it('and tasks have time limits', async () => {
    expect(await h.ended(await h.add(slow, { tag: 's', whole: false }))).toMatchObject({
      status: 'failed',
      step: 'hang',
      error_code: 'timeout',
      error: 'Step hang did not finish within 0.05 s',
    })
    expect(await h.ended(await h.add(slow, { tag: 's', whole: true }))).toMatchObject({
      status: 'failed',
      error_code: 'timeout',
      error: 'The task did not finish within 2 s',
    })
  })

  it('may be far apart: a sleep frees the slot and keeps the lock', async () => {
    const id = await h.add(sleepy, { tag: 'rest1' })
    await asleep(id)
    const other = await h.add(sleepy, { tag: 'rest2' })
    await h.until('no turn', async () => (await h.row(id)).status === 'created' && worker.running() === 0)
    await h.ended(await h.add(plain, { tag: 'while asleep' }))
    expect((await h.row(other)).started_at).toBeNull()
    await wake(id)
    expect(await h.ended(id)).toMatchObject({ status: 'complete', output: 'rested' })
    await asleep(other)
    await wake(other)
    await h.ended(other)
    expect(noted('rest')).toEqual(['rest1 before', 'rest1 after', 'rest2 before', 'rest2 after'])
    expect(await h.ended(await h.add(dozy, { tag: 'doze' }))).toMatchObject({ status: 'complete' })
  })
})

describe('progress', () => {
  it('reaches the record a few times a second, and the last word always', async () => {
    let heard = 0
    const { bus } = await import('../events/bus.ts')
    const stop = bus().on('task_progress', () => void heard++)
    const id = await h.add(talker, { tag: 'talk' })
    await atGate('talk')
    await h.until('progress', async () => (await h.row(id)).percent === 99)
    expect((await h.row(id)).message).toBe('word 99 \ufffd \ufffd')
    gates.get('talk')!()
    expect(await h.ended(id)).toMatchObject({
      status: 'failed',
      message: 'last word',
      percent: 99,
      error: 'Never again',
    })
    stop()
    expect(heard).toBeGreaterThan(0)
    expect(heard).toBeLessThan(12)
  })
})
