import { endpoint } from '../../../api/endpoint.ts'
import { listEndpoint } from '../../../api/list/endpoints.ts'
import { serveList } from '../../../api/list/serve.ts'
import { sql } from '../../../api/list/sql.ts'
import { idAnswer, listOf, listQuery } from '../../../domain/shared/fields.ts'
import { vlanMatrix } from '../../../domain/vlan/matrix.ts'
import { vlanCreate, vlanEdit, vlanMember, vlanRecord } from '../../../domain/vlan/schema.ts'
import { locationList } from '../location/list.ts'
import { vlanList, vlanMemberList } from './list.ts'
import { locationMatrix } from './matrix.ts'
import { readVlan } from './read.ts'
import { createVlan, deleteVlan, editVlan } from './service.ts'

const common = { service: 'dci', tag: 'vlan', about: 'vlan', access: 'admin' } as const

export const vlanEndpoints = {
  list: listEndpoint({
    ...common,
    path: '/vlan',
    summary: 'List the VLANs of all locations',
    list: vlanList,
    row: vlanRecord,
    csv: true,
  }),
  inLocation: listEndpoint({
    ...common,
    path: '/location/{location_id}/vlan',
    summary: 'List the VLANs of a location',
    list: vlanList,
    row: vlanRecord,
    of: locationList,
    scope: (id) => sql`v.location_id = ${id}`,
  }),
  matrix: endpoint({
    ...common,
    method: 'GET',
    path: '/location/{location_id}/vlan_matrix',
    summary: 'Show which switch port of a location carries which VLAN',
    answer: vlanMatrix,
    run: (_, p) => locationMatrix(p.params.location_id),
  }),
  create: endpoint({
    ...common,
    method: 'POST',
    path: '/location/{location_id}/vlan',
    summary: 'Add a VLAN to a location',
    description: 'The id in the body is the VLAN number.',
    body: vlanCreate,
    answer: idAnswer,
    run: (ctx, p) => createVlan(ctx, p.params.location_id, p.body),
  }),
  get: endpoint({
    ...common,
    method: 'GET',
    path: '/location/{location_id}/vlan/{vlan_id}',
    summary: 'Show one VLAN',
    answer: vlanRecord,
    run: (ctx, p) => readVlan(ctx, p.params),
  }),
  edit: endpoint({
    ...common,
    method: 'POST',
    path: '/location/{location_id}/vlan/{vlan_id}',
    summary: 'Change a VLAN',
    body: vlanEdit,
    answer: idAnswer,
    run: (ctx, p) => editVlan(ctx, p.params, p.body),
  }),
  delete: endpoint({
    ...common,
    method: 'DELETE',
    path: '/location/{location_id}/vlan/{vlan_id}',
    summary: 'Remove a VLAN',
    description: 'Refused while a port carries it, saying which.',
    answer: idAnswer,
    run: (ctx, p) => deleteVlan(ctx, p.params),
  }),
  members: endpoint({
    ...common,
    method: 'GET',
    path: '/location/{location_id}/vlan/{vlan_id}/member',
    summary: 'List the ports that belong to a VLAN',
    query: listQuery,
    answer: listOf(vlanMember),
    async run(ctx, { params: key, query }) {
      await readVlan(ctx, key)
      const scope = sql`v.location_id = ${key.location_id} and v.vlan_id = ${key.vlan_id}`
      return serveList(vlanMemberList, ctx, query, { scope })
    },
  }),
}
