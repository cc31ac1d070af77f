'use client'
import { useCallback, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { Server } from '../../server/domain/server/record.ts'
import { useMe } from '../api/me.tsx'
import { useTRPC } from '../api/trpc.ts'
import { HealthMark } from '../health/health-state.tsx'
import { usePlaceLabel } from '../locations/place.ts'
import { paths } from '../paths.ts'
import { usePowerBulk } from '../power/power-bulk.tsx'
import { PowerState } from '../power/power-state.tsx'
import { usePowerMenu } from '../power/use-power-menu.tsx'
import { ResourceList } from '../resource/resource-list.tsx'
import { CreateButton } from '../ui/controls/create-button.tsx'
import type { MenuEntry } from '../ui/floating/menu-entries.ts'
import { useServerBulk } from './bulk.tsx'
import { useServerColumns } from './columns.tsx'
import { serverViews, useServerFilters } from './filters.ts'
import { usePlanBulk } from './plans/plan-bulk.tsx'
import { isWell, ServerState } from './server-state.tsx'
import { useServerActions } from './use-server-actions.tsx'

/** All servers a person may see. */
export function ServersPage() {
  const t = useTranslations('servers')
  const trpc = useTRPC()
  const { isAdmin } = useMe()
  const actions = useServerActions()
  const power = usePowerMenu()
  const powerBulk = usePowerBulk(power.why)
  const serverBulk = useServerBulk(actions)
  const planBulk = usePlanBulk()
  const bulk = useMemo(
    () => [...powerBulk, ...planBulk, ...(isAdmin ? serverBulk : [])],
    [isAdmin, powerBulk, planBulk, serverBulk],
  )
  const powerEntries = power.entries
  const serverEntries = actions.entries
  const entries = useCallback(
    (server: Server): MenuEntry[] => {
      const more = serverEntries(server)
      return more.length > 0 ? [...powerEntries(server), { kind: 'line' }, ...more] : powerEntries(server)
    },
    [powerEntries, serverEntries],
  )
  const place = usePlaceLabel()
  return (
    <ResourceList<Server>
      id="servers"
      words="servers"
      csv="dci/server"
      imports="server"
      list={trpc.dci.server.list}
      filters={useServerFilters()}
      columns={useServerColumns()}
      actions={{ entries, dialogs: actions.dialogs }}
      bulk={bulk}
      mostChosen={5000}
      rowHref={(server) => paths.server(server.id)}
      phone={(server) => ({ detail: place(server), state: stateOnPhone(server) })}
      views={serverViews}
      {...(!isAdmin && { empty: { title: t('noneOwn'), hint: t('noneOwnHint') } })}
      {...(isAdmin && { create: <CreateButton href={paths.newServer()}>{t('create')}</CreateButton> })}
    >
      {power.dialogs}
    </ResourceList>
  )
}

/** On a telephone there is room for one: what is being done to its system, else what is wrong, else what is not as usual, else whether it is on. */
const stateOnPhone = (server: Server) => {
  if (server.operation_running) return <ServerState server={server} />
  if (server.health.count > 0) return <HealthMark health={server.health} named />
  return isWell(server) || server.state === 'active' ? <PowerState server={server} /> : <ServerState server={server} />
}
