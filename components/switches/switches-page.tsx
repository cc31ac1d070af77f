'use client'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { switchDevices } from '../../server/domain/switch/kinds.ts'
import type { Switch } from '../../server/domain/switch/record.ts'
import { switchStatuses } from '../../server/domain/switch/states.ts'
import { useTRPC, useTRPCClient } from '../api/trpc.ts'
import { useGearFilters } from '../gear/gear-columns.tsx'
import { GearList } from '../gear/gear-list.tsx'
import { healthViews, useHealthViews } from '../health/health-column.tsx'
import { plainColumn } from '../table/cells.tsx'
import { countOf } from '../table/counted-views.ts'
import { useTableState } from '../table/use-table-state.ts'

const byName = { field: 'name', desc: false }
const toGear = (record: Switch) => ({ kind: 'switch', record }) as const

/** All switches of the installation. */
export function SwitchesPage() {
  const t = useTranslations('gear.fields')
  const trpc = useTRPC()
  const { dci } = useTRPCClient()
  const table = useTableState({ id: 'switches', fields: useGearFilters(switchStatuses), defaultSort: byName })
  const query = useQuery(
    trpc.dci.switch.list.queryOptions({ query: table.query }, { placeholderData: keepPreviousData }),
  )
  const views = useHealthViews(
    useQueries({ queries: healthViews.map((view) => trpc.dci.switch.list.queryOptions(countOf(view))) }),
  )
  const own = useMemo(
    () => [plainColumn<Switch>('hostname', t('hostname'), 120, (row) => row.hostname, { quiet: true, extra: true })],
    [t],
  )
  return (
    <GearList<Switch>
      kind="switch"
      table={table}
      query={query}
      views={views}
      own={own}
      toGear={toGear}
      create={async (body, made) => {
        const device = switchDevices.find((name) => name === made.device)
        if (!device) return null
        return (await dci.switch.create.mutate({ body: { ...body, device, rack: made.rack } })).id
      }}
    />
  )
}
