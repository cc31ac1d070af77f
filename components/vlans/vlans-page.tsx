'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { Vlan } from '../../server/domain/vlan/schema.ts'
import { useTRPC } from '../api/trpc.ts'
import { ImportLink } from '../import/import-link.tsx'
import { paths } from '../paths.ts'
import { ListScreen } from '../table/list-screen.tsx'
import { useTableState } from '../table/use-table-state.ts'
import { CreateButton } from '../ui/create-button.tsx'
import { useVlanColumns, useVlanFilters } from './columns.tsx'
import { useVlanActions } from './use-vlan-actions.tsx'

const byNumber = { field: 'id', desc: false }
const rowHref = (vlan: Vlan) => paths.vlan(vlan.location_id, vlan.id)
const rowId = (vlan: Vlan) => `${vlan.location_id}.${vlan.id}`

/** The VLANs of all locations. */
export function VlansPage() {
  const t = useTranslations('vlans')
  const trpc = useTRPC()
  const table = useTableState({ id: 'vlans', fields: useVlanFilters(), defaultSort: byNumber })
  const query = useQuery(trpc.dci.vlan.list.queryOptions({ query: table.query }, { placeholderData: keepPreviousData }))
  const actions = useVlanActions()
  const toPhone = useCallback(
    (vlan: Vlan) => ({
      name: vlan.name,
      detail: t('phone', { id: vlan.id, location: vlan.location_name, count: vlan.members_count }),
      href: rowHref(vlan),
    }),
    [t],
  )
  return (
    <ListScreen<Vlan>
      title={t('title')}
      csv="dci/vlan"
      actions={<ImportLink kind="vlan" />}
      table={table}
      query={query}
      columns={useVlanColumns()}
      rowId={rowId}
      rowHref={rowHref}
      rowMenu={actions.entries}
      toPhone={toPhone}
      searchPlaceholder={t('searchPlaceholder')}
      empty={{ title: t('none'), hint: t('noneHint') }}
      create={<CreateButton onClick={() => actions.ask({ command: 'create' })}>{t('create')}</CreateButton>}
    >
      {actions.dialogs}
    </ListScreen>
  )
}
