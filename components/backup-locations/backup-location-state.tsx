'use client'
import { useTranslations } from 'use-intl'
import type { BackupLocation } from '../../server/domain/backup-location/schema.ts'
import { useSaid } from '../i18n/said.tsx'
import { State, type StateKind } from '../ui/display/state-mark.tsx'

const kinds = {
  unknown: 'unknown',
  ok: 'ok',
  full: 'warn',
  unreachable: 'warn',
  damaged: 'fault',
} as const satisfies Record<BackupLocation['status'], StateKind>

/** How a backup location was found last, with the reason when it cannot be used. */
export function BackupLocationState({ location }: { location: Pick<BackupLocation, 'status' | 'fault'> }) {
  const t = useTranslations('backupLocations.states')
  const said = useSaid()
  const { status, fault } = location
  return (
    <State kind={kinds[status]} {...(fault && { detail: said(fault) })}>
      {t(status)}
    </State>
  )
}
