'use client'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { controllerKinds } from '../../server/domain/ipmi/kinds.ts'
import { apiFault } from '../api/fault.ts'
import { useTRPC, useTRPCClient } from '../api/trpc.ts'
import { useTitle } from '../shell/use-title.ts'
import { Combobox } from '../ui/controls/combobox.tsx'
import type { LoadOptions, Option } from '../ui/controls/use-options.ts'
import { EmptyState } from '../ui/layout/empty-state.tsx'
import { ErrorState } from '../ui/layout/error-state.tsx'
import { PageHeader } from '../ui/layout/page-header.tsx'
import { keyOf, loadChoice, MOST_TILES, readChoice, saveChoice, type WallChoice } from './wall-store.ts'
import { type WallMachine, WallTile } from './wall-tile.tsx'

/** Up to twenty consoles side by side, for looking only. */
export function ConsoleWall() {
  const t = useTranslations('consoleWall')
  const [choice, setChoice] = useState<readonly WallChoice[] | null>(null)
  useTitle(t('title'))
  // What this browser remembers is not known where pages are first drawn.
  useEffect(() => setChoice(loadChoice()), [])
  const choose = (next: readonly WallChoice[]) => {
    setChoice(next)
    saveChoice(next)
  }
  const { machineOf, fault, retry } = useMachines(choice ?? [])
  const load = useLoad(choice ?? [])
  const isFull = (choice?.length ?? 0) >= MOST_TILES
  const add = (option: Option | null) => {
    const [made] = readChoice(`[${option?.value ?? ''}]`)
    if (made && choice && !isFull) choose([...choice, made])
  }
  const isEmpty = choice?.length === 0
  const picker = (
    <div className="w-72 max-w-full">
      <Combobox
        key={choice?.length ?? 0}
        value={null}
        onValueChange={add}
        load={load}
        disabled={isFull}
        aria-label={t('add')}
        placeholder={isFull ? t('full', { count: MOST_TILES }) : t('addHint')}
      />
    </div>
  )
  return (
    <>
      <PageHeader title={t('title')} {...(!isEmpty && { actions: picker })} />
      <div className="px-6 py-2 phone:px-4">
        {fault ? (
          <ErrorState title={t('unread')} cause={fault} onRetry={retry} />
        ) : choice === null ? null : isEmpty ? (
          <EmptyState title={t('empty', { count: MOST_TILES })} actions={picker}>
            {t('emptyHint')}
          </EmptyState>
        ) : (
          <>
            <p className="pb-2 text-12 text-fg-3">{t('shown', { count: choice.length })}</p>
            <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] gap-3">
              {choice.map((one) => (
                <WallTile
                  key={keyOf(one)}
                  choice={one}
                  machine={machineOf(one)}
                  onRemove={() => choose(choice.filter((other) => other !== one))}
                />
              ))}
            </ul>
          </>
        )}
      </div>
    </>
  )
}

/** The chosen VMs and servers as they are now, one query a kind. */
function useMachines(choice: readonly WallChoice[]) {
  const trpc = useTRPC()
  const about = (object: WallChoice['object']) => {
    const ids = [...new Set(choice.filter((one) => one.object === object).map((one) => one.id))].sort((a, b) => a - b)
    return { wanted: ids.length > 0, query: { where: `id IN (${ids.join(',') || 0})`, limit: `0,${MOST_TILES}` } }
  }
  const [hosts, servers] = [about('host'), about('server')]
  const ofHosts = useQuery({ ...trpc.vm.host.list.queryOptions({ query: hosts.query }), enabled: hosts.wanted })
  const ofServers = useQuery({
    ...trpc.dci.server.list.queryOptions({ query: servers.query }),
    enabled: servers.wanted,
  })
  const fault = ofHosts.error ?? ofServers.error
  const machineOf = ({ object, id }: WallChoice): WallMachine => {
    if (object === 'host') {
      const host = ofHosts.data?.list.find((one) => one.id === id)
      if (host) return { name: host.name, running: host.state === 'active' }
      return ofHosts.data ? null : undefined
    }
    const server = ofServers.data?.list.find((one) => one.id === id)
    if (server) return { name: server.name, running: server.ipmi !== null }
    return ofServers.data ? null : undefined
  }
  return {
    machineOf,
    fault: fault ? apiFault(fault).msg : null,
    retry: () => {
      void ofHosts.refetch()
      void ofServers.refetch()
    },
  }
}

const FEW = '0,6'

/** VMs and servers by name, each with the consoles it has. */
function useLoad(choice: readonly WallChoice[]): LoadOptions {
  const t = useTranslations('consoleWall')
  const { vm, dci } = useTRPCClient()
  return useCallback<LoadOptions>(
    async (query, signal) => {
      const asked = { query: { ...(query !== '' && { search: query }), limit: FEW, orderby: 'name' } }
      const [hosts, servers] = await Promise.all([
        vm.host.list.query(asked, { signal }),
        dci.server.list.query(asked, { signal }),
      ])
      const taken = new Set(choice.map(keyOf))
      const option = (name: string, one: WallChoice, none?: string): Option => ({
        value: JSON.stringify(one),
        label: name,
        hint: t(one.kind === 'vnc' ? 'screen' : one.kind),
        ...(taken.has(keyOf(one)) ? { disabledReason: t('isOn') } : none ? { disabledReason: none } : {}),
      })
      const list = [
        ...hosts.list.flatMap(({ id, name }) => [
          option(name, { object: 'host', id, kind: 'vnc' }),
          option(name, { object: 'host', id, kind: 'serial' }),
        ]),
        ...servers.list.flatMap(({ id, name, ipmi }) => {
          const server = { object: 'server', id } as const
          const can = ipmi && controllerKinds[ipmi.type].capabilities
          const without = can?.sol ? undefined : t('noConsole')
          const screen = can?.screen ? [option(name, { ...server, kind: 'vnc' })] : []
          return [option(name, { ...server, kind: 'sol' }, without), ...screen]
        }),
      ]
      return { list }
    },
    [vm, dci, t, choice],
  )
}
