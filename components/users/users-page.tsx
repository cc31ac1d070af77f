'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { UserRecord } from '../../server/domain/user/schema.ts'
import { useTRPC } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { ListScreen } from '../table/list-screen.tsx'
import { useTableState } from '../table/use-table-state.ts'
import { Button } from '../ui/button.tsx'
import { CreateButton } from '../ui/create-button.tsx'
import { useUserColumns } from './columns.tsx'
import { useUserFilters } from './filters.ts'
import { mainRole, roleWords } from './roles.ts'
import { useUserActions } from './use-user-actions.tsx'
import { UserState } from './user-state.tsx'

const byEmail = { field: 'email', desc: false }
const rowName = (user: UserRecord) => user.email
const rowHref = (user: UserRecord) => paths.user(user.id)

/** Everybody who may sign in. */
export function UsersPage() {
  const t = useTranslations('users')
  const trpc = useTRPC()
  const table = useTableState({ id: 'users', fields: useUserFilters(), defaultSort: byEmail })
  const query = useQuery(
    trpc.auth.user.list.queryOptions({ query: table.query }, { placeholderData: keepPreviousData }),
  )
  const columns = useUserColumns()
  const actions = useUserActions()
  const toPhone = useCallback(
    (user: UserRecord) => ({
      name: user.email,
      detail: [user.full_name, t(`roles.${roleWords[mainRole(user.roles)]}`)].filter(Boolean).join(', '),
      state: <UserState state={user.state} />,
      href: rowHref(user),
    }),
    [t],
  )
  return (
    <ListScreen<UserRecord>
      title={t('title')}
      csv="auth/user"
      table={table}
      query={query}
      columns={columns}
      rowHref={rowHref}
      rowMenu={actions.entries}
      toPhone={toPhone}
      searchPlaceholder={t('searchPlaceholder')}
      empty={{ title: t('none') }}
      rowName={rowName}
      actions={
        <Button asChild>
          <Link href={paths.userRules()}>{t('rules')}</Link>
        </Button>
      }
      create={<CreateButton onClick={() => actions.ask({ command: 'create' })}>{t('create')}</CreateButton>}
    >
      {actions.dialogs}
    </ListScreen>
  )
}
