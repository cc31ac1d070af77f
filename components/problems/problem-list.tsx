'use client'
import { useFormatter, useTranslations } from 'use-intl'
import type { Problem } from '../../server/domain/problem/record.ts'
import { useSaid } from '../i18n/said.tsx'
import { useTaskLabels } from '../tasks/labels.ts'
import { useSubjectLabel } from '../tasks/task-subject.tsx'
import { Link } from '../ui/controls/link.tsx'
import { inUnit, unitFor } from '../ui/display/size.ts'
import { State, StateMark } from '../ui/display/state-mark.tsx'
import { RelativeTime } from '../ui/display/time.tsx'
import { ProblemStep, problemHref } from './problem-step.tsx'
import { useProblemTitle } from './problem-title.ts'

/** What needs a person: name, what it is, cause, since when, where, and the next step. `headed`: faults and warnings under headings. */
export function ProblemList({
  problems,
  headed,
}: {
  problems: readonly Problem[]
  headed?: { faults: number; warnings: number }
}) {
  const t = useTranslations('problems')
  if (problems.length === 0)
    return (
      <p className="border-t border-line py-3 text-fg-2">
        <State kind="ok">{t('allWell')}</State>
      </p>
    )
  if (!headed) return <Rows problems={problems} />
  const sections = (['fault', 'warning'] as const).map((severity) => {
    const rows = problems.filter((one) => one.severity === severity)
    return rows.length === 0 ? null : (
      <section key={severity} className="pb-3">
        <h2 className="py-1.5 text-13 font-semibold">
          {t(severity === 'fault' ? 'faultsHead' : 'warningsHead')}{' '}
          <span className="num font-normal text-fg-3">{severity === 'fault' ? headed.faults : headed.warnings}</span>
        </h2>
        <Rows problems={rows} />
      </section>
    )
  })
  return (
    <>
      <Heads />
      {sections}
    </>
  )
}

/** What stands where in the rows. */
function Heads() {
  const t = useTranslations('problems.heads')
  return (
    <div className="flex h-7 items-center gap-3 border-t border-b border-line text-12 text-fg-3 phone:hidden">
      <span className="min-w-0 flex-1 pl-6.5">{t('object')}</span>
      <span className="w-24 flex-none text-right">{t('age')}</span>
      <span className="w-32 flex-none">{t('place')}</span>
      <span className="w-36 flex-none text-right">{t('action')}</span>
    </div>
  )
}

function Rows({ problems }: { problems: readonly Problem[] }) {
  const t = useTranslations('problems')
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
          <span className="w-24 flex-none text-right text-12 leading-5 text-fg-3">
            {problem.since ? <RelativeTime at={problem.since} /> : t('noAge')}
          </span>
          <span className="w-32 flex-none truncate text-12 leading-5 text-fg-2 phone:hidden">
            {[problem.location, problem.rack].filter(Boolean).join(' › ')}
          </span>
          <span className="flex w-36 flex-none justify-end self-center phone:w-full phone:justify-start phone:pl-6.5">
            <ProblemStep problem={problem} />
          </span>
        </li>
      ))}
    </ul>
  )
}

function Words({ problem }: { problem: Problem }) {
  const t = useTranslations('problems')
  const words = useTaskLabels()
  const subject = useSubjectLabel()
  const title = useProblemTitle()
  const said = useSaid()
  const format = useFormatter()
  const { kind, name, step, part, share, figure, entity, id } = problem
  const cause = problem.cause === null ? null : said(problem.cause)
  const href = problemHref(problem)
  const shown = name || subject({ entity, registry_id: id, registry_name: null })
  const waits = kind === 'discovery' || kind === 'operation_waits' ? t(`waits.${kind}`) : null
  const why = step && cause ? t('stepCause', { step: words.step(step), cause }) : (cause ?? part ?? waits)
  const more =
    figure === null || cause === null
      ? []
      : [
          t('limitIs', { limit: format.number(figure.limit / 100, { style: 'percent' }) }),
          ...(entity === 'node' && part ? [t('busiest', { names: part })] : []),
        ]
  return (
    <span className="min-w-0 flex-1 leading-5">
      <span className="block">
        {href && (name || entity === 'operation_plan') ? (
          <Link href={href} prefetch={false} className="mr-2 font-medium hover:underline hover:underline-offset-2">
            {shown}
          </Link>
        ) : (
          <span className="mr-2 font-medium">{shown}</span>
        )}
        {title(problem)}
      </span>
      <span className="line-clamp-2 text-12 text-fg-2">
        {kind === 'storage' && share ? <Free share={share} /> : null}
        {kind === 'server' ? null : [why, ...more].filter(Boolean).join('. ') || (share ? null : t('noCause'))}
      </span>
    </span>
  )
}

function Free({ share }: { share: NonNullable<Problem['share']> }) {
  const t = useTranslations('problems')
  const units = useTranslations('ui.units')
  const format = useFormatter()
  const unit = unitFor(share.total)
  const figure = (mib: number) => format.number(inUnit(mib, unit), { maximumFractionDigits: 1 })
  return t('free', { free: figure(share.total - share.used), total: figure(share.total), unit: units(unit) })
}
