'use client'
import { useTranslations } from 'use-intl'
import type { ProxyLocation } from '../../server/domain/proxy-location/schema.ts'
import { useTRPC } from '../api/trpc.ts'
import { useSaid } from '../i18n/said.tsx'
import { paths } from '../paths.ts'
import { ResourceList } from '../resource/resource-list.tsx'
import { CreateButton } from '../ui/controls/create-button.tsx'
import { useProxyColumns, useProxyFilters } from './columns.tsx'
import { PluginSwitch } from './plugin-switch.tsx'
import { ProxyState } from './proxy-state.tsx'
import { useProxyActions } from './use-proxy-actions.tsx'

const byLocation = { field: 'location_name', desc: false }
const rowHref = (proxy: ProxyLocation) => paths.location(proxy.location)
const nameOf = (proxy: ProxyLocation) => proxy.location_name

/** How controllers are reached: whether sessions to them may be opened, and the proxies of locations. */
export function RemotePage() {
  const t = useTranslations('remote')
  const said = useSaid()
  const trpc = useTRPC()
  const actions = useProxyActions()
  return (
    <ResourceList<ProxyLocation>
      id="remote"
      words="remote"
      list={trpc.proxy.location.list}
      sort={byLocation}
      filters={useProxyFilters()}
      columns={useProxyColumns()}
      rowName={nameOf}
      rowHref={rowHref}
      actions={actions}
      phone={(proxy) => ({
        detail: proxy.fault ? said(proxy.fault) : t(`modes.${proxy.mode}`),
        state: <ProxyState proxy={proxy} bare />,
      })}
      notice={<PluginSwitch />}
      create={<CreateButton onClick={() => actions.ask({ command: 'setUp' })}>{t('setUp')}</CreateButton>}
    />
  )
}
