'use client'
import { useQueries } from '@tanstack/react-query'
import { parseAsInteger, parseAsStringLiteral, useQueryState } from 'nuqs'
import { lazy, Suspense, useCallback, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { Machine } from '../../server/domain/machine/schema.ts'
import { machineStates } from '../../server/domain/machine/states.ts'
import { readEvery } from '../api/readings.ts'
import { useTRPC } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { useLoaders } from '../resource/loaders.ts'
import { ResourceList } from '../resource/resource-list.tsx'
import { filtersToText } from '../table/filter-text.ts'
import type { FilterField } from '../table/filters.ts'
import { CreateButton } from '../ui/controls/create-button.tsx'
import { Segmented } from '../ui/controls/segmented.tsx'
import { Notice } from '../ui/display/notice.tsx'
import { TextLink } from '../ui/display/text.tsx'
import { RelativeTime } from '../ui/display/time.tsx'
import { DiscoveryState } from './discovery-state.tsx'
import { useMachineColumns } from './machine-columns.tsx'
import { machineName } from './machine-name.ts'
import { useHardwareWords } from './use-hardware-words.ts'
import { useMachineActions } from './use-machine-actions.tsx'

const MachinePanel = lazy(() => import('./machine-panel.tsx'))
const latest = { field: 'seen_at', desc: true }
/** Servers that were entered and are not accepted yet, in the grammar of the list of servers. */
const newServers = { f: filtersToText([{ field: 'is_new', op: 'is', values: ['true'] }]) }

/** Machines that booted and that nobody has entered: what they are, where they most likely stand, and what becomes of them. */
export function MachinesPage() {
  const t = useTranslations('machines')
  const trpc = useTRPC()
  const [state, choose] = useQueryState('state', parseAsStringLiteral(machineStates).withDefault('waiting'))
  const [shown, show] = useQueryState('machine', parseAsInteger)
  const open = useCallback(
    (machine: Machine) => paths.unacceptedServers({ ...(state !== 'waiting' && { state }), machine: machine.id }),
    [state],
  )
  const actions = useMachineActions()
  const hardware = useHardwareWords()
  const counts = useQueries({
    queries: machineStates.map((one) =>
      trpc.dci.machine.list.queryOptions({ query: { where: `state EQ '${one}'`, limit: '0' } }),
    ),
  })
  const [fresh] = useQueries({
    queries: [trpc.dci.server.list.queryOptions({ query: { where: 'is_new EQ true', limit: '0' } })],
  })
  const waitingServers = fresh.data?.size ?? 0
  return (
    <div className="flex min-h-0 flex-1">
      <div className="@container flex min-w-0 flex-1 flex-col overflow-y-auto">
        <ResourceList<Machine>
          key={state}
          id={`machines.${state}`}
          words="machines"
          csv="dci/machine"
          list={trpc.dci.machine.list}
          base={`state EQ '${state}'`}
          sort={latest}
          every={readEvery.load}
          filters={useMachineFilters()}
          columns={useMachineColumns(open, actions)}
          actions={actions}
          bulk={actions.bulk}
          rowHref={open}
          rowName={machineName}
          phone={(row) => ({
            name: machineName(row),
            detail: hardware(row),
            state: <RelativeTime at={row.seen_at} />,
          })}
          empty={{ title: t(`none.${state}`), hint: t(`noneHint.${state}`) }}
          beside={<DiscoveryState />}
          create={<CreateButton href={paths.newServer()}>{t('create')}</CreateButton>}
          notice={
            waitingServers > 0 ? (
              <div className="px-6 pt-3 pb-1 phone:px-4">
                <Notice
                  kind="plain"
                  title={t('newServers', { count: waitingServers })}
                  actions={<TextLink href={paths.servers(newServers)}>{t('showServers')}</TextLink>}
                />
              </div>
            ) : null
          }
          tabs={
            <div className="flex-none px-6 pt-3 phone:px-4">
              <Segmented
                label={t('fields.state')}
                value={state}
                onValueChange={(next) => void choose(next)}
                options={machineStates.map((value, at) => ({
                  value,
                  label: t(`states.${value}`, { count: counts[at]?.data?.size ?? 0 }),
                }))}
              />
            </div>
          }
        />
      </div>
      {shown === null ? null : (
        <Suspense>
          <MachinePanel key={shown} id={shown} actions={actions} onClose={() => void show(null)} />
        </Suspense>
      )}
    </div>
  )
}

function useMachineFilters(): readonly FilterField[] {
  const t = useTranslations('machines')
  const { locations } = useLoaders()
  return useMemo(
    () => [
      { name: 'location', label: t('fields.location'), type: 'int', ...locations },
      { name: 'product', label: t('fields.product'), type: 'text' },
      { name: 'serial', label: t('fields.serial'), type: 'text' },
      { name: 'address', label: t('fields.address'), type: 'inet' },
    ],
    [t, locations],
  )
}
