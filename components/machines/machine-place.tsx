'use client'
import { useTranslations } from 'use-intl'
import type { Machine } from '../../server/domain/machine/schema.ts'
import { State } from '../ui/display/state-mark.tsx'

/** Where a machine most likely is, and how sure that is. */
export function MachinePlace({ machine: { place, location } }: { machine: Pick<Machine, 'place' | 'location'> }) {
  const t = useTranslations('machines')
  if (!place) return <State kind="unknown">{t('place.unknown', { location: location.name })}</State>
  const port = t(`place.${place.by}`, { switch: place.switch.name, port: place.port.name })
  return place.rack ? (
    <State kind={place.by === 'lldp' ? 'ok' : 'on'} detail={port}>
      {`${location.name}, ${place.rack.name}`}
    </State>
  ) : (
    <State kind="warn" detail={port}>
      {t('place.noRack', { location: location.name })}
    </State>
  )
}
