'use client'
import Ban from 'lucide-react/icons/ban'
import { lazy, useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { UserRecord } from '../../server/domain/user/schema.ts'
import { faultToast } from '../api/fault-toast.ts'
import { useMe } from '../api/me.tsx'
import { useTRPCClient } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { type Asking, useRecordActions } from '../resource/use-record-actions.tsx'
import { KeyIcon, LockIcon, StartIcon } from '../ui/display/icons.tsx'
import type { MenuEntry } from '../ui/floating/menu-entries.ts'

const UserDialogs = lazy(() => import('./user-dialogs.tsx'))

export type UserAsking = Asking<UserRecord, 'suspend' | 'resetFactor'>

/** The one definition of what can be done to a user. Put `dialogs` on the page once. */
export function useUserActions() {
  const t = useTranslations('users.commands')
  const { account_id } = useMe()
  const { vm } = useTRPCClient()
  const { edit, remove, ...asking } = useRecordActions<UserRecord, UserAsking>('users', UserDialogs)
  const { ask } = asking
  const resume = useCallback(
    (user: UserRecord) =>
      void vm.user.resume
        .mutate({ params: { user_id: user.id } })
        .catch(faultToast(t('resumeFailed', { name: user.email }))),
    [t, vm],
  )
  const entries = useCallback(
    (user: UserRecord): MenuEntry[] => {
      const own = user.id === account_id
      return [
        edit(user),
        { label: t('keys'), icon: <KeyIcon />, href: paths.user(user.id) },
        // Suspending twice is allowed; the menu offers the way back instead.
        user.state === 'active'
          ? {
              label: t('suspend'),
              icon: <Ban />,
              ...(own && { disabledReason: t('notYourself') }),
              onSelect: () => ask({ command: 'suspend', record: user }),
            }
          : { label: t('resume'), icon: <StartIcon />, onSelect: () => resume(user) },
        {
          label: t('resetFactor'),
          icon: <LockIcon />,
          ...(!user.is_2fa_enabled && { disabledReason: t('noFactor') }),
          ...(own && { disabledReason: t('ownFactor'), fix: { label: t('toAccount'), href: paths.account() } }),
          onSelect: () => ask({ command: 'resetFactor', record: user }),
        },
        { kind: 'line' },
        remove(user, own && { disabledReason: t('notYourself') }),
      ]
    },
    [ask, edit, remove, t, account_id, resume],
  )
  return { entries, ...asking }
}
