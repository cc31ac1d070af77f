import type { Work } from '../../../db/transaction.ts'
import { serverFields } from '../../../domain/server/fields.ts'
import type { ServerCreate, ServerEdit } from '../../../domain/server/schema.ts'
import { PanelError } from '../../../domain/shared/errors.ts'
import { toColumns } from '../../../domain/shared/field.ts'
import { changed } from '../../../events/changes.ts'
import { Occupancy, type Placed } from '../placement/occupancy.ts'
import { takeAll } from '../placement/service.ts'
import { addMacs, macOwners, macsOf, macTaken } from './macs.ts'
import { placeNew, racksOf, requirePlatform, type ServerPlacement } from './placement.ts'

/** A server that is new, with what else may be known of it from the beginning. */
export type NewServer = {
  body: ServerCreate
  more?: Omit<ServerEdit, keyof ServerCreate> & { maintenance?: boolean; owner_id?: number }
}

/** What servers would have taken that were only tried: the next ones are tried after them. */
export class TriedServers {
  readonly occupancy = new Occupancy()
  /** Names of servers by the addresses of their cards. */
  readonly macs = new Map<string, string>()
}

type Made = { id: number; one: NewServer; placement: ServerPlacement; placed: Placed | undefined }

/**
 * Adds servers, with as many statements for many as for one (blades apart), each in its turn. What cannot be added leaves nothing behind.
 * @param tried given, they are only tried: nothing is written but the slots of blades, which the caller takes back
 * @returns the id of each, or why it was not added
 */
export async function addServers(
  work: Work,
  list: readonly NewServer[],
  tried?: TriedServers,
): Promise<(number | PanelError)[]> {
  const { occupancy, macs: names } = tried ?? new TriedServers()
  const platforms = await platformsOf(work, list)
  const ids = tried ? list.map((_, n) => -1 - n) : await takeIds(work, list.length)
  await occupancy.learn(work, racksOf(list.map(({ body: { rack } }) => ({ where: { rack } }))), !tried)
  const owners = await macOwners(
    work,
    list.flatMap(({ body }) => macsOf(body.mac)),
  )
  const made: Made[] = []
  const answer: (number | PanelError)[] = []
  for (const [n, one] of list.entries()) {
    const { name, rack, unit, chassis, slot, mac, platform: platform_id } = one.body
    const platform = platforms.get(platform_id)
    const macs = macsOf(mac)
    const taken = macs.find((address) => owners.has(address) || names.has(address))
    const id = ids[n]!
    const found =
      !platform || platform instanceof PanelError
        ? platform
        : taken !== undefined
          ? macTaken(taken, owners.get(taken) ?? names.get(taken) ?? '')
          : await placeNew(work, { id, name, platform, where: { rack, unit, chassis, slot } }, occupancy)
    if (!found || found instanceof PanelError) {
      if (found) answer.push(found)
      continue
    }
    for (const address of macs) names.set(address, name)
    made.push({ id, one, placement: found.placement, placed: found.placed })
    answer.push(id)
  }
  if (!tried) await write(work, made)
  return answer
}

async function platformsOf(work: Work, list: readonly NewServer[]) {
  const platforms = new Map<number, Awaited<ReturnType<typeof requirePlatform>> | PanelError>()
  for (const id of new Set(list.map(({ body }) => body.platform)))
    platforms.set(
      id,
      await requirePlatform(work, id).catch((fault: unknown) => {
        if (fault instanceof PanelError) return fault
        throw fault
      }),
    )
  return platforms
}

/** Their places refer to them, so the numbers are taken first. */
async function takeIds(work: Work, count: number): Promise<number[]> {
  const rows = await work.sql<{ id: number }>(
    `select nextval(pg_get_serial_sequence('server', 'id'))::int as id from generate_series(1, $1::int)`,
    [count],
  )
  return rows.map(({ id }) => id)
}

async function write(work: Work, made: readonly Made[]) {
  await takeAll(
    work,
    made.flatMap(({ id, placed }) => (placed ? [{ who: { kind: 'server' as const, ref: id }, placed }] : [])),
  )
  await work.tx.server.createMany({
    data: made.map(({ id, one: { body, more }, placement }) => {
      const { platform, rack, unit, chassis, slot, mac, ...plain } = body
      return { ...toColumns(serverFields, plain), ...more, ...placement, id, platform_id: platform }
    }),
  })
  await addMacs(
    work,
    made.flatMap(({ id, one }) => macsOf(one.body.mac).map((mac, position) => ({ mac, server_id: id, position }))),
  )
  for (const { id, one } of made) {
    const account_id = one.more?.owner_id ?? null
    changed(work, { entity: 'server', entity_id: id, event: 'create', data: { name: one.body.name }, account_id })
  }
}
