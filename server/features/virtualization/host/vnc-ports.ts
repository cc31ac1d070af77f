import { z } from 'zod'
import type { Context } from '../../../api/context.ts'
import { db } from '../../../db/pool.ts'
import type { Work } from '../../../db/transaction.ts'
import { invalidInput, notFound, refused } from '../../../domain/shared/errors.ts'
import { rule } from '../../../shared/rule.ts'
import { msg } from '../../../shared/text.ts'
import { defineTask } from '../../../tasks/define.ts'
import { enqueue } from '../../../tasks/enqueue.ts'
import { nodeConnection } from '../node/connections.ts'
import { hostChanged } from './claim.ts'

/** VMs of one report. */
export const MOST_PORTS = 1000
const READ_TIMEOUT_MS = 10_000

const text = z.string().refine((given) => given.length <= 255, rule`At most ${255} characters`)
const port = z.int().refine((given) => given >= 0 && given <= 65_535, rule`from 0 to ${65_535}`)

export const vncPorts = z.strictObject({
  list: z
    .array(z.strictObject({ domain: text.optional(), vnc_port: port.optional(), vnc_pass: text.optional() }))
    .refine((list) => list.length <= MOST_PORTS, rule`at most ${MOST_PORTS} VMs at once`),
})
type VncPorts = z.infer<typeof vncPorts>

export const hostVncPortsTask = defineTask({
  name: 'host_vnc_ports',
  title: 'Read the VNC ports of virtual machines',
  input: z.object({ hosts: z.array(z.int()) }),
  timeoutMs: 10 * 60_000,
  async run(t, { hosts }) {
    const rows = await db().prisma.host.findMany({ where: { id: { in: hosts } }, orderBy: { id: 'asc' } })
    const read: { id: number; vnc_port: number | null }[] = []
    for (const row of rows) {
      if (row.node_id === null) continue
      const { node_id, internal_name } = row
      const vnc_port = await t.step(`read_${row.id}`, async (signal) => {
        const bound = AbortSignal.any([signal, AbortSignal.timeout(READ_TIMEOUT_MS)])
        return (await (await nodeConnection(node_id, bound)).domain(internal_name, bound))?.vnc_port ?? null
      })
      read.push({ id: row.id, vnc_port })
      await t.stepTx(`store_${row.id}`, (work) => store(work, row.id, vnc_port))
    }
    return { list: read }
  },
})

/** A VM with actions under way gets what its node says at their end. */
async function store(work: Work, id: number, vnc_port: number | null) {
  const rows = await work.sql<{ id: number; account_id: number }>(
    `update host set vnc_port = $2::int, version = version + 1
      where id = $1::int and queue = '[]' and vnc_port is distinct from $2::int returning id, account_id`,
    [id, vnc_port],
  )
  for (const row of rows) hostChanged(work, row)
}

/**
 * Takes a report of VNC ports: the panel reads those of the named VMs from their nodes, and believes nothing else.
 * @throws PanelError invalid_input for names of no VM, refused for passwords
 */
export async function reportVncPorts(ctx: Context, id: number, { list }: VncPorts) {
  if (list.some(({ vnc_pass }) => vnc_pass))
    throw refused(msg`Passwords of screens are set by /host/${id}/vnc_settings: leave vnc_pass out`, 'vnc_pass')
  return ctx.mutate(async (work) => {
    const own = await work.tx.host.findUnique({ where: { id }, select: { id: true } })
    if (!own) throw notFound(msg`VM`, id)
    const names = [...new Set(list.flatMap(({ domain }) => (domain ? [domain] : [])))]
    const known = await work.tx.host.findMany({
      where: { internal_name: { in: names } },
      select: { id: true, internal_name: true },
    })
    const stranger = names.find((name) => !known.some(({ internal_name }) => internal_name === name))
    if (stranger !== undefined) throw invalidInput(msg`list: no VM is called ${stranger} on its node`, 'domain')
    // Without names it is about the VM of the path.
    const hosts = known.length > 0 ? known.map((one) => one.id) : [id]
    const task = await enqueue(
      work,
      hostVncPortsTask,
      { hosts },
      {
        registry_id: id,
        entity: 'host',
        account_id: ctx.actor.account_id,
      },
    )
    return { id, task: task.consul_id }
  })
}
