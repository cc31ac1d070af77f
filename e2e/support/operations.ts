import { createClient } from './panel-database.ts'

/** A step: its name, how many seconds it took, and what was said and how much was done. */
export type RanStep = readonly [name: string, seconds: number, words?: string, percent?: number]

export type Ran = {
  type: 'install' | 'diag' | 'rescue' | 'clear_hdd'
  status: 'running' | 'ok' | 'fail' | 'cancelled'
  template?: string
  /** The last one of a running operation has not ended. */
  steps: readonly RanStep[]
  fault?: string
  /** The live system has sent something. */
  seen?: boolean
  disks?: readonly string[]
  hdd_raid?: string
  /** It was given up because its time was over. */
  late?: boolean
}

/**
 * Writes operations into the database of a panel that runs, as its task and the live system would have, so that pages of all kinds of them can be looked at
 * without machines. A running one has a task that waits: cancelling it takes the panel's own way.
 * @param data folder of the panel
 */
export async function operationWriter(data: string) {
  const { query, close } = await createClient(data)
  return {
    close,
    /** @returns number of the operation */
    async write(server: string, ran: Ran): Promise<number> {
      const isOver = ran.status !== 'running'
      const length = ran.steps.reduce((sum, [, seconds]) => sum + seconds, 0)
      const begin = new Date(Date.now() - (length + (isOver ? 600 : 0)) * 1000)
      const at = (seconds: number) => new Date(begin.getTime() + seconds * 1000)
      const end = isOver ? at(length) : null
      const deadline = ran.late && end ? end : at(3600)
      const last = ran.steps.at(-1)
      const [{ id, server_id }] = await query(
        `insert into operation (server_id, location_id, type, status, template, auth_id, hdd_raid, mac, disks, progress_info, percent, fault, seen_at,
                                created_at, started_at, ended_at, deadline_at)
         select s.id, s.location_id, $2, $3, $4, 'admin@example.com', $5,
                coalesce((select mac from server_mac m where m.server_id = s.id order by position limit 1), '52:54:00:00:00:01'),
                $6, $7, $8, $9, $10, $11, $11, $12, $13 from server s where s.name = $1 returning id, server_id`,
        [
          ...[server, ran.type, ran.status, ran.template ?? null, ran.hdd_raid ?? 'no_raid', ran.disks ?? []],
          ...[last?.[2] ?? '', ran.status === 'ok' ? 100 : (last?.[3] ?? 0), ran.fault ?? null],
          ...[ran.seen ? (end ?? new Date()) : null, begin, end, deadline],
        ],
      )
      let passed = 0
      for (const [position, [name, seconds, words, percent]] of ran.steps.entries()) {
        const ended = isOver || position < ran.steps.length - 1 ? at(passed + seconds) : null
        await query(
          'insert into operation_step (operation_id, position, name, words, percent, started_at, ended_at) values ($1, $2, $3, $4, $5, $6, $7) returning position',
          [id, position + 1, name, words ?? null, percent ?? null, at(passed), ended],
        )
        passed += seconds
      }
      if (isOver) return id
      const [task] = await query(
        `with n as (select nextval('task_id_seq')::int as id)
         insert into task (id, consul_id, registry_id, entity, name, input, priority, run_at, after_any)
         select n.id, n.id, $1, 'server', 'server_operation', $2::jsonb, 0, '2100-01-01', false from n returning id`,
        [server_id, JSON.stringify({ operation_id: id, server_id, ipmi_id: null })],
      )
      await query('update operation set task = $2 where id = $1 returning id', [id, task.id])
      await query('update server set operation_id = $2 where id = $1 returning id', [server_id, id])
      return id
    },
  }
}

/** How an installation of a server with a controller goes, up to a step; the last one takes `seconds`. */
export function installed(until?: string, seconds?: number): RanStep[] {
  const all: RanStep[] = [
    ['check', 0.6, 'Looking at the template and the location', 2],
    ['reserve', 1.4, 'Telling the DHCP server of the location', 5],
    ['boot_device', 14.2, 'Asking the controller to boot from the network', 8],
    ['power', 74.5, 'Starting the server', 10],
    ['loader', 3.1, 'The boot program has asked for its script'],
    ['system', 21.8, 'The live system was fetched'],
    ['report', 4.2, 'The live system runs and has reported its hardware'],
    ['image', 52.6, 'Writing the image', 62],
    ['verify', 9.4, 'Reading the image back', 90],
    ['configure', 7.3, 'Configuring the system on sda2', 95],
    ['local_boot', 96.9, 'Starting the installed system from its disk', 92],
    ['answer', 0.1, 'The installed system answers', 99],
  ]
  const to = until === undefined ? all.length : all.findIndex(([name]) => name === until) + 1
  return all.slice(0, to).map((step, at) => {
    if (at < to - 1 || seconds === undefined) return step
    const [name, , ...said] = step
    return [name, seconds, ...said]
  })
}
