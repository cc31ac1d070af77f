'use client'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { AccessListRecord } from '../../server/domain/access-list/schema.ts'
import { apiFault } from '../api/fault.ts'
import { useTRPC } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { useLoaders } from '../resource/loaders.ts'
import { ResourceList } from '../resource/resource-list.tsx'
import type { FilterField } from '../table/filters.ts'
import { Notice } from '../ui/display/notice.tsx'
import { useAccessListColumns } from './columns.tsx'
import { useAccessListActions } from './use-access-list-actions.tsx'

const rowHref = (list: AccessListRecord) => paths.accessList(list.id)

/** From where which users may sign in. */
export function AccessListsPage() {
  const t = useTranslations('accessLists')
  const trpc = useTRPC()
  const actions = useAccessListActions()
  return (
    <ResourceList<AccessListRecord>
      id="accessLists"
      words="accessLists"
      csv="auth/acl"
      list={trpc.auth.acl.list}
      filters={useFilters()}
      columns={useAccessListColumns()}
      rowHref={rowHref}
      actions={actions}
      phone={(list) => ({
        detail: t('phone', { addresses: list.ip_list.length, members: list.members.length }),
        // It has no page of its own: pressing it opens its menu.
        href: undefined,
      })}
      notice={
        actions.openFault ? (
          <Notice kind="fault" className="mx-6 mb-3 flex-none phone:mx-4">
            {apiFault(actions.openFault).msg}
          </Notice>
        ) : undefined
      }
      create={actions.createButton()}
    />
  )
}

function useFilters(): readonly FilterField[] {
  const t = useTranslations('accessLists.fields')
  const { accounts } = useLoaders()
  return useMemo(
    () => [
      { name: 'name', label: t('name'), type: 'text' },
      { name: 'user.id', label: t('members'), type: 'int', ...accounts },
      { name: 'created_at', label: t('created_at'), type: 'time' },
    ],
    [t, accounts],
  )
}
