import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Comparison, Difference } from '../../server/domain/hardware-report/difference.ts'
import { type StateKind, StateMark } from '../ui/display/state-mark.tsx'

const signs = { fault: 'fault', warn: 'warn', info: 'off' } as const satisfies Record<Difference['level'], StateKind>

/** What has changed, the worst first, and how much has not. */
export function DifferenceList({ comparison }: { comparison: Comparison }) {
  const t = useTranslations('hardwareReports')
  const { differences, same } = comparison
  return (
    <ul className="flex flex-col">
      {differences.map((one, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: one part may differ in several ways, and the list does not change
        <Line key={at} kind={signs[one.level]} label={t(`levels.${one.level}`)} detail={one.about}>
          {t(`differences.${one.kind}`, { part: one.part, from: one.from ?? '-', to: one.to ?? '-' })}
        </Line>
      ))}
      <Line kind="ok" label={t('levels.ok')}>
        {t(differences.length === 0 ? 'allSame' : 'restSame', { count: same })}
      </Line>
    </ul>
  )
}

/** A sign with its words, and quieter ones below. */
export function Line(props: { kind: StateKind; label: string; detail?: string; children: ReactNode }) {
  const { kind, label, detail, children } = props
  return (
    <li className="flex items-start gap-2 border-t border-line py-1.5 first:border-t-0">
      <StateMark kind={kind} label={label} className="mt-0.5 flex-none" />
      <span className="min-w-0">
        <span className="block leading-5 break-words">{children}</span>
        {detail ? <span className="block text-12 break-words text-fg-3">{detail}</span> : null}
      </span>
    </li>
  )
}
