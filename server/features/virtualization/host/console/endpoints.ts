import { z } from 'zod'
import { endpoint } from '../../../../api/endpoint.ts'
import { consoleViewer } from '../../../../domain/console/viewer.ts'
import { readViewers } from './service.ts'

export const consoleEndpoints = {
  viewers: endpoint({
    service: 'vm',
    tag: 'host',
    method: 'GET',
    path: '/host/{host_id}/console',
    summary: 'List who has a console of a VM open',
    access: 'user',
    answer: z.object({ list: z.array(consoleViewer), size: z.int() }),
    run: (ctx, p) => readViewers(ctx, p.params.host_id),
  }),
}
