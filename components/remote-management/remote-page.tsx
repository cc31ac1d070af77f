'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { ProxyLocation } from '../../server/domain/proxy-location/schema.ts'
import { useTRPC } from '../api/trpc.ts'
import { useSaid } from '../i18n/said.tsx'
import { paths } from '../paths.ts'
import { ListScreen } from '../table/list-screen.tsx'
import { useTableState } from '../table/use-table-state.ts'
import { CreateButton } from '../ui/create-button.tsx'
import { useProxyColumns, useProxyFilters } from './columns.tsx'
import { PluginSwitch } from './plugin-switch.tsx'
import { ProxyState } from './proxy-state.tsx'
import { useProxyActions } from './use-proxy-actions.tsx'

const byName = { field: 'location_name', desc: false }
const rowHref = (proxy: ProxyLocation) => paths.location(proxy.location)
const nameOf = (proxy: ProxyLocation) => proxy.location_name

/** How controllers are reached: whether sessions to them may be opened, and the proxies of locations. */
export function RemotePage() {
  const t = useTranslations('remote')
  const said = useSaid()
  const trpc = useTRPC()
  const table = useTableState({ id: 'remote', fields: useProxyFilters(), defaultSort: byName })
  const query = useQuery(
    trpc.proxy.location.list.queryOptions({ query: table.query }, { placeholderData: keepPreviousData }),
  )
  const actions = useProxyActions()
  const toPhone = useCallback(
    (proxy: ProxyLocation) => ({
      name: proxy.location_name,
      detail: proxy.fault ? said(proxy.fault) : t(`modes.${proxy.mode}`),
      state: <ProxyState proxy={proxy} bare />,
      href: rowHref(proxy),
    }),
    [t, said],
  )
  return (
    <ListScreen<ProxyLocation>
      title={t('title')}
      table={table}
      query={query}
      columns={useProxyColumns()}
      rowName={nameOf}
      rowHref={rowHref}
      rowMenu={actions.entries}
      toPhone={toPhone}
      notice={<PluginSwitch />}
      searchPlaceholder={t('searchPlaceholder')}
      empty={{ title: t('none'), hint: t('noneHint') }}
      create={<CreateButton onClick={() => actions.ask({ command: 'setUp' })}>{t('setUp')}</CreateButton>}
    >
      {actions.dialogs}
    </ListScreen>
  )
}
