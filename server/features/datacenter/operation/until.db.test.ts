import { afterAll, beforeAll, expect, it } from 'vitest'
import { transaction } from '../../../db/transaction.ts'
import { msg } from '../../../shared/text.ts'
import type { TaskContext } from '../../../tasks/define.ts'
import { operationFixture } from './operation-fixture.ts'
import { endOperation, noteStep } from './record.ts'
import { rescueRuns, untilRescueEnds } from './rescue.ts'
import { endedBeforeBoot, untilAnswered, untilOperation, untilResult } from './until.ts'
import { untilAnswers } from './until-installed.ts'

let t: Awaited<ReturnType<typeof operationFixture>>
beforeAll(async () => {
  t = await operationFixture()
})
afterAll(() => t.close())

const operation = async (type = 'diag') => {
  const server_id = await t.server()
  const kind = { type, auth_id: 'test', mac: '52:54:00:00:00:01', deadline_at: new Date(Date.now() + 60_000) }
  const data = { server_id, location_id: t.site, ...kind }
  return (await t.api.database.prisma.operation.create({ data })).id
}
const note = (id: number, percent: number) => transaction((work) => noteStep(work, id, 'image', null, percent))
const never = new AbortController().signal
/** Stays until it is stopped, as a system that does not answer. */
const silent = (signal: AbortSignal) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

it('looks again for changes of its own operation only', async () => {
  const [mine, other] = [await operation(), await operation()]
  const seen: number[] = []
  const waits = untilOperation(mine, ({ percent }) => (seen.push(percent) && percent === 50 ? percent : null), never)
  await expect.poll(() => seen).toEqual([0])
  for (let n = 1; n <= 5; n++) await note(other, n)
  await note(mine, 50)
  expect(await waits).toBe(50)
  expect(seen).toEqual([0, 50])
})

it('stops waiting for an installed system when a program reports the end', async () => {
  const id = await operation('install')
  const waits = untilAnswered(id, silent, never)
  expect((await t.api.admin.post(`/dci/v3/operation/${id}/finish`, {})).status).toBe(200)
  expect(await waits).toBe(true)
})

it('fails when the end that is reported is a failure, and stops asking the system', async () => {
  const id = await operation('install')
  let stopped = false
  const look = (signal: AbortSignal) => silent(signal).finally(() => (stopped = true))
  const waits = untilAnswered(id, look, never)
  await Promise.all([
    expect(waits).rejects.toThrow('no such system'),
    t.api.admin.post(`/dci/v3/operation/${id}/fail`, { reason: 'no such system' }),
  ])
  expect(stopped).toBe(true)
})

it('does nothing more to a server whose operation ended before the live system was there', async () => {
  const [before, during, failed] = [await operation(), await operation('rescue'), await operation()]
  expect(await endedBeforeBoot(before)).toBe(false)
  await t.api.database.prisma.operation.update({ where: { id: during }, data: { session_hash: 'x' } })
  for (const id of [before, during]) await transaction((work) => endOperation(work, id, 'ok', null))
  await transaction((work) => endOperation(work, failed, 'fail', msg`It was reported as failed`))
  expect(await endedBeforeBoot(before)).toBe(true)
  // A rescue system is left by a restart, also when its worker was lost meanwhile.
  expect(await endedBeforeBoot(during)).toBe(false)
  await expect(endedBeforeBoot(failed)).rejects.toThrow('It was reported as failed')
})

it('gives a server up when the time limit is over, in words', async () => {
  const { prisma } = t.api.database
  const [done, late] = [await operation(), await operation()]
  await prisma.operation.update({ where: { id: done }, data: { result: { ok: true } } })
  const times = { created_at: new Date(Date.now() - 3600_000), deadline_at: new Date(Date.now() - 1) }
  await prisma.operation.updateMany({ where: { id: { in: [done, late] } }, data: times })
  // What was reported before the limit counts, also when it is read after it.
  expect(await untilResult(done, never)).toEqual({ ok: true })
  await expect(untilResult(late, never)).rejects.toThrow('the server was not done within 60 minutes')
})

it('says so when no address of an installed system is known, by which its answer could be waited for', async () => {
  const { prisma } = t.api.database
  const row = await prisma.operation.findUniqueOrThrow({ where: { id: await operation('install') } })
  const context = {
    progress: () => {},
    step: (_: string, run: (signal: AbortSignal) => unknown) => run(never),
    stepTx: (_: string, run: Parameters<typeof transaction>[0]) => transaction(run),
  }
  await untilAnswers(context as unknown as TaskContext, row)
  const step = await prisma.operation_step.findFirstOrThrow({ where: { operation_id: row.id, name: 'answer' } })
  expect(JSON.stringify(step)).toContain('Whether the installed system answers is not known')
})

it('says of a rescue system when it does not answer any more, and when it does again', async () => {
  const { prisma } = t.api.database
  const id = await operation('rescue')
  await prisma.operation.update({ where: { id }, data: { result: { ok: true, addresses: ['192.0.2.9/24'] } } })
  await transaction((work) => noteStep(work, id, 'rescue', rescueRuns, 90))
  const words = async () =>
    (await prisma.operation_step.findFirstOrThrow({ where: { operation_id: id, name: 'rescue' } })).words
  let answer: boolean | null = true
  const asked: string[] = []
  const answers = async (address: string) => {
    asked.push(address)
    return answer
  }
  const row = await prisma.operation.findUniqueOrThrow({ where: { id } })
  const ends = untilRescueEnds(row, never, { answers, everyMs: 1 })
  await expect.poll(() => asked.length).toBeGreaterThan(1)
  expect(await words()).toBe(rescueRuns.toString())
  answer = false
  await expect.poll(words).toContain('does not answer at 192.0.2.9 any more')
  // A location that cannot be asked says nothing of its servers.
  answer = null
  const before = asked.length
  await expect.poll(() => asked.length).toBeGreaterThan(before + 1)
  expect(await words()).toContain('does not answer')
  answer = true
  await expect.poll(words).toBe(rescueRuns.toString())
  await transaction((work) => endOperation(work, id, 'ok', null))
  expect(await ends).toBe(true)
})
