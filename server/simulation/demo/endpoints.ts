import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { idAndTask } from '../../domain/shared/fields.ts'
import { demoStatus, loadDemo, removeDemo } from './service.ts'

const common = { service: 'vm', tag: 'platform', access: 'admin', path: '/demo' } as const

export const demoEndpoints = {
  status: endpoint({
    ...common,
    method: 'GET',
    summary: 'Tell whether the demo data centre is loaded',
    answer: z.object({ loaded: z.boolean() }),
    run: () => demoStatus(),
  }),
  load: endpoint({
    ...common,
    method: 'POST',
    summary: 'Load the demo data centre',
    description:
      'A simulated cluster with three nodes and sixty VMs, and two locations of racks with devices, clearly marked; nothing of it exists.',
    answer: idAndTask,
    run: (ctx) => loadDemo(ctx),
  }),
  remove: endpoint({
    ...common,
    method: 'DELETE',
    summary: 'Remove the demo data centre and all that is in it',
    answer: idAndTask,
    run: (ctx) => removeDemo(ctx),
  }),
}
