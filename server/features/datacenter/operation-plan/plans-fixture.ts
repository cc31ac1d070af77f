import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { planFixture } from './plan-fixture.ts'

/** Servers, templates and plans for the tests of one file. */
export let t: Awaited<ReturnType<typeof planFixture>>

/** Declares what comes before and after the tests of a file: plans go on by themselves during each. */
export function onPlans(): void {
  beforeAll(async () => {
    t = await planFixture()
  })
  afterAll(() => t.close())
  beforeEach(() => t.startPlans())
}

export const post = (path: string, body: object = {}, who = t.api.admin) =>
  who.post(`/dci/v3/operation_plan${path}`, body)
export const wipe = (servers: number[], more: object = {}) => ({
  type: 'clear_hdd',
  clear_hdd: 'simple',
  servers,
  stagger_seconds: 0,
  ...more,
})
export const install = (servers: number[], more: object = {}) => ({
  ...{ type: 'install', os_template_id: t.os_template_id, password: 'let-me-in', servers, stagger_seconds: 0 },
  ...more,
})
export const diagnose = (servers: number[], more: object = {}) => ({
  ...{ type: 'diag', os_template_id: t.diag, servers, stagger_seconds: 0 },
  ...more,
})
export const shown = ({ password: _, ...body }: ReturnType<typeof install>) => body
export const made = async (body: object) => {
  const answer = await post('', body)
  expect(answer).toMatchObject({ status: 200, body: { id: expect.any(Number), task: expect.any(Number) } })
  return answer.body as { id: number; task: number }
}
export const running = async (id: number) => (await t.states(id)).filter((state) => state === 'running').length
export const begun = (id: number, count: number) => t.until(`${count} run`, async () => (await running(id)) === count)
export const inState = (id: number, state: string) => t.until(state, async () => (await t.plan(id)).state === state)
