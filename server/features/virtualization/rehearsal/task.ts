import { z } from 'zod'
import { db } from '../../../db/pool.ts'
import { transaction } from '../../../db/transaction.ts'
import { isWindows } from '../../../domain/os/tags.ts'
import { wrongState } from '../../../domain/shared/errors.ts'
import { isolatedBridge } from '../../../drivers/hypervisor/isolated-bridge.ts'
import type { NodeConnection } from '../../../drivers/hypervisor/types.ts'
import { msg } from '../../../shared/text.ts'
import { defineTask, type Outcome, type SettleContext } from '../../../tasks/define.ts'
import { fill, lookAt } from '../backup/restore/fill.ts'
import { nodeConnection } from '../node/connections.ts'
import { requireStorage } from '../storage/ready.ts'
import { type Answer, awaitAnswer } from './answer.ts'
import { clearRehearsal } from './clear.ts'
import { changeRehearsal } from './record.ts'
import { takePicture } from './screen.ts'
import { type RehearsalSource, sourceOf } from './source.ts'
import { seedOf, specOf } from './spec.ts'

const LOOK_MS = 20_000
const SMALL_MS = 60_000
const VOLUME_MS = 10 * 60_000
const CLEAR_MS = 60_000

export const rehearsalTask = defineTask({
  name: 'rehearsal_run',
  title: 'Rehearse the restore of a VM',
  input: z.object({
    rehearsal_id: z.int(),
    node_id: z.int(),
    backup_ids: z.array(z.int()),
    limit_minutes: z.int(),
  }),
  locks: ({ rehearsal_id }) => [`rehearsal:${rehearsal_id}`],
  limits: ({ node_id }) => [{ key: `rehearsal_node:${node_id}`, capacity: 1 }],
  priority: 10,
  timeoutMs: 24 * 3600_000,
  async run(t, { rehearsal_id: id, node_id, backup_ids, limit_minutes }) {
    await t.stepTx('begin', (work) => changeRehearsal(work, { id, state: 'waiting' }, { state: 'running' }))
    const on = (signal: AbortSignal) => nodeConnection(node_id, signal)
    const { row, at, source, seed, instance } = await read(id, node_id, backup_ids)
    const seedAt = seed ? (row.files.at(-1) ?? null) : null

    t.progress(1, msg`Looking for the backup`)
    await t.step(
      'look',
      async (signal) => {
        await (await on(signal)).domain(row.internal_name, signal)
        if (row.storage_id !== null) await requireStorage(row.storage_id, node_id, signal)
      },
      { timeoutMs: LOOK_MS },
    )
    await t.step(
      'index',
      async (signal) => {
        for (const backup_id of backup_ids) await lookAt(backup_id, signal)
      },
      { retries: 1, timeoutMs: 5 * SMALL_MS },
    )
    for (const [n, { backup_id, size_mib }] of source.disks.entries()) {
      const path = row.files[n] ?? ''
      await t.step(
        `volume_${n}`,
        async (signal) => (await on(signal)).createVolume({ path, size_mib, backing: null }, signal),
        { timeoutMs: VOLUME_MS },
      )
      const share = 75 / source.disks.length
      await t.step(
        `content_${n}`,
        async (signal) =>
          fill(await on(signal), { backup_id, path }, signal, (bytes, of) =>
            t.progress(3 + share * (n + bytes / Math.max(1, of)), msg`Writing the content of the backup`),
          ),
        { retries: 2, backoffMs: 5000 },
      )
    }
    t.progress(80, msg`Starting in a network of its own`)
    await t.step(
      'define',
      async (signal) => {
        const node = await on(signal)
        await node.makeIsolatedBridge(isolatedBridge(id), signal)
        if (seedAt !== null) await node.writeSeed(seedAt, seedOf(source.host, instance), signal)
        await node.defineDomain(specOf(row, { ...source, seed: seedAt }, at), signal)
      },
      { retries: 2, timeoutMs: SMALL_MS },
    )
    await t.step('start', async (signal) => (await on(signal)).startDomain(row.internal_name, signal), {
      retries: 1,
      timeoutMs: 2 * SMALL_MS,
    })
    const started = await t.stepTx('started', async (work) => {
      const now = new Date()
      await changeRehearsal(work, { id }, { started_at: now })
      return now.getTime()
    })
    t.progress(85, msg`Waiting until the guest answers`)
    const answer = await t.step('watch', async (signal) => {
      const node = await on(signal)
      const until = started + limit_minutes * 60_000
      const picture = (now: AbortSignal) => keepPicture(node, row, now)
      const seen = await awaitAnswer({ node, name: row.internal_name, until, limit_minutes, picture }, signal)
      return { ...seen, answer_ms: seen.passed ? Date.now() - started : null }
    })
    return answer
  },
  settle: (t, { rehearsal_id }, outcome) => settle(t, rehearsal_id, outcome),
})

async function read(id: number, node_id: number, backup_ids: readonly number[]) {
  const { prisma } = db()
  const found = await prisma.rehearsal.findUniqueOrThrow({ where: { id }, omit: { picture: true } })
  const source: RehearsalSource = await transaction((work) => sourceOf(work, found.run_id))
  if (!backup_ids.every((one, n) => source.disks[n]?.backup_id === one))
    throw wrongState(msg`The backup was deleted in the meantime`)
  const of = found.host_id === null ? null : await prisma.host.findUnique({ where: { id: found.host_id } })
  return {
    row: { ...found, internal_name: found.internal_name ?? '' },
    at: await prisma.node.findUniqueOrThrow({ where: { id: node_id } }),
    source,
    // Windows would take it for a new one, and set itself up anew.
    seed: !isWindows(source.host.os_group),
    instance: `${source.main.subject}-${of?.instance ?? 1}`,
  }
}

/** A screen that cannot be read is no fault of the backup: the picture before it stays. */
async function keepPicture(node: NodeConnection, row: { id: number; internal_name: string }, signal: AbortSignal) {
  const picture = await takePicture(node, row.internal_name, signal).catch(() => null)
  signal.throwIfAborted()
  if (!picture) return
  const data = { picture: Uint8Array.from(picture), picture_at: new Date() }
  await transaction((work) => changeRehearsal(work, { id: row.id, ended_at: null }, data))
}

type Output = Answer & { answer_ms: number | null }

/** Whatever came of it: it is noted, and nothing of it stays. A node that does not answer now is asked again until nothing is left. */
async function settle(t: SettleContext, id: number, outcome: Outcome): Promise<void> {
  const row = await db().prisma.rehearsal.findUnique({ where: { id }, omit: { picture: true } })
  if (!row) return
  const cleared = await t.step(
    'clear',
    async (signal) => {
      if (!outcome.started) return true
      try {
        await clearRehearsal(row, signal)
        return true
      } catch (err) {
        signal.throwIfAborted()
        t.log.warn({ err, rehearsal: id }, 'what a rehearsal has made is left on its node for now')
        return false
      }
    },
    { timeoutMs: 2 * CLEAR_MS },
  )
  await t.stepTx('end', (work) => {
    const now = new Date()
    return changeRehearsal(
      work,
      { id, ended_at: null },
      { ...resultOf(outcome), task: null, ended_at: now, cleared_at: cleared ? now : null },
    )
  })
}

function resultOf({ status, output, error }: Outcome) {
  if (status !== 'complete')
    return error?.code === 'cancelled' ? { state: 'cancelled' } : { state: 'failed', reason: error?.message ?? null }
  const answer = output as Output
  return answer.passed
    ? { state: 'passed', answered_by: answer.answered_by, answer_ms: answer.answer_ms }
    : { state: 'failed', reason: answer.reason }
}
