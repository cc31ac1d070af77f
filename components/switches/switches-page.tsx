'use client'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { switchFields } from '../../server/domain/switch/fields.ts'
import { switchDevices } from '../../server/domain/switch/kinds.ts'
import type { Switch } from '../../server/domain/switch/record.ts'
import { switchStatuses } from '../../server/domain/switch/states.ts'
import { useTRPC, useTRPCClient } from '../api/trpc.ts'
import { useGearFilters } from '../gear/gear-columns.tsx'
import { GearList } from '../gear/gear-list.tsx'
import { healthViews, useHealthViews } from '../health/health-column.tsx'
import { countOf } from '../table/counted-views.ts'
import { useTableState } from '../table/use-table-state.ts'

const byName = { field: 'name', desc: false }
const toGear = (record: Switch) => ({ kind: 'switch', record }) as const

/** All switches of the installation. */
export function SwitchesPage() {
  const trpc = useTRPC()
  const { dci } = useTRPCClient()
  const table = useTableState({
    id: 'switches',
    fields: useGearFilters(switchFields, switchStatuses),
    defaultSort: byName,
  })
  const query = useQuery(
    trpc.dci.switch.list.queryOptions({ query: table.query }, { placeholderData: keepPreviousData }),
  )
  const views = useHealthViews(
    useQueries({ queries: healthViews.map((view) => trpc.dci.switch.list.queryOptions(countOf(view))) }),
  )
  return (
    <GearList<Switch>
      kind="switch"
      table={table}
      query={query}
      views={views}
      toGear={toGear}
      create={async (body) => {
        const device = switchDevices.find((name) => name === body.device)
        return device ? (await dci.switch.create.mutate({ body: { ...body, device } })).id : null
      }}
    />
  )
}
