'use client'
import { useTranslations } from 'use-intl'
import type { AccessListRecord } from '../../server/domain/access-list/schema.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { DeleteObject } from '../form/delete-object.tsx'
import { AccessListForm } from './access-list-form.tsx'

export type AccessListAsking = { command: 'create' } | { command: 'edit' | 'delete'; list: AccessListRecord }

/** What a command on access lists asks before it is done. Loaded with the first of them. */
export default function AccessListDialogs({ asked, onClose }: { asked: AccessListAsking; onClose: () => void }) {
  switch (asked.command) {
    case 'create':
      return <AccessListForm onClose={onClose} />
    case 'edit':
      return <AccessListForm list={asked.list} onClose={onClose} />
    case 'delete':
      return <DeleteList list={asked.list} onClose={onClose} />
  }
}

function DeleteList({ list, onClose }: { list: AccessListRecord; onClose: () => void }) {
  const t = useTranslations('accessLists.delete')
  const { auth } = useTRPCClient()
  return (
    <DeleteObject
      title={t('title', { name: list.name })}
      lost={t('lost', { count: list.members.length })}
      name={list.name}
      action={t('action')}
      run={() => auth.acl.delete.mutate({ params: { acl_id: list.id } })}
      onClose={onClose}
    />
  )
}
