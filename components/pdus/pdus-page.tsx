'use client'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { pduFields } from '../../server/domain/pdu/fields.ts'
import type { Pdu } from '../../server/domain/pdu/schema.ts'
import { pduStatuses } from '../../server/domain/pdu/states.ts'
import { useTRPC, useTRPCClient } from '../api/trpc.ts'
import { useGearFilters } from '../gear/gear-columns.tsx'
import { GearList } from '../gear/gear-list.tsx'
import { pduPart } from '../gear/pdu-part.ts'
import { healthViews, useHealthViews } from '../health/health-column.tsx'
import { useOwnColumns } from '../resource/own-columns.tsx'
import { countOf } from '../table/counted-views.ts'
import { useTableState } from '../table/use-table-state.ts'

const byName = { field: 'name', desc: false }
const toGear = (record: Pdu) => ({ kind: 'pdu', record }) as const

/** All PDUs of the installation. */
export function PdusPage() {
  const trpc = useTRPC()
  const { dci } = useTRPCClient()
  const table = useTableState({ id: 'pdus', fields: useGearFilters(pduFields, pduStatuses), defaultSort: byName })
  const query = useQuery(trpc.dci.pdu.list.queryOptions({ query: table.query }, { placeholderData: keepPreviousData }))
  const views = useHealthViews(
    useQueries({ queries: healthViews.map((view) => trpc.dci.pdu.list.queryOptions(countOf(view))) }),
  )
  const { column } = useOwnColumns<Pdu>(pduFields, 'gear')
  const own = useMemo(() => [column('load_watt', { size: 80, extra: false })], [column])
  return (
    <GearList<Pdu>
      kind="pdu"
      table={table}
      query={query}
      views={views}
      own={own}
      toGear={toGear}
      create={async (body) => (await dci.pdu.create.mutate({ body: pduPart(body) })).id}
    />
  )
}
