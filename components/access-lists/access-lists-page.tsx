'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { AccessListRecord } from '../../server/domain/access-list/schema.ts'
import { apiFault } from '../api/fault.ts'
import { useTRPC } from '../api/trpc.ts'
import { useLoaders } from '../hosts/loaders.ts'
import { paths } from '../paths.ts'
import type { FilterField } from '../table/filters.ts'
import { ListScreen } from '../table/list-screen.tsx'
import { useTableState } from '../table/use-table-state.ts'
import { CreateButton } from '../ui/create-button.tsx'
import { Notice } from '../ui/notice.tsx'
import { useAccessListColumns } from './columns.tsx'
import { useAccessListActions } from './use-access-list-actions.tsx'

const byName = { field: 'name', desc: false }
const rowHref = (list: AccessListRecord) => paths.accessList(list.id)

/** From where which users may sign in. */
export function AccessListsPage() {
  const t = useTranslations('accessLists')
  const trpc = useTRPC()
  const table = useTableState({ id: 'accessLists', fields: useFilters(), defaultSort: byName })
  const query = useQuery(trpc.auth.acl.list.queryOptions({ query: table.query }, { placeholderData: keepPreviousData }))
  const columns = useAccessListColumns()
  const actions = useAccessListActions()
  const toPhone = useCallback(
    (list: AccessListRecord) => ({
      name: list.name,
      detail: t('phone', { addresses: list.ip_list.length, members: list.members.length }),
    }),
    [t],
  )
  return (
    <ListScreen<AccessListRecord>
      title={t('title')}
      csv="auth/acl"
      table={table}
      query={query}
      columns={columns}
      rowHref={rowHref}
      rowMenu={actions.entries}
      toPhone={toPhone}
      searchPlaceholder={t('searchPlaceholder')}
      empty={{ title: t('none'), hint: t('noneHint') }}
      notice={
        actions.openFault ? (
          <Notice kind="fault" className="mx-6 mb-3 flex-none phone:mx-4">
            {apiFault(actions.openFault).msg}
          </Notice>
        ) : undefined
      }
      create={<CreateButton onClick={() => actions.ask({ command: 'create' })}>{t('create')}</CreateButton>}
    >
      {actions.dialogs}
    </ListScreen>
  )
}

function useFilters(): readonly FilterField[] {
  const t = useTranslations('accessLists.fields')
  const { accounts, named } = useLoaders()
  return useMemo(
    () => [
      { name: 'name', label: t('name'), type: 'text' },
      { name: 'user.id', label: t('members'), type: 'int', load: accounts, resolve: named.accounts },
      { name: 'created_at', label: t('created_at'), type: 'time' },
    ],
    [t, accounts, named],
  )
}
