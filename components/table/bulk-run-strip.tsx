'use client'
import { useQueries } from '@tanstack/react-query'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { useTRPC } from '../api/trpc.ts'
import { useSaid } from '../i18n/said.tsx'
import { Button, IconButton } from '../ui/controls/button.tsx'
import { type StateKind, StateMark } from '../ui/display/state-mark.tsx'
import { TextLink } from '../ui/display/text.tsx'
import { byReason } from './bulk.ts'
import { type BulkRun, closeBulkRun, isWaiting, type RowResult, type RunRow } from './bulk-run.ts'

const order = { failed: 0, going: 1, waiting: 1, done: 1 } as const
type Outcome = keyof typeof order
/** Reasons that are shown without being asked for, most first, each with the first of its rows. */
const MOST_REASONS = 5
const MOST_NAMES = 8
const kinds = { failed: 'fault', going: 'run', waiting: 'off', done: 'ok' } as const satisfies Record<
  Outcome,
  StateKind
>

/** One run: how far it is, and at a press the result of every row. */
export default function BulkRunStrip({ run }: { run: BulkRun }) {
  const t = useTranslations('bulkRun')
  const said = useSaid()
  const format = useFormatter()
  const [open, setOpen] = useState(false)
  const tasks = useTaskEnds(run)
  const judged = run.rows.map((row) => ({ row, ...outcomeOf(row, tasks) }))
  const count = (outcome: Outcome) => judged.filter((one) => one.outcome === outcome).length
  const over = count('waiting') + count('going') === 0
  // Nothing changes places under the pointer while it runs; at the end what failed comes first.
  const rows = over ? judged.toSorted((a, b) => order[a.outcome] - order[b.outcome]) : judged
  const kind: StateKind = !over ? 'run' : count('failed') > 0 ? 'fault' : 'ok'
  const failed = judged.filter((one) => one.outcome === 'failed').map(({ row, words }) => ({ row, reason: words }))
  const failures = byReason(failed, (row) => row.name).slice(0, MOST_REASONS)
  const parts = (['done', 'going', 'waiting', 'failed'] as const).filter((outcome) => count(outcome) > 0)
  return (
    <section aria-label={run.title} className="px-6 phone:px-4">
      <div className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
        <StateMark kind={kind} />
        <b className="font-medium">{run.title}</b>
        <span role="status" className="num text-12 text-fg-3">
          {parts.map((outcome) => t(outcome, { count: format.number(count(outcome)) })).join(', ')}
        </span>
        <span className="ml-auto flex gap-1.5">
          <Button size="sm" kind="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? t('hideRows') : t('showRows')}
          </Button>
          <IconButton
            size="sm"
            label={t('close')}
            disabledReason={isWaiting(run) ? t('notYet') : undefined}
            onClick={() => closeBulkRun(run.id)}
          >
            <X />
          </IconButton>
        </span>
      </div>
      {failures.length > 0 && !open ? (
        <ul aria-label={t('whyFailed')} className="flex flex-col gap-0.5 pb-2 pl-6 text-12">
          {failures.map(({ reason, names }) => (
            <li key={reason} className="flex min-w-0 gap-2">
              <span className="num flex-none font-medium">{format.number(names.length)}</span>
              <span className="min-w-0 truncate text-fg-2" title={names.slice(0, MOST_NAMES).join(', ')}>
                {reason ? said(reason) : t('states.failed')}
                <span className="text-fg-3">: {names.slice(0, MOST_NAMES).join(', ')}</span>
                {names.length > MOST_NAMES ? <span className="text-fg-3">…</span> : null}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      {open ? (
        <ul className="grid max-h-[32vh] grid-cols-[repeat(auto-fill,minmax(320px,1fr))] gap-x-6 overflow-y-auto border-t border-line py-1.5">
          {rows.map(({ row, outcome, words }) => (
            <li key={row.id} className="flex min-h-7 items-center gap-2">
              <StateMark kind={kinds[outcome]} label={t(`states.${outcome}`)} />
              <TextLink plain href={row.href} className="font-medium">
                {row.name}
              </TextLink>
              <span className="min-w-0 truncate text-12 text-fg-3" title={said(words)}>
                {said(words)}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}

type TaskEnd = { status: string; message: string | null; error?: { msg: string } | undefined }

function outcomeOf(row: RunRow, tasks: ReadonlyMap<string, TaskEnd>): { outcome: Outcome; words: string } {
  const { result } = row
  if (result.state === 'waiting') return { outcome: 'waiting', words: '' }
  if (result.state === 'refused') return { outcome: 'failed', words: result.reason }
  if (result.task === null) return { outcome: 'done', words: '' }
  const task = tasks.get(`${result.task} ${row.id}`) ?? tasks.get(`${result.task}`)
  if (!task) return { outcome: 'going', words: '' }
  if (task.status === 'complete') return { outcome: 'done', words: '' }
  if (task.status === 'failed' || task.status === 'aborted') return { outcome: 'failed', words: task.error?.msg ?? '' }
  return { outcome: 'going', words: task.message ?? '' }
}

// Numbers of one question, so that the address of the request stays short.
const AT_ONCE = 150
const MOST_TASKS = 10_000

/**
 * State of the tasks of a run once every row was requested; read anew when tasks change. The rows of one order share a
 * number, so each is identified by its own.
 */
function useTaskEnds(run: BulkRun): ReadonlyMap<string, TaskEnd> {
  const trpc = useTRPC()
  const ids = isWaiting(run) ? [] : [...new Set(run.rows.flatMap(({ result }) => taskOf(result)))]
  const parts = Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (_, n) =>
    ids.slice(n * AT_ONCE, (n + 1) * AT_ONCE),
  )
  const answers = useQueries({
    queries: parts.map((part) =>
      trpc.vm.task.list.queryOptions({
        query: { where: `consul_id IN (${part.join(',')})`, limit: String(MOST_TASKS) },
      }),
    ),
  })
  return new Map(
    answers
      .flatMap(({ data }) => data?.list ?? [])
      .flatMap((task) => [
        [`${task.consul_id} ${task.registry_id}`, task],
        [`${task.consul_id}`, task],
      ]),
  )
}

const taskOf = (result: RowResult): number[] => (result.state === 'sent' && result.task !== null ? [result.task] : [])
