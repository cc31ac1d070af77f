import type pg from 'pg'
import { isDatabaseAway } from '../db/faults.ts'
import { pause, unlessAborted } from '../shared/abort.ts'
import { Fenced } from './faults.ts'
import { toJson } from './json.ts'

type Write =
  | { op: 'begin'; name: string; ord: number; undo?: boolean; again?: boolean }
  | { op: 'end'; name: string; state: string; output?: unknown; error?: string }
  | { op: 'progress'; percent?: number; message?: string | null }
  | { op: 'sleep'; name: string; ord: number; ms: number }
  | { op: 'outcome' | 'finish'; status: string; output?: unknown; code?: string; error?: string }
  | { op: 'hand_back' }

type Answer = {
  verdict: 'ok' | 'locked' | 'fenced'
  state?: string
  attempt?: number
  output?: unknown
  error?: string | null
}
type Waiting = { json: string; resolve: (answer: Answer) => void; reject: (fault: unknown) => void }

/**
 * The writes of a worker's running tasks (see task_write in the migrations). One statement is under way at a time and takes along
 * whatever has gathered meanwhile: quick when there is little to do, and one commit for many when there is much.
 */
export function openJournal(pool: pg.Pool) {
  const waiting: Waiting[] = []
  let flying = false

  async function fly() {
    if (flying) return
    flying = true
    while (waiting.length) {
      // Writers that were just answered write again in a moment: send these together.
      await new Promise(setImmediate)
      const batch = waiting.splice(0, 200)
      try {
        settle(batch, await send(batch))
      } catch (fault) {
        if (batch.length === 1 || isDatabaseAway(fault)) for (const one of batch) one.reject(fault)
        // One write that PostgreSQL refuses must not fail the others.
        else
          for (const one of batch) {
            try {
              settle([one], await send([one]))
            } catch (own) {
              one.reject(own)
            }
          }
      }
    }
    flying = false
  }

  async function send(batch: Waiting[]): Promise<Record<string, Answer>> {
    const { rows } = await pool.query<{ answers: Record<string, Answer> }>({
      name: 'task_write',
      text: 'select task_write($1::jsonb) as answers',
      values: [`[${batch.map((one) => one.json).join()}]`],
    })
    return rows[0]?.answers ?? {}
  }

  const settle = (batch: Waiting[], answers: Record<string, Answer>) => {
    for (const [n, one] of batch.entries()) one.resolve(answers[n] ?? { verdict: 'fenced' })
  }

  /** A write of one task; throws Fenced when the task is no longer this worker's. */
  async function write(id: number, fence: number, what: Write): Promise<Answer> {
    for (;;) {
      const answer = await new Promise<Answer>((resolve, reject) => {
        waiting.push({ json: toJson({ id, fence, ...what }), resolve, reject })
        void fly()
      })
      if (answer.verdict === 'ok') return answer
      if (answer.verdict === 'fenced') throw new Fenced(`Task ${id} is no longer held by this worker`)
      await pause(20)
    }
  }

  return {
    /**
     * As `write`, repeated while the database is away, until `signal` fires because the task is lost or handed over.
     */
    async write(id: number, fence: number, what: Write, signal: AbortSignal): Promise<Answer> {
      return untilAway(signal, () => write(id, fence, what))
    },
  }
}

export type Journal = ReturnType<typeof openJournal>

/** Repeats `attempt` while it fails for want of the database only. A statement that hangs does not outlive the signal. */
export async function untilAway<T>(signal: AbortSignal, attempt: () => Promise<T>, url?: string): Promise<T> {
  for (let n = 0; ; n++) {
    if (signal.aborted) throw signal.reason
    try {
      return await unlessAborted(attempt(), signal)
    } catch (fault) {
      if (signal.aborted || !isDatabaseAway(fault, url)) throw fault
      await pause(Math.min(50 * 2 ** n, 1000), signal)
    }
  }
}
