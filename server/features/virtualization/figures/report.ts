import { z } from 'zod'
import type { Context } from '../../../api/context.ts'
import { db } from '../../../db/pool.ts'
import { msg } from '../../../shared/text.ts'
import { defineTask } from '../../../tasks/define.ts'
import { enqueue } from '../../../tasks/enqueue.ts'

const count = (table: string, where = 'true') => `(select count(*)::int from ${table} x where ${where})`
const by = (column: string, table: string, where = 'true') =>
  `(select coalesce(json_object_agg(g.name, g.n order by g.name), '{}') from
     (select coalesce(${column}::text, '') as name, count(*)::int as n from ${table} x where ${where} group by 1) g)`
const sum = (column: string, table: string, where = 'true') =>
  `(select coalesce(sum(x.${column}::bigint), 0)::bigint from ${table} x where ${where})`

/** Numbers only: no names, addresses or owners. Sizes in MiB. */
const REPORT = `select json_build_object(
  'clusters', ${by('x.virtualization_type', 'cluster')},
  'nodes', json_build_object('by_state', ${by('x.state', 'node')}, 'cpu_number', ${sum('cpu_number', 'node')},
    'ram_mib', ${sum('ram_mib', 'node')}, 'ram_used_mib', ${sum('ram_used_mib', 'node')},
    'storage_mib', ${sum('storage_total_mib', 'node')}, 'storage_used_mib', ${sum('storage_used_mib', 'node')}),
  'hosts', json_build_object('by_state', ${by('x.state', 'host')}, 'by_os_group', ${by('x.os_group', 'host')},
    'cpu_number', ${sum('cpu_number', 'host')}, 'ram_mib', ${sum('ram_mib', 'host')}, 'disk_mib', ${sum('size_mib', 'disk')}),
  'addresses', json_build_object('ipv4', ${count('ip', 'x.family = 2')}, 'ipv6', ${count('ip', 'x.family <> 2')}),
  'systems', ${count('os', "x.state = 'active'")}, 'presets', ${count('preset')}, 'recipes', ${count('recipe')},
  'accounts', ${by('x.state', 'account')},
  'tasks_of_a_day', ${by('x.status', 'task', "x.created_at > now() - interval '1 day'")}) as report`

/** Counts what there is; the numbers stay with the task. */
export const metricsReportTask = defineTask({
  name: 'metrics_report',
  title: 'Make a statistics report',
  input: z.object({}),
  limits: () => [{ key: 'metrics_report', capacity: 1 }],
  timeoutMs: 5 * 60_000,
  async run(t) {
    t.progress(10, msg`Counting`)
    return t.step('count', async () => {
      const { rows } = await db().pool.query<{ report: Record<string, unknown> }>(REPORT)
      return { made_at: new Date().toISOString(), sent_to: null, ...rows[0]?.report }
    })
  },
})

/** Queues the report. Nothing leaves the panel. */
export const makeReport = (ctx: Context) =>
  ctx.mutate(async (work) => {
    const dedupeKey = 'metrics_report'
    const options = { registry_id: 0, entity: 'metrics', account_id: ctx.actor.account_id, dedupeKey }
    const made = await enqueue(work, metricsReportTask, {}, options)
    const known = made ?? (await work.tx.task.findUniqueOrThrow({ where: { dedupe_key: dedupeKey } }))
    return { id: known.id, task: known.consul_id }
  })
