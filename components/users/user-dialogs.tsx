'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { UserRecord } from '../../server/domain/user/schema.ts'
import { useTRPC, useTRPCClient } from '../api/trpc.ts'
import { ConfirmAction } from '../form/confirm-action.tsx'
import { DeleteObject } from '../form/delete-object.tsx'
import { paths } from '../paths.ts'
import type { DialogsProps } from '../resource/use-record-actions.tsx'
import { Button } from '../ui/controls/button.tsx'
import { Link } from '../ui/controls/link.tsx'
import { Dialog } from '../ui/floating/dialog.tsx'
import type { UserAsking } from './use-user-actions.tsx'
import { UserForm } from './user-form.tsx'

type Props = { user: UserRecord; onClose: () => void }

/** Dialogs of the commands on users. */
export default function UserDialogs({ asked, onClose }: DialogsProps<UserAsking>) {
  switch (asked.command) {
    case 'create':
      return <UserForm onClose={onClose} />
    case 'edit':
      return <UserForm user={asked.record} onClose={onClose} />
    case 'suspend':
      return <SuspendUser user={asked.record} onClose={onClose} />
    case 'resetFactor':
      return <ResetFactor user={asked.record} onClose={onClose} />
    case 'delete':
      return <DeleteUser user={asked.record} onClose={onClose} />
  }
}

function SuspendUser({ user, onClose }: Props) {
  const t = useTranslations('users.suspend')
  const { vm } = useTRPCClient()
  return (
    <ConfirmAction
      onClose={onClose}
      title={t('title', { name: user.email })}
      lost={t('lost')}
      action={t('action')}
      run={() => vm.user.suspend.mutate({ params: { user_id: user.id } })}
    />
  )
}

function ResetFactor({ user, onClose }: Props) {
  const t = useTranslations('users.resetFactor')
  const { auth } = useTRPCClient()
  const params = { user_id: String(user.id) }
  return (
    <ConfirmAction
      onClose={onClose}
      title={t('title', { name: user.email })}
      lost={t('lost')}
      action={t('action')}
      run={() => auth.secondFactor.reset.mutate({ params })}
    />
  )
}

/** Shows what is deleted with the user; an account that still owns VMs or servers cannot be deleted, and links to these are shown instead. */
function DeleteUser({ user, onClose }: Props) {
  const t = useTranslations('users')
  const trpc = useTRPC()
  const { auth } = useTRPCClient()
  const owned = useQuery(trpc.vm.account.get.queryOptions({ params: { account_id: user.id } }))
  const params = { user_id: String(user.id) }
  const keys = useQuery(trpc.auth.sshkey.list.queryOptions({ params, query: { limit: '0' } }))
  const count = owned.data?.host_count ?? 0
  if (count > 0) {
    return (
      <Dialog
        open
        onOpenChange={(open) => (open ? undefined : onClose())}
        title={t('owns.title', { name: user.email })}
        description={t('owns.text', { count })}
        footer={
          <>
            <Button onClick={onClose}>{t('owns.close')}</Button>
            <Button kind="primary" asChild>
              <Link href={paths.user(user.id, 'hosts')} onClick={onClose}>
                {t('owns.toMachines')}
              </Link>
            </Button>
          </>
        }
      />
    )
  }
  return (
    <DeleteObject
      lost={t('lost', { keys: keys.data?.size ?? 0, lists: user.access_lists.length })}
      name={user.email}
      action={t('delete')}
      page={paths.user(user.id)}
      list={paths.users()}
      run={() => auth.user.delete.mutate({ params })}
      onClose={onClose}
    />
  )
}
