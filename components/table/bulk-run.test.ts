import { afterEach, expect, it } from 'vitest'
import { bulkRuns, closeBulkRun, isWaiting, onBulkRuns, startBulkRun } from './bulk-run.ts'

const describeRow = (name: string) => ({ id: name, name, href: `/hosts/${name}` })
const refusal = (msg: string) =>
  Object.assign(new Error(msg), { data: { panel: { code: 9005, msg, value: '' }, httpStatus: 409 } })

afterEach(() => {
  for (const run of bulkRuns()) closeBulkRun(run.id)
})

it('keeps the answer of every row', async () => {
  await startBulkRun({
    title: 'Stop 3 VMs',
    rows: ['a', 'b', 'c'],
    describe: describeRow,
    each: async (name) => {
      if (name === 'b') throw refusal('It is busy')
      return name === 'a' ? 41 : null
    },
  })
  expect(bulkRuns()[0]?.rows.map((row) => row.result)).toEqual([
    { state: 'sent', task: 41 },
    { state: 'refused', reason: 'It is busy' },
    { state: 'sent', task: null },
  ])
})

it('asks only a few at once, and all in the end', async () => {
  let under = 0
  let most = 0
  const open: (() => void)[] = []
  const run = startBulkRun({
    title: 'Start',
    rows: Array.from({ length: 20 }, (_, n) => String(n)),
    describe: describeRow,
    parallel: 4,
    each: () => {
      most = Math.max(most, ++under)
      return new Promise((resolve) =>
        open.push(() => {
          under--
          resolve(null)
        }),
      )
    },
  })
  expect(isWaiting(bulkRuns()[0]!)).toBe(true)
  while (open.length > 0) {
    open.shift()?.()
    await new Promise<void>((resolve) => setImmediate(resolve))
  }
  await run
  expect(most).toBe(4)
  expect(isWaiting(bulkRuns()[0]!)).toBe(false)
})

it('asks for all in one order, and tells of it once', async () => {
  let heard = 0
  const stop = onBulkRuns(() => heard++)
  const rows = Array.from({ length: 1000 }, (_, n) => String(n))
  await startBulkRun({
    title: 'Switch on',
    rows,
    describe: describeRow,
    together: async (all) =>
      all.map((_, n) => (n === 7 ? { state: 'refused', reason: 'It is on already' } : { state: 'sent', task: 41 })),
  })
  stop()
  expect(heard).toBe(2)
  expect(bulkRuns()[0]?.rows.filter((row) => row.result.state === 'sent')).toHaveLength(999)
  await startBulkRun({ title: 'Fails', rows, describe: describeRow, together: () => Promise.reject(refusal('Away')) })
  expect(new Set(bulkRuns()[1]?.rows.map((row) => JSON.stringify(row.result)))).toEqual(
    new Set(['{"state":"refused","reason":"Away"}']),
  )
})

it('tells who listens, and forgets a run that was closed', async () => {
  let heard = 0
  const stop = onBulkRuns(() => heard++)
  await startBulkRun({ title: 'x', rows: ['a'], describe: describeRow, each: async () => null })
  expect(heard).toBe(2)
  stop()
  closeBulkRun(bulkRuns()[0]!.id)
  expect(bulkRuns()).toEqual([])
  expect(heard).toBe(2)
})
