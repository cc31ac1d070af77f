import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { listEndpoint } from '../../../api/list/endpoints.ts'
import { sql } from '../../../api/list/sql.ts'
import { cables } from '../../../domain/hardware-report/cables.ts'
import { comparison } from '../../../domain/hardware-report/difference.ts'
import { cableAccept, reportRecord, reportRow } from '../../../domain/hardware-report/schema.ts'
import { idAnswer } from '../../../domain/shared/fields.ts'
import { serverList } from '../server/list.ts'
import { acceptCable, listCables } from './cables.ts'
import { reportList } from './list.ts'
import { compareReport, oneReport } from './service.ts'

const common = { service: 'dci', tag: 'hardware_report', access: 'admin' } as const

/** What live systems found in servers. None of these is in the documents. */
export const hardwareReportEndpoints = {
  list: listEndpoint({
    ...common,
    path: '/server/{server_id}/hardware_report',
    summary: 'List the hardware reports of a server',
    list: reportList,
    row: reportRow,
    of: serverList,
    scope: (id) => sql`r.server_id = ${id}`,
  }),
  get: endpoint({
    ...common,
    method: 'GET',
    path: '/server/{server_id}/hardware_report/{report_id}',
    summary: 'Show one hardware report',
    answer: reportRecord,
    run: (ctx, p) => oneReport(ctx, p.params),
  }),
  compare: endpoint({
    ...common,
    method: 'GET',
    path: '/server/{server_id}/hardware_report/{report_id}/comparison',
    summary: 'Compare a hardware report with another one of the same server',
    description: 'By default with the one before it.',
    query: z.object({ with: z.coerce.number().int().positive().max(2_147_483_647).optional() }),
    answer: comparison,
    run: (ctx, p) => compareReport(ctx, p.params, p.query.with),
  }),
  cables: endpoint({
    ...common,
    method: 'GET',
    path: '/server/{server_id}/hardware_report/{report_id}/cable',
    summary: 'Compare the cables of a server with what its neighbours announce',
    answer: cables,
    run: (ctx, p) => listCables(ctx, p.params),
  }),
  acceptCable: endpoint({
    ...common,
    method: 'POST',
    about: 'switch_connection',
    path: '/server/{server_id}/hardware_report/{report_id}/cable',
    summary: 'Take over the cable of a network card as its neighbour announces it',
    description:
      'Connects the server to that port, and takes away the connection that `known` names. Where it is not known which of several that is, none is taken away.',
    body: cableAccept,
    answer: idAnswer,
    run: (ctx, p) => acceptCable(ctx, p.params, p.body.mac),
  }),
}
