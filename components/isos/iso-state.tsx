'use client'
import { useFormatter, useTranslations } from 'use-intl'
import type { Iso } from '../../server/domain/iso/schema.ts'
import { useSaid } from '../i18n/said.tsx'
import { State, type StateKind } from '../ui/display/state-mark.tsx'
import { useUploads } from './uploads.ts'

const kinds: Record<Iso['state'], StateKind> = {
  offered: 'off',
  uploading: 'run',
  downloading: 'run',
  checking: 'run',
  ready: 'ok',
  failed: 'fault',
  deleting: 'run',
}

/** How far an image is, and why it could not be taken. */
export function IsoState({ iso, bare = false }: { iso: Iso; bare?: boolean }) {
  const t = useTranslations('isos')
  const said = useSaid()
  const format = useFormatter()
  const own = useUploads().get(iso.id)
  const percent = (sent: number) =>
    format.number(Math.min(1, sent / Math.max(1, iso.size_bytes ?? 1)), { style: 'percent' })
  if (iso.state === 'uploading') {
    if (own?.fault) return <State kind="fault">{own.fault}</State>
    return own ? (
      <State kind="run">{t('uploading', { percent: percent(own.sent) })}</State>
    ) : (
      <State kind="warn">{t('stopped', { percent: percent(iso.received) })}</State>
    )
  }
  const why = iso.fault && !bare ? said(iso.fault) : null
  return (
    <span className="flex min-w-0 items-center gap-2">
      <State kind={kinds[iso.state]}>{t(`states.${iso.state}`)}</State>
      {why ? (
        <span className="truncate text-12 text-fg-3" title={why}>
          {why}
        </span>
      ) : null}
    </span>
  )
}
