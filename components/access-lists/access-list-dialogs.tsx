'use client'
import { useTranslations } from 'use-intl'
import type { AccessListRecord } from '../../server/domain/access-list/schema.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { RecordDialogs } from '../resource/record-dialogs.tsx'
import type { Asking, DialogsProps } from '../resource/use-record-actions.tsx'
import { AccessListForm } from './access-list-form.tsx'

/** Dialogs of the commands on access lists. */
export default function AccessListDialogs(props: DialogsProps<Asking<AccessListRecord>>) {
  const t = useTranslations('accessLists')
  const { auth } = useTRPCClient()
  return (
    <RecordDialogs
      {...props}
      words="accessLists"
      form={AccessListForm}
      remove={({ id, members }) => ({
        lost: t('lost', { count: members.length }),
        run: () => auth.acl.delete.mutate({ params: { acl_id: id } }),
      })}
    />
  )
}
