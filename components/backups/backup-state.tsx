'use client'
import { useTranslations } from 'use-intl'
import type { AnyBackup } from '../../server/domain/backup/schema.ts'
import { Said } from '../i18n/said.tsx'
import { State, type StateKind } from '../ui/display/state-mark.tsx'

const kinds = {
  active: 'ok',
  crashed: 'fault',
  creating: 'run',
  deleting: 'run',
  in_use: 'run',
  migrating: 'run',
  copying: 'run',
} as const satisfies Record<AnyBackup['state'], StateKind>

/** What a backup is at, and what its last verification found. */
export function BackupState({ backup: { state, fault, copies } }: { backup: AnyBackup }) {
  const t = useTranslations('backups.states')
  const damaged = state === 'active' && fault !== null
  const verified =
    state === 'active' && copies.length > 0 && copies.every((copy) => copy.verified_at !== null && copy.fault === null)
  return (
    <State kind={damaged ? 'fault' : kinds[state]} {...(fault !== null && { detail: <Said text={fault} /> })}>
      {t(damaged ? 'damaged' : verified ? 'verified' : state)}
    </State>
  )
}

/** The names of the places where a backup lies. */
export const placesOf = ({ copies }: AnyBackup): string =>
  copies.map(({ backup_location, node }) => backup_location?.name ?? node?.name ?? '').join(', ')
