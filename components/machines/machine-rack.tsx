'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { MachineDetail } from '../../server/domain/machine/schema.ts'
import { useTRPC } from '../api/trpc.ts'
import { RackExcerpt } from '../racks/diagram/rack-excerpt.tsx'

type Of = { machine: Pick<MachineDetail, 'place' | 'units'>; className?: string }

/** The units in which a machine may stand, drawn in their rack between what stands there; nothing where they are not known. */
export function MachineRack({ machine: { place, units }, className = '' }: Of) {
  const rack = units.length > 0 ? place?.rack : null
  return place && rack ? (
    <div className={className}>
      <Drawing rack={rack} place={place} units={units} />
    </div>
  ) : null
}

type Place = NonNullable<MachineDetail['place']>

function Drawing({ rack, place, units }: { rack: NonNullable<Place['rack']>; place: Place; units: readonly number[] }) {
  const t = useTranslations('machines.rack')
  const { dci } = useTRPC()
  const params = { rack_id: rack.id }
  const size = useQuery(dci.rack.get.queryOptions({ params })).data?.size
  const devices = useQuery(dci.rack.devices.queryOptions({ params })).data?.list
  // The words below say the same: where it cannot be read, nothing is missing.
  if (size === undefined || devices === undefined) return null
  const words = units.map((unit) => `U${unit}`)
  return (
    <RackExcerpt
      label={t('label', { rack: rack.name, units: words.join(', '), switch: place.switch.name })}
      units={size}
      devices={devices}
      marked={units}
      wordOf={(unit) => t(unit === units[0] ? 'likeliest' : 'free', { unit })}
      from={place.switch.id}
    />
  )
}
