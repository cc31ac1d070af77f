import { z } from 'zod'
import type { Context } from '../../../api/context.ts'
import { db } from '../../../db/pool.ts'
import type { Work } from '../../../db/transaction.ts'
import { controllerKinds, type IpmiType } from '../../../domain/ipmi/kinds.ts'
import { notFound, refused } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { defineTask } from '../../../tasks/define.ts'
import { enqueue } from '../../../tasks/enqueue.ts'
import { withBmc } from './open.ts'

const what = msg`Management controller`
const ASK_MS = 60_000

type Found = { id: number; type: IpmiType; location: string; allowed: boolean }

/** @throws PanelError 404, or why images are not for this controller */
async function requireMedia(sql: Work['sql'], id: number): Promise<Found> {
  const [found] = await sql<Found>(
    `select i.id, i.type, l.name as location, coalesce(p.iso_mount, true) as allowed
       from ipmi i join server s on s.id = i.server_id join location l on l.id = s.location_id
       left join proxy_location p on p.location_id = l.id where i.id = $1::int`,
    [id],
  )
  if (!found) throw notFound(what, id)
  if (!controllerKinds[found.type].capabilities.media)
    throw refused(msg`This kind of controller has no virtual drive: images are for Redfish`)
  return found
}

/** The image in the virtual drive, asked of the controller. */
export async function mountedIso(id: number, signal = AbortSignal.timeout(ASK_MS)): Promise<{ url: string | null }> {
  const sql = async <Row>(text: string, values?: unknown[]) => (await db().pool.query(text, values)).rows as Row[]
  await requireMedia(sql, id)
  const row = await db().prisma.ipmi.findUniqueOrThrow({ where: { id } })
  return { url: await withBmc(row, signal, async (bmc) => (await bmc.media?.(signal)) ?? null) }
}

/**
 * Puts an image into the virtual drive of a controller, or takes it out with null. The controller fetches it by itself, so it is the
 * administrators' to say from where.
 */
export async function mountIso(ctx: Context, id: number, url: string | null) {
  return ctx.mutate(async (work) => {
    const { allowed, location } = await requireMedia(work.sql, id)
    if (url !== null && !allowed)
      throw refused(msg`Location ${location} was set up without mounting of images: set it up with iso_mount`)
    const about = { registry_id: id, entity: 'ipmi', account_id: null }
    const { consul_id } = await enqueue(work, ipmiIsoTask, { ipmi_id: id, url }, about)
    return { id, task: consul_id }
  })
}

export const ipmiIsoTask = defineTask({
  name: 'ipmi_iso',
  title: 'Change image of the virtual drive',
  input: z.object({ ipmi_id: z.int(), url: z.string().nullable() }),
  locks: ({ ipmi_id }) => [`ipmi:${ipmi_id}`],
  timeoutMs: 5 * 60_000,
  async run(t, { ipmi_id, url }) {
    t.progress(10, url === null ? msg`Ejecting the image` : msg`Inserting the image`)
    return t.step(
      'mount',
      async (signal) => {
        const row = await db().prisma.ipmi.findUniqueOrThrow({ where: { id: ipmi_id } })
        return withBmc(row, signal, async (bmc) => {
          // Looked at first: a step that is run again finds its work done.
          if ((await bmc.media?.(signal)) !== url) {
            if (url === null) await bmc.ejectMedia?.(signal)
            else await bmc.insertMedia?.(url, signal)
          }
          return { url: (await bmc.media?.(signal)) ?? null }
        })
      },
      { timeoutMs: 4 * 60_000 },
    )
  },
})
