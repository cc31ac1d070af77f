'use client'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { BackupLocation } from '../../../server/domain/backup-location/schema.ts'
import { Said } from '../../i18n/said.tsx'
import { type StateKind, StateMark } from '../../ui/display/state-mark.tsx'
import { RelativeTime } from '../../ui/display/time.tsx'
import { useSizes } from '../../ui/display/use-sizes.ts'

type Line = { key: string; kind: StateKind; title: string; at?: string | null; more?: ReactNode }

/** What the last check, collection and verification found, and what the owner still has to do. */
export function LocationHealth({ location }: { location: BackupLocation }) {
  const t = useTranslations('backupLocations.health')
  const size = useSizes()
  const { status, checked_at, fault, round, recovery_at, held_since } = location
  const rounds: Line[] = round
    ? [
        {
          key: 'collected',
          kind: round.fault ? 'warn' : round.collected_at ? 'ok' : 'unknown',
          title: t(round.fault ? 'collectFailed' : 'collected'),
          at: round.collected_at,
          more: round.fault ? (
            <Said text={round.fault} />
          ) : (
            round.trash_mib > 0 && t('trash', { size: size(round.trash_mib) })
          ),
        },
        {
          key: 'verified',
          kind: round.verify_fault ? 'fault' : round.verified_at ? 'ok' : 'unknown',
          title: t(round.verify_fault ? 'damaged' : 'verified'),
          at: round.verified_at,
          more: round.verify_fault ? <Said text={round.verify_fault} /> : t('verifiedAbout'),
        },
        {
          key: 'read',
          kind: round.deep_at ? 'ok' : 'unknown',
          title: t(round.deep_at ? 'read' : 'reading'),
          at: round.deep_at,
          more: t('readAbout', { percent: round.deep_percent }),
        },
        ...(round.unknown_count > 0
          ? [
              {
                key: 'unknown',
                kind: 'warn' as const,
                title: t('unknown', { count: round.unknown_count }),
                at: round.unknown_since,
                more: !held_since && t('unknownAbout'),
              },
            ]
          : []),
        ...(round.damaged_count > 0
          ? [{ key: 'chunks', kind: 'warn' as const, title: t('chunks', { count: round.damaged_count }) }]
          : []),
      ]
    : [{ key: 'none', kind: 'unknown', title: t('noRound'), more: t('noRoundAbout') }]
  const usable = status === 'ok' || status === 'full'
  const lines: Line[] = [
    {
      key: 'checked',
      kind: status === 'unknown' ? 'unknown' : usable ? 'ok' : 'warn',
      title: t(status === 'unknown' ? 'unchecked' : usable ? 'reachable' : 'away'),
      at: checked_at,
      more: !usable && fault && <Said text={fault} />,
    },
    ...rounds,
    ...(held_since
      ? [{ key: 'held', kind: 'warn' as const, title: t('held'), at: held_since, more: t('heldAbout') }]
      : []),
    {
      key: 'recovery',
      kind: recovery_at ? 'ok' : 'warn',
      title: t(recovery_at ? 'recovery' : 'noRecovery'),
      at: recovery_at,
      more: !recovery_at && t('noRecoveryAbout'),
    },
  ]
  return (
    <ul className="flex flex-col gap-2.5 py-1">
      {lines.map(({ key, kind, title, at, more }) => (
        <li key={key} className="flex items-start gap-2">
          <StateMark kind={kind} className="mt-0.5" />
          <div className="min-w-0 flex-1">
            <div className="flex flex-wrap items-baseline gap-x-2">
              {title}
              {at ? (
                <span className="ml-auto text-12 text-fg-2">
                  <RelativeTime at={at} />
                </span>
              ) : null}
            </div>
            {more ? <p className="text-12 text-fg-2">{more}</p> : null}
          </div>
        </li>
      ))}
    </ul>
  )
}
