'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { useCallback } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { UserRecord } from '../../server/domain/user/schema.ts'
import { tableData } from '../api/table-data.ts'
import { useTRPC } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { CsvLink } from '../table/csv-link.tsx'
import { ResourceTable } from '../table/resource-table.tsx'
import { useTableState } from '../table/use-table-state.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { useUserColumns } from './columns.tsx'
import { useUserFilters } from './filters.ts'
import { mainRole, roleWords } from './roles.ts'
import { useUserActions } from './use-user-actions.tsx'
import { UserState } from './user-state.tsx'

const byEmail = { field: 'email', desc: false }
const rowId = (user: UserRecord) => String(user.id)
const rowName = (user: UserRecord) => user.email
const rowHref = (user: UserRecord) => paths.user(user.id)

/** Everybody who may sign in. */
export function UsersPage() {
  const t = useTranslations('users')
  const format = useFormatter()
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
  const create = (
    <Button kind="primary" icon={<Plus />} onClick={() => actions.ask({ command: 'create' })}>
      {t('create')}
    </Button>
  )
  const { where, search, orderby } = table.query
  return (
    <>
      <PageHeader
        title={t('title')}
        sub={query.data ? format.number(query.data.size) : undefined}
        actions={
          <>
            <CsvLink href={paths.csv('auth/user', { where, search, orderby })} />
            {create}
          </>
        }
      />
      <ResourceTable<UserRecord>
        label={t('title')}
        table={table}
        data={tableData<UserRecord>(query)}
        columns={columns}
        rowId={rowId}
        rowName={rowName}
        rowHref={rowHref}
        rowMenu={actions.entries}
        toPhone={toPhone}
        searchPlaceholder={t('searchPlaceholder')}
        empty={<EmptyState title={t('none')} actions={create} />}
      />
      {actions.dialogs}
    </>
  )
}
