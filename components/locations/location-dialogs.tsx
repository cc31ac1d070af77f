'use client'
import { useTranslations } from 'use-intl'
import type { Location } from '../../server/domain/location/schema.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { DeleteObject } from '../form/delete-object.tsx'
import { paths } from '../paths.ts'
import { LocationForm } from './location-form.tsx'
import type { LocationAsking } from './use-location-actions.tsx'

/** What a command on locations asks before it is done. Loaded with the first of them. */
export default function LocationDialogs({ asked, onClose }: { asked: LocationAsking; onClose: () => void }) {
  if (asked.command === 'create') return <LocationForm onClose={onClose} />
  if (asked.command === 'edit') return <LocationForm location={asked.location} onClose={onClose} />
  return <DeleteLocation location={asked.location} onClose={onClose} />
}

function DeleteLocation({ location, onClose }: { location: Location; onClose: () => void }) {
  const t = useTranslations('locations')
  const { dci } = useTRPCClient()
  return (
    <DeleteObject
      name={location.name}
      lost={t('lost')}
      action={t('commands.delete')}
      page={paths.location(location.id)}
      list={paths.locations()}
      run={() => dci.location.delete.mutate({ params: { location_id: location.id } })}
      onClose={onClose}
    />
  )
}
