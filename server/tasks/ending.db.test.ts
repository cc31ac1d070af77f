import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  asleep,
  atGate,
  cancel,
  device,
  gates,
  h,
  late,
  noted,
  outcomes,
  saga,
  sleepy,
  startEngine,
  stubborn,
  unsettled,
} from './testing/engine.ts'

beforeAll(startEngine)
afterAll(() => h.close())

describe('the end', () => {
  it('undoes finished steps in reverse and settles', async () => {
    const task = await h.ended(await h.add(saga, { tag: 'sagaF', how: 'fail' }))
    expect(task).toMatchObject({
      status: 'failed',
      step: 'five',
      error: 'The disk is full',
      error_code: 'device_rejected',
    })
    expect(noted('sagaF')).toEqual(['sagaF undo four 4', 'sagaF undo one 1', 'sagaF settle failed'])
    expect(await h.rows('select name from setting where name like $1', ['%sagaF'])).toEqual([{ name: 'settled sagaF' }])
    expect((await h.steps(task.id)).map((s) => `${s.name} ${s.state}`)).toEqual([
      'one done',
      'two done',
      'three done',
      'four done',
      'five failed',
      'undo:four done',
      'undo:two done',
      'undo:one done',
      'end:settle done',
      'settle:state done',
    ])
    const good = await h.ended(await h.add(saga, { tag: 'sagaO', how: 'ok' }))
    expect(good.status).toBe('complete')
    expect(noted('sagaO')).toEqual(['sagaO settle complete'])
  })

  it('comes on request, running', async () => {
    const id = await h.add(saga, { tag: 'sagaC', how: 'hang' })
    await atGate('sagaC')
    expect(await cancel(id)).toBe(true)
    expect(await h.ended(id)).toMatchObject({ status: 'aborted', error_code: 'cancelled' })
    expect(noted('sagaC')).toEqual([
      'sagaC undo five null',
      'sagaC undo four 4',
      'sagaC undo one 1',
      'sagaC settle aborted',
    ])
    expect(outcomes.get(id)).toMatchObject({ status: 'aborted', started: true, error: { code: 'cancelled' } })
    expect(await cancel(id)).toBe(false)
  })

  it('comes on request, waiting, deferred or asleep', async () => {
    const busy = await h.add(device, { tag: 'busy', keys: ['q'], wait: true })
    await atGate('busy')
    const waiting = await h.add(device, { tag: 'waiting', keys: ['q'] })
    const deferred = await h.add(device, { tag: 'deferred2', keys: ['q'] }, { deferReason: 'x' })
    const future = await h.add(saga, { tag: 'future', how: 'ok' }, { runAt: new Date(Date.now() + 3_600_000) })
    for (const id of [waiting, deferred, future]) expect(await cancel(id)).toBe(true)
    for (const id of [waiting, deferred, future])
      expect(await h.ended(id)).toMatchObject({ status: 'aborted', started_at: null })
    expect(outcomes.get(future)).toMatchObject({ started: false })
    gates.get('busy')!()
    expect((await h.ended(busy)).status).toBe('complete')
    expect([...noted('waiting'), ...noted('deferred2')]).toEqual([])
    const nap = await h.add(sleepy, { tag: 'napC' })
    await asleep(nap)
    expect(await cancel(nap)).toBe(true)
    expect(await h.ended(nap)).toMatchObject({ status: 'aborted' })
    expect(noted('napC')).toEqual(['napC before'])
  })

  it('comes in the end also when a task does not stop', async () => {
    const finishes = await h.add(late, { tag: 'deaf finishes' })
    const ids = [finishes]
    for (const where of ['hangs', 'outside']) ids.push(await h.add(stubborn, { tag: `deaf ${where}`, where }))
    for (const tag of ['finishes', 'hangs', 'outside']) await atGate(`deaf ${tag}`)
    for (const id of ids) expect(await cancel(id)).toBe(true)
    // What finished all the same has finished, and that was all there was to do.
    for (const id of ids) expect(await h.ended(id)).toMatchObject({ status: id === finishes ? 'complete' : 'aborted' })
    expect(noted('deaf')).toEqual([])
  })

  it('settles until it succeeds', async () => {
    const task = await h.ended(await h.add(unsettled, { tag: 'u2', good: 2 }))
    expect(task.status).toBe('complete')
    expect(noted('u2')).toEqual(['u2 look', 'u2 attempt', 'u2 attempt'])
  })
})
