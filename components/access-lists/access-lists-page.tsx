'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { useCallback, useMemo } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { AccessListRecord } from '../../server/domain/access-list/schema.ts'
import { apiFault } from '../api/fault.ts'
import { tableData } from '../api/table-data.ts'
import { useTRPC } from '../api/trpc.ts'
import { useLoaders } from '../hosts/loaders.ts'
import { paths } from '../paths.ts'
import { CsvLink } from '../table/csv-link.tsx'
import type { FilterField } from '../table/filters.ts'
import { ResourceTable } from '../table/resource-table.tsx'
import { useTableState } from '../table/use-table-state.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { useAccessListColumns } from './columns.tsx'
import { useAccessListActions } from './use-access-list-actions.tsx'

const byName = { field: 'name', desc: false }
const rowId = (list: AccessListRecord) => list.id
const rowName = (list: AccessListRecord) => list.name
const rowHref = (list: AccessListRecord) => paths.accessList(list.id)

/** From where which users may sign in. */
export function AccessListsPage() {
  const t = useTranslations('accessLists')
  const format = useFormatter()
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
            <CsvLink href={paths.csv('auth/acl', { where, search, orderby })} />
            {create}
          </>
        }
      />
      {actions.openFault ? (
        <Notice kind="fault" className="mx-6 mb-3 flex-none phone:mx-4">
          {apiFault(actions.openFault).msg}
        </Notice>
      ) : null}
      <ResourceTable<AccessListRecord>
        label={t('title')}
        table={table}
        data={tableData<AccessListRecord>(query)}
        columns={columns}
        rowId={rowId}
        rowName={rowName}
        rowHref={rowHref}
        rowMenu={actions.entries}
        toPhone={toPhone}
        searchPlaceholder={t('searchPlaceholder')}
        empty={
          <EmptyState title={t('none')} actions={create}>
            {t('noneHint')}
          </EmptyState>
        }
      />
      {actions.dialogs}
    </>
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
