import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PanelError } from '../../../domain/shared/errors.ts'
import type { NodeConnection } from '../../../drivers/hypervisor/types.ts'
import { msg } from '../../../shared/text.ts'
import { awaitAnswer } from './answer.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

type Guest = { state?: string; agent?: boolean; log?: string | null }

/** A guest by the seconds since its start. */
async function watch(at: (second: number) => Guest) {
  const start = Date.now()
  const second = () => Math.floor((Date.now() - start) / 1000)
  const node = {
    domain: async () => ({ state: at(second()).state ?? 'running' }),
    guestFileSystems: async () => {
      if (!at(second()).agent) throw new PanelError('device_rejected', msg`The VM is off`, { value: 'guest_agent' })
      return []
    },
    consoleLog: async () => at(second()).log ?? null,
  } as unknown as NodeConnection
  const pictures: number[] = []
  const picture = async () => void pictures.push(second())
  const wait = async (ms: number) => void vi.setSystemTime(Date.now() + ms)
  const watched = { node, name: 'x', until: start + 60_000, limit_minutes: 1, picture, wait }
  const answer = await awaitAnswer(watched, new AbortController().signal)
  return { answer, pictures }
}

test('an agent that answers after a while is enough, and the last picture is of then', async () => {
  const { answer, pictures } = await watch((second) => ({ agent: second >= 20 }))
  expect(answer).toEqual({ passed: true, answered_by: 'agent' })
  expect(pictures).toEqual([16, 20])
})

test('so is a prompt to sign in', async () => {
  const { answer } = await watch((second) => ({ log: second >= 8 ? 'web login: ' : 'booting' }))
  expect(answer).toEqual({ passed: true, answered_by: 'login' })
})

test('neither of both until the time is over is a failure with a picture', async () => {
  const { answer, pictures } = await watch(() => ({ log: 'no bootable device' }))
  expect(answer).toMatchObject({ passed: false, reason: expect.stringContaining('within 1 minutes') })
  expect(pictures).toEqual([16, 32, 48, 60])
})

test.each([
  ['crashed', /crashed/],
  ['stopped', /off again/],
  ['paused', /paused/],
])('a guest that is %s does not wait for the end', async (state, words) => {
  const { answer, pictures } = await watch((second) => ({ state: second >= 4 ? state : 'running' }))
  expect(answer).toMatchObject({ passed: false, reason: expect.stringMatching(words) })
  expect(pictures).toEqual([4])
})

test('a node that is lost is no answer of the guest', async () => {
  const node = {
    domain: async () => {
      throw new PanelError('device_unreachable', msg`The VM is off`)
    },
  } as unknown as NodeConnection
  const watched = { node, name: 'x', until: Date.now() + 1000, limit_minutes: 1, picture: async () => {} }
  await expect(awaitAnswer(watched, new AbortController().signal)).rejects.toMatchObject({ code: 'device_unreachable' })
})
