import { stored } from '../db/sentences.ts'
import type { Text } from '../shared/text.ts'
import { Fenced } from './faults.ts'
import type { Journal } from './journal.ts'
import { cleanText } from './json.ts'
import type { TaskRun } from './task-run.ts'

/** At most so often does the progress of one task reach its record and the screens. */
const EVERY_MS = 250

/** The progress of one turn: the latest word counts, what came in between is never written. */
export function openProgress(taskRun: TaskRun, journal: Journal) {
  const { id, fence } = taskRun.task
  let next: { percent: number; message: string | null } | null = null
  let dirty = false
  let timer: NodeJS.Timeout | undefined
  let last = Number.NEGATIVE_INFINITY
  let writing: Promise<void> = Promise.resolve()

  function flush() {
    clearTimeout(timer)
    timer = undefined
    if (!dirty) return
    dirty = false
    last = performance.now()
    const what = { op: 'progress' as const, ...(next ?? {}) }
    next = null
    writing = journal.write(id, fence, what, taskRun.lost.signal).then(
      () => {},
      (fault) => {
        if (fault instanceof Fenced) taskRun.lost.abort(fault)
      },
    )
  }

  function soon(delay: number) {
    dirty = true
    const wait = Math.max(delay, last + EVERY_MS - performance.now())
    if (wait <= 0) flush()
    else timer ??= setTimeout(flush, wait)
  }

  return {
    report(percent: number, words?: Text) {
      const bounded = Math.max(0, Math.min(100, Math.round(percent) || 0))
      const message = words === undefined ? null : stored(words, cleanText(words.toString()).slice(0, 500))
      next = { percent: bounded, message }
      soon(0)
    },
    /** A step began: screens look again, but not for tasks that are over in no time. */
    began() {
      soon(EVERY_MS)
    },
    /** Writes the last word; a mere beginning of a step is not worth it any more. */
    async flush() {
      dirty = next !== null && !taskRun.lost.signal.aborted
      flush()
      await writing
    },
  }
}
