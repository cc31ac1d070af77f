'use client'
import { useTranslations } from 'use-intl'
import type { Location } from '../../server/domain/location/schema.ts'
import { useSaid } from '../i18n/said.tsx'
import { StateBadge } from '../ui/display/badge.tsx'
import { State, type StateKind } from '../ui/display/state-mark.tsx'

/** How each status of a location is marked. A host that answers is all that is asked of it so far. */
export const locationKinds = {
  created: 'unknown',
  check_failed: 'fault',
  need_setup: 'ok',
  setup: 'run',
  ok: 'ok',
  setup_failed: 'fault',
} as const satisfies Record<Location['status'], StateKind>

type Stated = Pick<Location, 'status' | 'fault'>

/** State of a location in a line, with the cause of a failed check. */
export function LocationState({ location, bare }: { location: Stated; bare?: boolean }) {
  const t = useTranslations('locations.states')
  const said = useSaid()
  const { status, fault } = location
  return (
    <State kind={locationKinds[status]} {...(fault && !bare && { detail: said(fault) })}>
      {t(status)}
    </State>
  )
}

export function LocationBadge({ location }: { location: Stated }) {
  const t = useTranslations('locations.states')
  return <StateBadge kind={locationKinds[location.status]}>{t(location.status)}</StateBadge>
}
