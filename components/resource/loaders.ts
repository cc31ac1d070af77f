'use client'
import { useMemo } from 'react'
import { useTRPCClient } from '../api/trpc.ts'
import { optionOf } from '../form/option-of.ts'
import type { LoadOptions, Option } from '../ui/controls/use-options.ts'

type Named = { id: number; name: string }
type Found<Row> = { list: readonly Row[]; size: number }
type Asked = { query: { search?: string; where?: string; orderby?: string; limit?: string } }
type List<Row> = (asked: Asked, options: { signal: AbortSignal }) => Promise<Found<Row>>

/** A typeahead over a list of the API, and the names of ids that a filter brought with the address. */
function pair<Row extends Named>(list: List<Row>, hint?: (row: Row) => string) {
  const toOptions = ({ list: rows, size }: Found<Row>): { list: Option[]; size: number } => ({
    list: rows.map((row) => ({ ...optionOf(row), ...(hint && { hint: hint(row) }) })),
    size,
  })
  const load: LoadOptions = async (search, signal) =>
    toOptions(await list({ query: { search, orderby: 'name', limit: '0,20' } }, { signal }))
  const resolve = async (ids: readonly string[], signal: AbortSignal) => {
    const where = `id IN (${ids.map(Number).filter(Number.isSafeInteger).join(',')})`
    return toOptions(await list({ query: { where } }, { signal })).list
  }
  return { load, resolve }
}

/** Typeaheads over the objects of the data centre; the server searches. */
export function useDatacenterLoaders() {
  const { dci } = useTRPCClient()
  return useMemo(
    () => ({
      locations: pair(dci.location.list.query, (location) => location.geolocation),
      racks: pair(dci.rack.list.query, (rack) => rack.location.name),
      chassis: pair(dci.chassis.list.query, (chassis) => chassis.rack_name),
      platforms: pair(dci.platform.list.query, (platform) => platform.cpu_socket_name),
      sockets: pair(dci.cpuSocket.list.query),
      servers: pair(dci.server.list.query, (server) => server.location.name),
    }),
    [dci],
  )
}

/** A picked object, as a form keeps it. */
export const pickedId = (option: { value: string } | null): number | null => (option ? Number(option.value) : null)
