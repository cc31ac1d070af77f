import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { listEndpoint, rowEndpoint } from '../../../api/list/endpoints.ts'
import { sql } from '../../../api/list/sql.ts'
import { floorPlace, floorPlan, gap, gapQuery, rackDiagram as rackDiagramAnswer } from '../../../domain/rack/diagram.ts'
import { rackCreate, rackEdit, rackRecord, rackUnit, reservation } from '../../../domain/rack/schema.ts'
import { idAnswer } from '../../../domain/shared/fields.ts'
import { locationList } from '../location/list.ts'
import { freeGaps, locationFloorPlan, rackDiagram } from './diagram.ts'
import { placeOnFloor } from './floor-plan.ts'
import { rackList } from './list.ts'
import { createRack, deleteRack, editRack, releaseUnits, reserveUnits } from './service.ts'
import { rackUnits } from './units.ts'

const common = { service: 'dci', tag: 'rack', about: 'rack', access: 'admin' } as const

export const rackEndpoints = {
  list: listEndpoint({
    ...common,
    path: '/rack',
    summary: 'List racks',
    list: rackList,
    row: rackRecord,
    csv: true,
  }),
  inLocation: listEndpoint({
    ...common,
    path: '/location/{location_id}/rack',
    summary: 'List the racks of a location',
    list: rackList,
    row: rackRecord,
    of: locationList,
    scope: (id) => sql`r.location_id = ${id}`,
  }),
  create: endpoint({
    ...common,
    method: 'POST',
    path: '/location/{location_id}/rack',
    summary: 'Add a rack to a location',
    body: rackCreate,
    answer: idAnswer,
    run: (ctx, p) => createRack(ctx, p.params.location_id, p.body),
  }),
  gaps: endpoint({
    ...common,
    method: 'GET',
    path: '/rack/free',
    summary: 'Find adjacent free units over all racks',
    description: 'The tightest fit first. A unit is free when neither face nor half of it is taken or reserved.',
    query: gapQuery,
    answer: z.object({ list: z.array(gap) }),
    run: (_, { query }) => freeGaps(query),
  }),
  floorPlan: endpoint({
    ...common,
    method: 'GET',
    path: '/location/{location_id}/hall',
    summary: 'Show all racks of a location with what stands in them',
    answer: floorPlan,
    run: (_, p) => locationFloorPlan(p.params.location_id),
  }),
  get: rowEndpoint({
    ...common,
    path: '/rack/{rack_id}',
    summary: 'Show one rack',
    list: rackList,
    row: rackRecord,
  }),
  edit: endpoint({
    ...common,
    method: 'POST',
    path: '/rack/{rack_id}',
    summary: 'Change a rack',
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
    answer: idAnswer,
    run: (ctx, p) => deleteRack(ctx, p.params.rack_id),
  }),
  units: endpoint({
    ...common,
    method: 'GET',
    path: '/rack/{rack_id}/unit',
    summary: 'Show how the units of a rack are used',
    description: 'From the bottom up. A half-width device alone makes a unit half busy; side rails do not count.',
    answer: z.object({ list: z.array(rackUnit) }),
    run: (_, p) => rackUnits(p.params.rack_id),
  }),
  devices: endpoint({
    ...common,
    method: 'GET',
    path: '/rack/{rack_id}/device',
    summary: 'Show where everything in a rack stands',
    description: 'With lights, blades and cables: all that the diagram of the rack is drawn from.',
    answer: rackDiagramAnswer,
    run: (_, p) => rackDiagram(p.params.rack_id),
  }),
  place: endpoint({
    ...common,
    method: 'POST',
    path: '/rack/{rack_id}/place',
    summary: 'Set where a rack is on the floor plan',
    description: 'Racks of the row that stand there or to the right of it move on by one.',
    body: floorPlace,
    answer: idAnswer,
    run: (ctx, p) => placeOnFloor(ctx, p.params.rack_id, p.body),
  }),
  reserve: endpoint({
    ...common,
    method: 'POST',
    path: '/rack/{rack_id}/reservation',
    summary: 'Keep units of a rack free',
    body: reservation,
    answer: idAnswer,
    run: (ctx, p) => reserveUnits(ctx, p.params.rack_id, p.body),
  }),
  release: endpoint({
    ...common,
    method: 'DELETE',
    path: '/rack/{rack_id}/reservation/{reservation_id}',
    summary: 'Give reserved units free',
    answer: idAnswer,
    run: (ctx, p) => releaseUnits(ctx, p.params.rack_id, p.params.reservation_id),
  }),
}
