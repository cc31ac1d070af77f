'use client'
import Link from 'next/link'
import { useFormatter, useTranslations } from 'use-intl'
import type { Problem } from '../../server/domain/problem/record.ts'
import { useSaid } from '../i18n/said.tsx'
import { paths } from '../paths.ts'
import { useOpenTask } from '../tasks/task-drawer.tsx'
import { useSubjectWords } from '../tasks/task-subject.tsx'
import { useTaskWords } from '../tasks/words.ts'
import { Button } from '../ui/button.tsx'
import { cn } from '../ui/class-names.ts'
import { inUnit, unitFor } from '../ui/size.ts'
import { State, StateMark } from '../ui/state-mark.tsx'
import { RelativeTime } from '../ui/time.tsx'

/** What needs a person: name, what it is, cause, since when, and the next step. */
export function ProblemList({ problems }: { problems: readonly Problem[] }) {
  const t = useTranslations('problems')
  if (problems.length === 0)
    return (
      <p className="border-t border-line py-3 text-fg-2">
        <State kind="ok">{t('allWell')}</State>
      </p>
    )
  return (
    <ul className="flex flex-col border-t border-line">
      {problems.map((problem) => (
        <li
          key={`${problem.kind} ${problem.entity} ${problem.id} ${problem.task} ${problem.part}`}
          className="flex min-h-13.5 items-start gap-3 border-b border-line py-2 phone:flex-wrap"
        >
          <StateMark
            kind={problem.severity === 'fault' ? 'fault' : 'warn'}
            label={t(`severity.${problem.severity}`)}
            className="mt-[3px]"
          />
          <Words problem={problem} />
          <span className="w-16 flex-none text-right text-12 leading-5 text-fg-3 phone:hidden">
            {problem.since ? <RelativeTime at={problem.since} /> : null}
          </span>
          <NextStep problem={problem} />
        </li>
      ))}
    </ul>
  )
}

const hrefOf = (problem: Problem): string | null => {
  switch (problem.entity) {
    case 'host':
      return paths.host(problem.id)
    case 'node':
      return paths.node(problem.id)
    case 'cluster':
      return paths.cluster(problem.id)
    case 'repository':
      return paths.images()
    case 'ippool':
      return paths.pool(problem.id)
    case 'location':
      return paths.location(problem.id)
    case 'server':
      return paths.server(problem.id)
    case 'switch':
      return paths.switch(problem.id)
    case 'pdu':
      return paths.pdu(problem.id)
    case 'proxy_location':
      return paths.remote()
    default:
      return null
  }
}

function Words({ problem }: { problem: Problem }) {
  const t = useTranslations('problems')
  const words = useTaskWords()
  const subject = useSubjectWords()
  const { kind, name, state, task_name, step, part, share, hosts, entity, id } = problem
  const said = useSaid()
  const cause = problem.cause === null ? null : said(problem.cause)
  const title = () => {
    switch (kind) {
      case 'node':
        return state === 'crashed' ? t('what.notAttached') : t('what.notReachable', { count: hosts })
      case 'node_part':
        return t('what.nodePart')
      case 'host':
        return state === 'crashed' ? t('what.crashed') : t('what.failed', { task: words.name(task_name ?? '') })
      case 'repository':
        return t('what.repository')
      case 'storage':
        return t('what.storage', { percent: percentOf(share) })
      case 'addresses':
        return t('what.addresses', { used: share?.used ?? 0, total: share?.total ?? 0 })
      case 'task':
        return t('what.failed', { task: words.name(task_name ?? '') })
      case 'switch':
      case 'pdu':
        return t('what.silent', { count: hosts })
      case 'proxy':
        return t('what.proxy', { count: hosts })
      case 'drift':
        return t('what.drift', { count: hosts })
      case 'port':
      case 'outlet':
        return t(`what.${kind}`, { part: part ?? '' })
      case 'server':
        return cause
      case 'location':
      case 'link':
      case 'feed':
      case 'sensor':
      case 'controller':
      case 'identity':
        return t(`what.${kind}`)
    }
  }
  const href = hrefOf(problem)
  const shown = name || subject({ entity, registry_id: id, registry_name: null })
  return (
    <span className="min-w-0 flex-1 leading-5">
      <span className="block">
        {href && name ? (
          <Link href={href} prefetch={false} className="mr-2 font-medium hover:underline hover:underline-offset-2">
            {shown}
          </Link>
        ) : (
          <span className="mr-2 font-medium">{shown}</span>
        )}
        {title()}
      </span>
      <span className="line-clamp-2 text-12 text-fg-2">
        {kind === 'storage' && share ? <Free share={share} /> : null}
        {step && cause
          ? t('stepCause', { step: words.step(step), cause })
          : ((kind === 'server' ? part : (cause ?? part)) ?? (share ? null : t('noCause')))}
      </span>
    </span>
  )
}

const percentOf = (share: Problem['share']) =>
  share && share.total > 0 ? Math.round((share.used / share.total) * 100) : 0

function Free({ share }: { share: NonNullable<Problem['share']> }) {
  const t = useTranslations('problems')
  const units = useTranslations('ui.units')
  const format = useFormatter()
  const unit = unitFor(share.total)
  const figure = (mib: number) => format.number(inUnit(mib, unit), { maximumFractionDigits: 1 })
  return t('free', { free: figure(share.total - share.used), total: figure(share.total), unit: units(unit) })
}

function NextStep({ problem }: { problem: Problem }) {
  const t = useTranslations('problems')
  const [, openTask] = useOpenTask()
  const place = 'flex w-32 flex-none justify-end self-center phone:w-full phone:justify-start phone:pl-6.5'
  const link = (href: string, label: string) => (
    // On a telephone the name leads to the same page.
    <span className={cn(place, href === hrefOf(problem) && 'phone:hidden')}>
      <Button size="sm" asChild>
        <Link href={href}>{label}</Link>
      </Button>
    </span>
  )
  const { kind, id, task, state } = problem
  switch (kind) {
    case 'node':
      return state === 'crashed'
        ? link(paths.newNode({ again: id }), t('next.attach'))
        : link(paths.node(id), t('next.look'))
    case 'node_part':
    case 'storage':
      return link(paths.node(id), t('next.look'))
    case 'host':
      return link(paths.host(id), t('next.look'))
    case 'location':
      return link(paths.location(id), t('next.look'))
    case 'server':
    case 'link':
    case 'feed':
      return link(paths.server(id), t('next.look'))
    case 'sensor':
    case 'controller':
    case 'identity':
      return link(paths.server(id, 'controller'), t('next.look'))
    case 'switch':
    case 'drift':
    case 'port':
      return link(paths.switch(id), t('next.look'))
    case 'pdu':
    case 'outlet':
      return link(paths.pdu(id), t('next.look'))
    case 'proxy':
      return link(paths.remote(), t('next.look'))
    case 'repository':
      return link(paths.images(), t('next.repository'))
    case 'addresses':
      return link(paths.pool(id), t('next.addresses'))
    case 'task':
      return task === null ? null : (
        <span className={place}>
          <Button size="sm" onClick={() => void openTask(task)}>
            {t('next.task')}
          </Button>
        </span>
      )
  }
}
