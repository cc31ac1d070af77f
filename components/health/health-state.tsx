'use client'
import { useTranslations } from 'use-intl'
import type { Health } from '../../server/domain/problem/health.ts'
import { useSaid } from '../i18n/said.tsx'
import { StateBadge } from '../ui/display/badge.tsx'
import { State, type StateKind, StateMark } from '../ui/display/state-mark.tsx'
import { RelativeTime } from '../ui/display/time.tsx'

export const healthKinds = { ok: 'ok', unknown: 'unknown', warning: 'warn', fault: 'fault' } as const satisfies Record<
  Health['level'],
  StateKind
>

/** The worst of an object's problems in a few words; null when there is none, or its kind is unknown. */
export function useHealthCause(): (health: Health) => string | null {
  const t = useTranslations('health')
  const said = useSaid()
  return ({ kind, cause, level }) => {
    if (kind === null) return null
    const word = t(`causes.${kind}`)
    if (!cause || level === 'unknown') return word
    return kind === 'server' || kind === 'sensor' ? said(cause) : `${word}: ${said(cause)}`
  }
}

/** Health of an object in a cell: what is well stays quiet, so that the others stand out. */
export function HealthState({ health }: { health: Health }) {
  const t = useTranslations('health')
  const causeOf = useHealthCause()
  if (health.level === 'ok') return <span className="text-fg-3">{t('levels.ok')}</span>
  const cause = causeOf(health)
  return (
    <State kind={healthKinds[health.level]} detail={cause}>
      {t(`levels.${health.level}`)}
    </State>
  )
}

/** Health in the head of a page; nothing as long as the object is well. */
export function HealthBadge({ health }: { health: Health }) {
  const t = useTranslations('health')
  const { level, count } = health
  if (level === 'ok') return null
  return (
    <StateBadge kind={healthKinds[level]}>
      {count > 1 ? t('counted', { level: t(`levels.${level}`), count }) : t(`levels.${level}`)}
    </StateBadge>
  )
}

/** Health beside a name in the palette and in short lists; nothing as long as the object is well. `named`: with its word. */
export function HealthMark({ health, named = false }: { health: Health; named?: boolean }) {
  const t = useTranslations('health')
  if (health.level === 'ok') return null
  if (named) return <State kind={healthKinds[health.level]}>{t(`levels.${health.level}`)}</State>
  return <StateMark kind={healthKinds[health.level]} label={t(`levels.${health.level}`)} />
}

/** Since when an object was not read, in words. */
export function UnreadSince({ since }: { since: string | null }) {
  const t = useTranslations('health')
  return since === null ? t('neverRead') : t.rich('notReadFor', { when: () => <RelativeTime at={since} /> })
}
