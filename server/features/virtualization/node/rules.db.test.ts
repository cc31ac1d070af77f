import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { testApi } from '../../../../e2e/support/api.ts'
import { quotaStage } from '../../../../e2e/support/quota-race.ts'
import { type NodeAction, nodeActions, whyNotNode } from '../../../domain/node/rules.ts'
import { nodeLifecycle } from '../../../domain/node/states.ts'

// What menus offer for a node is compared with what the service answers. No worker runs, so nothing moves by itself.

let api: Awaited<ReturnType<typeof testApi>>
let body: Awaited<ReturnType<typeof quotaStage>>['body']
let node: { id: number; cluster_id: number }
beforeAll(async () => {
  api = await testApi()
  body = (await quotaStage()).body
  node = await api.database.prisma.node.findFirstOrThrow({ where: { name: 'quota' } })
})
afterAll(() => api.close())

const sql = (text: string, values: unknown[] = []) => api.database.pool.query(text, values)
beforeEach(() => sql('delete from host'))

let made = 0
const ask: Record<NodeAction, () => Promise<{ status: number; body: { error?: { msg: string } } }>> = {
  createHost: () => api.admin.post('/vm/v3/host', { ...body, name: `made-${++made}`, node: node.id }),
  attach: () => api.admin.post('/vm/v3/node', { id: node.id }),
  edit: () => api.admin.post(`/vm/v3/node/${node.id}`, { host_limit: -1 }),
  block: () => api.admin.post(`/vm/v3/node/${node.id}`, { host_creation_blocked: true }),
  delete: () => api.admin.delete(`/vm/v3/node/${node.id}`),
}

const both = [false, true]
const cases = nodeLifecycle.states.flatMap((state) =>
  both.flatMap((host_creation_blocked) =>
    both.flatMap((maintenance_mode) =>
      [null, 'vmbr0'].flatMap((main_bridge) =>
        [0, 1].flatMap((host_count) =>
          [-1, 1].map((host_limit) => ({
            state,
            host_creation_blocked,
            maintenance_mode,
            main_bridge,
            host_count,
            host_limit,
          })),
        ),
      ),
    ),
  ),
)

it.each(nodeActions)('%s is answered as the rules say, in every state with every flag', async (action) => {
  for (const facts of cases) {
    const { state, host_creation_blocked, maintenance_mode, main_bridge, host_count, host_limit } = facts
    await sql('delete from disk')
    await sql('delete from host')
    if (host_count > 0)
      await api.database.prisma.host.create({
        data: {
          name: 'there',
          internal_name: 'there',
          uuid: randomUUID(),
          account_id: api.ann.id,
          cluster_id: node.cluster_id,
          node_id: node.id,
          os_id: body.os,
          cpu_number: 1,
          ram_mib: 512,
        },
      })
    await sql('update node_interface set type = $1 where node_id = $2', [main_bridge ? 'bridge' : 'eth', node.id])
    await sql(
      'update node set state = $1, host_creation_blocked = $2, maintenance_mode = $3, host_limit = $4 where id = $5',
      [state, host_creation_blocked, maintenance_mode, host_limit, node.id],
    )
    const { status, body: answer } = await ask[action]()
    if (status >= 500) throw new Error(JSON.stringify(answer))
    const offered = whyNotNode(action, facts) === undefined
    expect({ action, ...facts, works: status === 200, said: answer.error?.msg }).toMatchObject({ works: offered })
  }
})
