'use client'
import { useQueries, useQuery } from '@tanstack/react-query'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { CpuSocket } from '../../server/domain/cpu-socket/schema.ts'
import type { Platform } from '../../server/domain/platform/schema.ts'
import { useTRPC } from '../api/trpc.ts'
import { ResourceList } from '../resource/resource-list.tsx'
import { ListChoice } from '../table/list-choice.tsx'
import { usePlatformColumns, usePlatformFilters, useSocketColumns, useSocketFilters } from './columns.tsx'
import { usePlatformActions, useSocketActions } from './use-hardware-actions.tsx'

const size = { query: { limit: '0' } }
const tabs = ['platforms', 'sockets'] as const

/** The hardware that servers are made of: models, and the CPU sockets that they have. */
export function HardwarePage() {
  const t = useTranslations('hardware')
  const trpc = useTRPC()
  const [tab, choose] = useQueryState('tab', parseAsStringLiteral(tabs).withDefault('platforms'))
  const [platforms, sockets] = useQueries({
    queries: [trpc.dci.platform.list.queryOptions(size), trpc.dci.cpuSocket.list.queryOptions(size)],
  })
  const Tab = tab === 'platforms' ? Platforms : Sockets
  return (
    <Tab
      tabs={
        <ListChoice
          label={t('tabs')}
          value={tab}
          onValueChange={(next) => void choose(next)}
          options={[
            { value: 'platforms', label: t('platform.many'), count: platforms.data?.size },
            { value: 'sockets', label: t('socket.many'), count: sockets.data?.size },
          ]}
        />
      }
    />
  )
}

function Platforms({ tabs }: { tabs: ReactNode }) {
  const t = useTranslations('hardware')
  const trpc = useTRPC()
  const actions = usePlatformActions()
  const socketActions = useSocketActions()
  // A model cannot be described without a socket, so the socket comes first.
  const noSocket = useQuery(trpc.dci.cpuSocket.list.queryOptions(size)).data?.size === 0
  return (
    <ResourceList<Platform>
      id="platforms"
      words="hardware.platform"
      title={t('title')}
      label={t('platform.many')}
      tabs={tabs}
      list={trpc.dci.platform.list}
      filters={usePlatformFilters()}
      columns={usePlatformColumns()}
      actions={actions}
      phone={(row) => ({
        detail: t('platform.phone', {
          type: t(`types.${row.type}`),
          socket: row.cpu_socket_name,
          count: row.server_count,
        }),
      })}
      {...(noSocket && { empty: { title: t('platform.none'), hint: t('platform.socketFirst') } })}
      create={noSocket ? socketActions.createButton() : actions.createButton()}
    >
      {socketActions.dialogs}
    </ResourceList>
  )
}

function Sockets({ tabs }: { tabs: ReactNode }) {
  const t = useTranslations('hardware')
  const actions = useSocketActions()
  return (
    <ResourceList<CpuSocket>
      id="sockets"
      words="hardware.socket"
      title={t('title')}
      label={t('socket.many')}
      tabs={tabs}
      list={useTRPC().dci.cpuSocket.list}
      filters={useSocketFilters()}
      columns={useSocketColumns()}
      actions={actions}
      phone={(row) => ({ detail: t('socket.phone', { count: row.platform_count }) })}
      create={actions.createButton()}
    />
  )
}
