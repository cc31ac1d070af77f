'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { parseAsBoolean, parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { useState } from 'react'
import { useTRPC } from '../api/trpc.ts'

export const matrixShows = ['all', 'system', 'tool'] as const

/** Templates a page; with fifty locations that is all that a browser likes to draw. */
export const PAGE = 50

const parsers = {
  q: parseAsString.withDefault(''),
  show: parseAsStringLiteral(matrixShows).withDefault('all'),
  work: parseAsBoolean.withDefault(false),
  page: parseAsInteger.withDefault(1),
  /** Those that no location has are folded away, when there are others. */
  nowhere: parseAsBoolean,
  npage: parseAsInteger.withDefault(1),
}
export const NEEDS_WORK = "location.status IN ('need_update', 'fail')"
const allLocations = { query: { orderby: 'name', limit: '0,1000' } }

/** The rows and columns of the matrix; what is asked for stands in the address. */
export function useMatrix() {
  const trpc = useTRPC()
  const [state, set] = useQueryStates(parsers, { history: 'push' })
  const { q, show, work } = state
  const ask = (conditions: readonly (string | false)[], limit: string) =>
    trpc.dci.osTemplate.list.queryOptions({
      query: {
        where: [...conditions, show !== 'all' && `kind EQ ${show}`].filter(Boolean).join(' and '),
        ...(q && { search: q }),
        orderby: 'kind,name,id',
        limit,
      },
    })
  const from = (page: number) => `${(Math.max(1, page) - 1) * PAGE},${PAGE}`
  const locations = useQuery(trpc.dci.location.list.queryOptions(allLocations))
  const there = useQuery({
    ...ask(['status_info.locations GT 0', work && NEEDS_WORK], from(state.page)),
    placeholderData: keepPreviousData,
  })
  // Templates do not fold away while they are put into the first location one after the other.
  const [begun, setBegun] = useState(false)
  const none = there.data?.size === 0
  const isWhole = q === '' && show === 'all' && !work && !there.isPlaceholderData
  if (none && isWhole && !begun) setBegun(true)
  const open = !work && (state.nowhere ?? (none || begun))
  const nowhere = useQuery({
    ...ask(['status_info.locations EQ 0'], open ? from(state.npage) : '0'),
    placeholderData: keepPreviousData,
    enabled: !work,
  })
  const needWork = useQuery(trpc.dci.osTemplate.list.queryOptions({ query: { where: NEEDS_WORK, limit: '0' } }))
  return { state, set, locations, there, nowhere: work ? null : { ...nowhere, open }, needWork: needWork.data?.size }
}

export type Matrix = ReturnType<typeof useMatrix>
