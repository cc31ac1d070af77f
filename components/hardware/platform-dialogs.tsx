'use client'
import type { Platform } from '../../server/domain/platform/schema.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { RecordDialogs } from '../resource/record-dialogs.tsx'
import type { Asking, DialogsProps } from '../resource/use-record-actions.tsx'
import { PlatformForm } from './platform-form.tsx'

/** Dialogs of the commands on hardware models. */
export default function PlatformDialogs(props: DialogsProps<Asking<Platform>>) {
  const { dci } = useTRPCClient()
  return (
    <RecordDialogs
      {...props}
      words="hardware.platform"
      form={(form) => <PlatformForm {...form} />}
      remove={({ id }) => ({
        list: paths.hardware(),
        run: () => dci.platform.delete.mutate({ params: { platform_id: id } }),
      })}
    />
  )
}
