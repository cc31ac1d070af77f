'use client'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { CpuSocket } from '../../server/domain/cpu-socket/schema.ts'
import type { Platform } from '../../server/domain/platform/schema.ts'
import { tableData } from '../api/table-data.ts'
import { useTRPC } from '../api/trpc.ts'
import { SectionTabs } from '../frame/section-tabs.tsx'
import { ListChoice } from '../table/list-choice.tsx'
import { ResourceTable } from '../table/resource-table.tsx'
import { useTableState } from '../table/use-table-state.ts'
import { CreateButton } from '../ui/controls/create-button.tsx'
import { EmptyState } from '../ui/layout/empty-state.tsx'
import { PageHeader } from '../ui/layout/page-header.tsx'
import { usePlatformColumns, usePlatformFilters, useSocketColumns, useSocketFilters } from './columns.tsx'
import { type HardwareActions, useHardwareActions } from './use-hardware-actions.tsx'

const size = { query: { limit: '0' } }
const byName = { field: 'name', desc: false }
const rowId = (row: { id: number }) => String(row.id)
const rowName = (row: { name: string }) => row.name

/** The hardware that servers are made of: models, and the CPU sockets that they have. */
export function HardwarePage() {
  const t = useTranslations('hardware')
  const trpc = useTRPC()
  const [tab, choose] = useQueryState('tab', parseAsStringLiteral(['platforms', 'sockets']).withDefault('platforms'))
  const [platforms, sockets] = useQueries({
    queries: [trpc.dci.platform.list.queryOptions(size), trpc.dci.cpuSocket.list.queryOptions(size)],
  })
  const actions = useHardwareActions()
  const add =
    tab === 'platforms' ? (
      <CreateButton onClick={() => actions.ask({ command: 'createPlatform' })}>{t('platform.create')}</CreateButton>
    ) : (
      <CreateButton onClick={() => actions.ask({ command: 'createSocket' })}>{t('socket.create')}</CreateButton>
    )
  return (
    <>
      <PageHeader title={t('title')} actions={add} />
      <SectionTabs />
      <ListChoice
        label={t('tabs')}
        value={tab}
        onValueChange={(next) => void choose(next)}
        options={[
          { value: 'platforms', label: t('platform.many'), count: platforms.data?.size },
          { value: 'sockets', label: t('socket.many'), count: sockets.data?.size },
        ]}
      />
      {tab === 'platforms' ? (
        // Without a socket there is nothing to put into the form: first things first.
        <Platforms actions={actions} hasSockets={sockets.data?.size !== 0} add={add} />
      ) : (
        <Sockets actions={actions} add={add} />
      )}
      {actions.dialogs}
    </>
  )
}

type Part = { actions: HardwareActions; add: React.ReactNode }

function Platforms({ actions, add, hasSockets }: Part & { hasSockets: boolean }) {
  const t = useTranslations('hardware')
  const trpc = useTRPC()
  const table = useTableState({ id: 'platforms', fields: usePlatformFilters(), defaultSort: byName })
  const query = useQuery(
    trpc.dci.platform.list.queryOptions({ query: table.query }, { placeholderData: keepPreviousData }),
  )
  const toPhone = useCallback(
    (row: Platform) => ({
      name: row.name,
      detail: t('platform.phone', {
        type: t(`types.${row.type}`),
        socket: row.cpu_socket_name,
        count: row.server_count,
      }),
    }),
    [t],
  )
  return (
    <ResourceTable<Platform>
      label={t('platform.many')}
      table={table}
      data={tableData<Platform>(query)}
      columns={usePlatformColumns()}
      rowId={rowId}
      rowName={rowName}
      rowMenu={actions.ofPlatform}
      toPhone={toPhone}
      searchPlaceholder={t('searchPlaceholder')}
      empty={
        hasSockets ? (
          <EmptyState title={t('platform.none')} actions={add}>
            {t('platform.noneHint')}
          </EmptyState>
        ) : (
          <EmptyState
            title={t('platform.none')}
            actions={
              <CreateButton onClick={() => actions.ask({ command: 'createSocket' })}>{t('socket.create')}</CreateButton>
            }
          >
            {t('platform.socketFirst')}
          </EmptyState>
        )
      }
    />
  )
}

function Sockets({ actions, add }: Part) {
  const t = useTranslations('hardware')
  const trpc = useTRPC()
  const table = useTableState({ id: 'sockets', fields: useSocketFilters(), defaultSort: byName })
  const query = useQuery(
    trpc.dci.cpuSocket.list.queryOptions({ query: table.query }, { placeholderData: keepPreviousData }),
  )
  const toPhone = useCallback(
    (row: CpuSocket) => ({ name: row.name, detail: t('socket.phone', { count: row.platform_count }) }),
    [t],
  )
  return (
    <ResourceTable<CpuSocket>
      label={t('socket.many')}
      table={table}
      data={tableData<CpuSocket>(query)}
      columns={useSocketColumns()}
      rowId={rowId}
      rowName={rowName}
      rowMenu={actions.ofSocket}
      toPhone={toPhone}
      searchPlaceholder={t('searchPlaceholder')}
      empty={
        <EmptyState title={t('socket.none')} actions={add}>
          {t('socket.noneHint')}
        </EmptyState>
      }
    />
  )
}
