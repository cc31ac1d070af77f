'use client'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { Server } from '../../server/domain/server/record.ts'
import { useMe } from '../api/me.tsx'
import { useTRPC, useTRPCClient } from '../api/trpc.ts'
import { HealthMark } from '../health/health-state.tsx'
import { ImportLink } from '../import/import-link.tsx'
import { usePlaceWords } from '../locations/place.ts'
import { paths } from '../paths.ts'
import { usePowerBulk } from '../power/power-bulk.tsx'
import { usePowerMenu } from '../power/use-power-menu.tsx'
import { countedViews, countOf } from '../table/counted-views.ts'
import { ListScreen } from '../table/list-screen.tsx'
import { useTableState } from '../table/use-table-state.ts'
import type { View } from '../table/views.ts'
import { CreateButton } from '../ui/controls/create-button.tsx'
import type { MenuEntry } from '../ui/floating/menu-entries.ts'
import { useServerBulk } from './bulk.tsx'
import { useServerColumns } from './columns.tsx'
import { serverViews, useServerFilters } from './filters.ts'
import { isWell, PowerState, ServerState } from './server-state.tsx'
import { useServerActions } from './use-server-actions.tsx'

const byName = { field: 'name', desc: false }
const rowHref = (server: Server) => paths.server(server.id)
/** A plan over more servers than this is asked for in parts. */
const MOST_CHOSEN = 5000

/** All servers a person may see, or those of them that are new and not accepted yet. */
export function ServersPage({ unaccepted = false }: { unaccepted?: boolean }) {
  const t = useTranslations('servers')
  const trpc = useTRPC()
  const { isAdmin } = useMe()
  const table = useTableState({
    id: 'servers',
    fields: useServerFilters(),
    defaultSort: byName,
    ...(unaccepted && { base: 'is_new EQ true' }),
  })
  const query = useQuery(
    trpc.dci.server.list.queryOptions({ query: table.query }, { placeholderData: keepPreviousData }),
  )
  const actions = useServerActions()
  const power = usePowerMenu()
  const powerBulk = usePowerBulk(power.why)
  const serverBulk = useServerBulk(actions)
  const bulk = useMemo(() => (isAdmin ? [...powerBulk, ...serverBulk] : powerBulk), [isAdmin, powerBulk, serverBulk])
  const powerEntries = power.entries
  const serverEntries = actions.entries
  const rowMenu = useCallback(
    (server: Server): MenuEntry[] => {
      const more = serverEntries(server)
      return more.length > 0 ? [...powerEntries(server), { kind: 'line' }, ...more] : powerEntries(server)
    },
    [powerEntries, serverEntries],
  )
  const views = useViews()
  const place = usePlaceWords()
  const loadChosen = useLoadChosen(table.query)
  const toPhone = useCallback(
    (server: Server) => ({
      name: server.name,
      detail: place(server),
      state: stateOnPhone(server),
      href: rowHref(server),
    }),
    [place],
  )
  const admins = isAdmin
    ? {
        create: <CreateButton href={paths.newServer()}>{t('create')}</CreateButton>,
      }
    : {}
  return (
    <ListScreen<Server>
      title={t(unaccepted ? 'titleNew' : 'title')}
      csv="dci/server"
      actions={<ImportLink kind="server" />}
      table={table}
      query={query}
      columns={useServerColumns()}
      rowHref={rowHref}
      toPhone={toPhone}
      searchPlaceholder={t('searchPlaceholder')}
      {...(!unaccepted && { views })}
      rowMenu={rowMenu}
      bulk={bulk}
      loadChosen={loadChosen}
      empty={
        unaccepted
          ? { title: t('noneNew'), hint: t('noneNewHint') }
          : isAdmin
            ? { title: t('none'), hint: t('noneHint') }
            : { title: t('noneOwn'), hint: t('noneOwnHint') }
      }
      {...admins}
    >
      {actions.dialogs}
      {power.dialogs}
    </ListScreen>
  )
}

/** On a telephone there is room for one: what is wrong, else what is not as usual, else whether it is on. */
const stateOnPhone = (server: Server) => {
  if (server.health.count > 0) return <HealthMark health={server.health} named />
  return isWell(server) || server.state === 'active' ? <PowerState server={server} /> : <ServerState server={server} />
}

function useViews(): readonly View[] {
  const t = useTranslations('servers')
  const trpc = useTRPC()
  const counts = useQueries({
    queries: serverViews.map((view) => trpc.dci.server.list.queryOptions(countOf(view))),
  })
  return countedViews(serverViews, (key) => t(`views.${key}`), counts)
}

function useLoadChosen(query: { where?: string; search?: string; orderby: string }) {
  const t = useTranslations('servers')
  const { dci } = useTRPCClient()
  const { where, search, orderby } = query
  return useCallback(
    async (what: { ids: readonly string[] } | { all: true }): Promise<readonly Server[]> => {
      const asked =
        'all' in what
          ? { ...(where && { where }), ...(search && { search }), orderby, limit: `0,${MOST_CHOSEN}` }
          : { where: `id IN (${what.ids.map(Number).join(',')})` }
      const { list, size } = await dci.server.list.query({ query: asked })
      if (size > MOST_CHOSEN) throw new Error(t('bulk.tooMany', { count: MOST_CHOSEN }))
      return list
    },
    [dci, where, search, orderby, t],
  )
}
