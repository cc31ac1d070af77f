'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Health } from '../../server/domain/problem/health.ts'
import type { problemEntities } from '../../server/domain/problem/kinds.ts'
import type { Problem } from '../../server/domain/problem/record.ts'
import { problemRuleNames } from '../../server/domain/problem/rules.ts'
import { useTRPC } from '../api/trpc.ts'
import { Said } from '../i18n/said.tsx'
import { ProblemStep } from '../problems/problem-step.tsx'
import { useProblemTitle } from '../problems/problem-title.ts'
import { Notice } from '../ui/display/notice.tsx'
import { RelativeTime } from '../ui/display/time.tsx'
import { UnreadSince } from './health-state.tsx'

type Props = {
  entity: (typeof problemEntities)[number]
  id: number
  health: Health
  /** Kinds that the page shows by itself. */
  without?: readonly Problem['kind'][]
  className?: string
}

/** What is wrong with the object of a page: each problem with its cause and the way out, or that nothing is known of it. */
export function HealthBanner({ entity, id, health, without = [], className = '' }: Props) {
  const t = useTranslations('health')
  const trpc = useTRPC()
  const query = useQuery(
    trpc.vm.problem.list.queryOptions({ query: { entity, id, limit: 20 } }, { enabled: health.count > 0 }),
  )
  if (health.level === 'unknown')
    return (
      <Notice kind="plain" title={t('unknownTitle')} className={className}>
        <UnreadSince since={health.since} /> {t('unknownHint')}
      </Notice>
    )
  const problems = health.count > 0 ? (query.data?.list ?? []).filter(({ kind }) => !without.includes(kind)) : []
  if (problems.length === 0) return null
  return (
    <div className={`flex flex-col gap-2 ${className}`}>
      {problems.map((problem) => (
        <OneProblem key={`${problem.kind} ${problem.task} ${problem.part}`} problem={problem} />
      ))}
    </div>
  )
}

/** Kinds that are mended on the page of the object itself: a button that leads there leads nowhere. */
const onPage: ReadonlySet<Problem['kind']> = new Set([
  'server',
  'link',
  'host',
  'node',
  'node_part',
  'storage',
  'storage_away',
  'storage_lost',
  'storage_disk',
  'storage_full',
  'storage_fills',
  'port',
  'outlet',
  ...problemRuleNames,
])

function OneProblem({ problem }: { problem: Problem }) {
  const t = useTranslations('health')
  const title = useProblemTitle()
  const { kind, cause, part, since, severity } = problem
  const why = kind === 'server' ? null : (cause ?? part)
  return (
    <Notice
      kind={severity === 'fault' ? 'fault' : 'warn'}
      title={title(problem)}
      {...(!onPage.has(kind) && { actions: <ProblemStep problem={problem} /> })}
    >
      {why ? (
        <span className="block break-words">
          <Said text={why} />
        </span>
      ) : null}
      {since ? <span className="block">{t.rich('since', { when: () => <RelativeTime at={since} /> })}</span> : null}
    </Notice>
  )
}
