import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { serveList, serveRow } from '../../../api/list/serve.ts'
import { sql } from '../../../api/list/sql.ts'
import {
  type Rack,
  rackCreate,
  rackEdit,
  rackRecord,
  rackUnit,
  reservation,
  standing,
} from '../../../domain/rack/schema.ts'
import { idAnswer, listOf, listQuery, pathId } from '../../../domain/shared/fields.ts'
import { requireLocation } from '../location/service.ts'
import { rackList } from './list.ts'
import { createRack, deleteRack, editRack, releaseUnits, reserveUnits } from './service.ts'
import { rackStandings, rackUnits } from './units.ts'

const common = { service: 'dci', tag: 'rack', access: 'admin' } as const
const params = z.object({ rack_id: pathId })
const inLocation = z.object({ location_id: pathId })

export const rackEndpoints = {
  list: endpoint({
    ...common,
    method: 'GET',
    path: '/rack',
    summary: 'List racks',
    query: listQuery,
    answer: listOf(rackRecord),
    csv: rackList,
    run: (ctx, { query }) => serveList(rackList, ctx, query),
  }),
  inLocation: endpoint({
    ...common,
    method: 'GET',
    path: '/location/{location_id}/rack',
    summary: 'List the racks of a location',
    params: inLocation,
    query: listQuery,
    answer: listOf(rackRecord),
    async run(ctx, { params: { location_id }, query }) {
      await requireLocation(location_id)
      return serveList(rackList, ctx, query, { scope: sql`r.location_id = ${location_id}` })
    },
  }),
  create: endpoint({
    ...common,
    method: 'POST',
    path: '/location/{location_id}/rack',
    summary: 'Add a rack to a location',
    params: inLocation,
    body: rackCreate,
    answer: idAnswer,
    run: (ctx, p) => createRack(ctx, p.params.location_id, p.body),
  }),
  get: endpoint({
    ...common,
    method: 'GET',
    path: '/rack/{rack_id}',
    summary: 'Show one rack',
    params,
    answer: rackRecord,
    run: (ctx, p) => serveRow<Rack>(rackList, ctx, p.params.rack_id, 'Rack'),
  }),
  edit: endpoint({
    ...common,
    method: 'POST',
    path: '/rack/{rack_id}',
    summary: 'Change a rack',
    params,
    body: rackEdit,
    answer: idAnswer,
    run: (ctx, p) => editRack(ctx, p.params.rack_id, p.body),
  }),
  delete: endpoint({
    ...common,
    method: 'DELETE',
    path: '/rack/{rack_id}',
    summary: 'Remove a rack',
    description: 'Refused while a device stands in it. Its reservations go with it.',
    params,
    answer: idAnswer,
    run: (ctx, p) => deleteRack(ctx, p.params.rack_id),
  }),
  units: endpoint({
    ...common,
    method: 'GET',
    path: '/rack/{rack_id}/unit',
    summary: 'Show how the units of a rack are used',
    description: 'From the bottom up. A half-width device alone makes a unit half busy; side rails do not count.',
    params,
    answer: z.object({ list: z.array(rackUnit) }),
    run: (_, p) => rackUnits(p.params.rack_id),
  }),
  devices: endpoint({
    ...common,
    method: 'GET',
    path: '/rack/{rack_id}/device',
    summary: 'Show where everything in a rack stands',
    params,
    answer: z.object({ list: z.array(standing) }),
    async run(ctx, p) {
      await serveRow(rackList, ctx, p.params.rack_id, 'Rack')
      return rackStandings(p.params.rack_id)
    },
  }),
  reserve: endpoint({
    ...common,
    method: 'POST',
    path: '/rack/{rack_id}/reservation',
    summary: 'Keep units of a rack free',
    params,
    body: reservation,
    answer: idAnswer,
    run: (ctx, p) => reserveUnits(ctx, p.params.rack_id, p.body),
  }),
  release: endpoint({
    ...common,
    method: 'DELETE',
    path: '/rack/{rack_id}/reservation/{reservation_id}',
    summary: 'Give reserved units free',
    params: params.extend({ reservation_id: pathId }),
    answer: idAnswer,
    run: (ctx, p) => releaseUnits(ctx, p.params.rack_id, p.params.reservation_id),
  }),
}
