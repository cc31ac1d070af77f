'use client'
import { useTranslations } from 'use-intl'
import type { Location } from '../../../server/domain/location/schema.ts'
import { useTRPCClient } from '../../api/trpc.ts'
import { DeleteObject } from '../../form/delete-object.tsx'

/** Takes the services away from the control host. */
export default function RemoveServices({ location, onClose }: { location: Location; onClose: () => void }) {
  const t = useTranslations('locations.services')
  const { dci } = useTRPCClient()
  return (
    <DeleteObject
      name={location.name}
      title={t('removeTitle', { name: location.name })}
      lost={t('removeLost')}
      action={t('remove')}
      onClose={onClose}
      run={() => dci.location.removeServices.mutate({ params: { location_id: location.id } })}
    />
  )
}
