import { endpoint } from '../../../api/endpoint.ts'
import { listEndpoint } from '../../../api/list/endpoints.ts'
import { serveList } from '../../../api/list/serve.ts'
import { sql } from '../../../api/list/sql.ts'
import { ipRecord } from '../../../domain/ip/schema.ts'
import { rangeRecord } from '../../../domain/range/schema.ts'
import { deletedAnswer, listOf, listQuery } from '../../../domain/shared/fields.ts'
import { ipList } from '../ip/list.ts'
import { rangeList } from './list.ts'
import { deleteRange } from './service.ts'

const common = { service: 'vm', tag: 'network', access: 'admin' } as const

export const rangeEndpoints = {
  list: listEndpoint({
    ...common,
    path: '/range',
    summary: 'List the address ranges',
    list: rangeList,
    row: rangeRecord,
    csv: true,
  }),
  delete: endpoint({
    ...common,
    method: 'DELETE',
    path: '/range/{range_id}',
    summary: 'Delete an address range',
    description: 'Refused while an address of it is in use.',
    answer: deletedAnswer,
    run: (ctx, p) => deleteRange(ctx, p.params.range_id),
  }),
  addresses: endpoint({
    ...common,
    method: 'GET',
    path: '/range/{range_id}/ip',
    summary: 'List the addresses of a range',
    description: 'Those in use; free addresses are no records.',
    query: listQuery,
    answer: listOf(ipRecord),
    run(ctx, { params: { range_id }, query }) {
      const within = sql`i.ip_addr between (select first from iprange where id = ${range_id}) and (select last from iprange where id = ${range_id})`
      return serveList(ipList, ctx, query, {
        of: { list: rangeList, id: range_id },
        scope: within,
      })
    },
  }),
}
