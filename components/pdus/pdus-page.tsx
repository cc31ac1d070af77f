'use client'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { Pdu } from '../../server/domain/pdu/schema.ts'
import { pduStatuses } from '../../server/domain/pdu/states.ts'
import { useTRPC, useTRPCClient } from '../api/trpc.ts'
import { useGearFilters } from '../gear/gear-columns.tsx'
import { GearList } from '../gear/gear-list.tsx'
import { pduPart } from '../gear/pdu-part.ts'
import { healthViews, useHealthViews } from '../health/health-column.tsx'
import { plainColumn } from '../table/cells.tsx'
import { countOf } from '../table/counted-views.ts'
import { useTableState } from '../table/use-table-state.ts'

const byName = { field: 'name', desc: false }
const toGear = (record: Pdu) => ({ kind: 'pdu', record }) as const

/** All PDUs of the installation. */
export function PdusPage() {
  const t = useTranslations('gear')
  const format = useFormatter()
  const trpc = useTRPC()
  const { dci } = useTRPCClient()
  const table = useTableState({ id: 'pdus', fields: useGearFilters(pduStatuses), defaultSort: byName })
  const query = useQuery(trpc.dci.pdu.list.queryOptions({ query: table.query }, { placeholderData: keepPreviousData }))
  const views = useHealthViews(
    useQueries({ queries: healthViews.map((view) => trpc.dci.pdu.list.queryOptions(countOf(view))) }),
  )
  const own = useMemo(
    () => [
      plainColumn<Pdu>(
        'load_watt',
        t('fields.load_watt'),
        80,
        (row) => row.load_watt !== null && t('watt', { watt: format.number(row.load_watt) }),
        { right: true },
      ),
    ],
    [t, format],
  )
  return (
    <GearList<Pdu>
      kind="pdu"
      table={table}
      query={query}
      views={views}
      own={own}
      toGear={toGear}
      create={async (body, made) => (await dci.pdu.create.mutate({ body: { ...pduPart(body), ...made } })).id}
    />
  )
}
