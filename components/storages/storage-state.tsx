'use client'
import { useTranslations } from 'use-intl'
import type { Storage } from '../../server/domain/storage/schema.ts'
import { useSaid } from '../i18n/said.tsx'
import { State, type StateKind } from '../ui/display/state-mark.tsx'

const kinds = {
  unknown: 'unknown',
  connecting: 'run',
  active: 'ok',
  degraded: 'warn',
  failed: 'fault',
  disabled: 'locked',
} as const satisfies Record<Storage['state'], StateKind>

/** How a storage is, or how it is on one node, with the cause when it is not well. */
export function StorageState({ of: { state, error } }: { of: Pick<Storage, 'state' | 'error'> }) {
  const t = useTranslations('storages.states')
  const said = useSaid()
  return (
    <State kind={kinds[state]} {...(error && { detail: said(error) })}>
      {t(state)}
    </State>
  )
}
