import { db } from '../../db/pool.ts'
import { stored } from '../../db/sentences.ts'
import type { Work } from '../../db/transaction.ts'
import { issueCertificate } from '../../features/datacenter/erasure-certificate/issue.ts'
import { operationEndpoints } from '../../features/datacenter/operation/endpoints.ts'
import { diskName } from '../../features/datacenter/operation/targets.ts'
import type { frontDoor } from './front-door.ts'
import { demoControllers } from './plan/controllers.ts'
import { demoHardware } from './plan/hardware.ts'
import { type PastOperation, type PastStep, pastOperations } from './plan/operations.ts'
import { demoRoom } from './plan/room.ts'
import type { RoomContents } from './room-load.ts'
import { rowWriter } from './room-write.ts'

const MINUTE = 60_000
const FULL_SAMPLES = 256

/** Seconds from the first step to the end of all, or to the beginning of one. */
const lasting = (steps: readonly PastStep[]) => steps.reduce((sum, { seconds }) => sum + seconds, 0)
const saidOf = ({ words }: PastStep) => (typeof words === 'string' ? words : stored(words))

/** Operations that have ended, with their steps, reports and results, as if they had been done. */
export async function writeOperations(
  work: Work,
  { suffix, locations }: RoomContents,
  by: { account_id: number; repository_id: number },
): Promise<void> {
  const { rows } = rowWriter(work)
  const room = demoRoom(suffix)
  const controllers = demoControllers(room, suffix)
  const servers = await work.tx.server.findMany({
    where: { location_id: locations[0] ?? 0, name: { in: pastOperations.map(({ server }) => server + suffix) } },
  })
  const templates = await work.tx.os_template.findMany({ where: { repository_id: by.repository_id } })
  const account = await work.tx.account.findUniqueOrThrow({ where: { id: by.account_id } })
  const now = Date.now()
  const list = pastOperations.flatMap((past) => {
    const server = servers.find(({ name }) => name === past.server + suffix)
    const controller = controllers.find((one) => one.server.name === past.server + suffix)
    if (!server || !controller) return []
    const began = now - past.minutes_ago * MINUTE
    const template = templates.find(({ name }) => name === past.template)
    const hardware = demoHardware(room, controller, suffix, past.whole)
    return [{ past, server, template, began, hardware, ended: began + lasting(past.steps) * 1000 }]
  })
  const at = (ms: number) => new Date(ms).toISOString()
  const ids = await rows(
    'operation',
    list.map(({ past, server, template, began, hardware, ended }) => ({
      ...{ server_id: server.id, location_id: server.location_id, type: past.type, status: 'ok' },
      os_template_id: template?.id ?? null,
      template: template ? `${template.name} ${template.version}` : null,
      ...{ account_id: account.id, auth_id: account.email, clear_hdd: past.clear_hdd, hdd_raid: 'no_raid' },
      ...{ setup_ipmi: false, mac: hardware.nics[0]?.mac, disks: [], percent: 100, ticket_used_at: at(began) },
      progress_info: past.steps.map(saidOf).at(-1) ?? '',
      result: resultOf(past, hardware, began),
      ...{ created_at: at(began), started_at: at(began), ended_at: at(ended), seen_at: at(ended) },
      deadline_at: at(began + 60 * MINUTE),
    })),
  )
  await work.sql(
    `update server s set installed_id = o.id from operation o where o.server_id = s.id and o.type = 'install' and o.id = any($1::int[]) returning s.id`,
    [ids],
  )
  await rows(
    'operation_step',
    list.flatMap(({ past, began }, n) =>
      past.steps.map((one, position) => ({
        ...{ operation_id: ids[n], position: position + 1, name: one.name, words: saidOf(one), percent: one.percent },
        started_at: at(began + lasting(past.steps.slice(0, position)) * 1000),
        ended_at: at(began + lasting(past.steps.slice(0, position + 1)) * 1000),
      })),
    ),
    'position',
  )
  await rows(
    'hardware_report',
    list.map(({ past, server, began, hardware }, n) => ({
      ...{ server_id: server.id, operation_id: ids[n], report: { ...hardware, uptime: 16 } },
      at: at(began + beginOf(past, 'report') * 1000),
    })),
  )
  for (const [n, { past }] of list.entries()) if (past.clear_hdd !== 'none') await issueCertificate(work, ids[n] ?? 0)
}

/** Ends what is under way on servers of the demo. @returns the tasks */
export async function cancelOperations(
  ask: Awaited<ReturnType<typeof frontDoor>>,
  { locations }: RoomContents,
): Promise<number[]> {
  const busy = await db().prisma.server.findMany({
    where: { location_id: { in: locations }, operation_id: { not: null } },
  })
  const tasks: number[] = []
  for (const { id } of busy) tasks.push((await ask(operationEndpoints.cancel, { params: { server_id: id } })).task)
  return tasks
}

/** Seconds after its beginning at which a step began. */
const beginOf = ({ steps }: PastOperation, name: string) =>
  lasting(
    steps.slice(
      0,
      steps.findIndex((one) => one.name === name),
    ),
  )

/** As live systems write moments. */
const inSeconds = (ms: number) => new Date(ms).toISOString().replace(/\.\d{3}Z$/, 'Z')

/** What the live system reported at the end. */
function resultOf(past: PastOperation, { disks }: ReturnType<typeof demoHardware>, began: number) {
  const from = began + beginOf(past, 'wipe') * 1000
  const [taken = 0] = past.steps.filter(({ name }) => name === 'wipe').map(({ seconds }) => seconds * 1000)
  const cleared = past.clear_hdd === 'full' ? disks : past.type === 'install' ? disks.slice(0, 1) : []
  if (cleared.length === 0) return { ok: true }
  return {
    ok: true,
    disks: cleared.map((disk) => {
      const method = past.clear_hdd === 'full' ? (disk.erase[0] ?? 'overwrite') : 'signatures'
      return {
        ...{ model: disk.model, serial: diskName(disk), wwn: disk.wwn, method, tried: [method], ok: true },
        ...{ started: inSeconds(from), ended: inSeconds(from + taken) },
        samples: past.clear_hdd === 'full' ? FULL_SAMPLES : 2,
      }
    }),
  }
}
