import { expect, it } from 'vitest'
import { inQueue } from './queue.ts'

const never = new AbortController().signal

it('runs actions on a device one after the other, also after one that failed', async () => {
  const order: string[] = []
  const act = (name: string, ends: Promise<void>) =>
    inQueue('a', never, async () => {
      order.push(`${name} begins`)
      await ends
      order.push(`${name} ends`)
    })
  let finish = () => {}
  const first = act('first', new Promise((resolve) => (finish = resolve)))
  const second = act('second', Promise.reject(new Error('no')))
  const third = act('third', Promise.resolve())
  await inQueue('b', never, async () => order.push('another device'))
  finish()
  await first
  await expect(second).rejects.toThrow('no')
  await third
  expect(order).toEqual(['first begins', 'another device', 'first ends', 'second begins', 'third begins', 'third ends'])
})

it('does not keep those waiting who gave up', async () => {
  let finish = () => {}
  const first = inQueue('a', never, () => new Promise<void>((resolve) => (finish = resolve)))
  const stop = new AbortController()
  let ran = false
  const second = inQueue('a', stop.signal, async () => {
    ran = true
  })
  stop.abort(new Error('enough'))
  await expect(second).rejects.toThrow('enough')
  finish()
  await first
  await inQueue('a', never, async () => {})
  expect(ran).toBe(false)
  await expect(inQueue('a', AbortSignal.abort(new Error('before')), async () => {})).rejects.toThrow('before')
})
