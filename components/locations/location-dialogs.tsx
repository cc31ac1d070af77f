'use client'
import type { Location } from '../../server/domain/location/schema.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { RecordDialogs } from '../resource/record-dialogs.tsx'
import type { Asking, DialogsProps } from '../resource/use-record-actions.tsx'
import { LocationForm } from './location-form.tsx'

/** Dialogs of the commands on locations. */
export default function LocationDialogs(props: DialogsProps<Asking<Location>>) {
  const { dci } = useTRPCClient()
  return (
    <RecordDialogs
      {...props}
      words="locations"
      form={(form) => <LocationForm {...form} />}
      remove={({ id }) => ({
        page: paths.location(id),
        list: paths.locations(),
        run: () => dci.location.delete.mutate({ params: { location_id: id } }),
      })}
    />
  )
}
