import { msg } from '../../shared/text.ts'
import type { RedfishClient } from './client.ts'
import { RedfishError } from './errors.ts'
import { linkAt, linkPath, part, type Resource, text } from './values.ts'

export type RedfishEvent = {
  id: string
  /** As the service says it, with its time zone; may be empty. */
  created: string
  severity: string
  message: string
  sensor: string
}

const maxEntries = 500

/** Log services of a system and of its managers; the ones named for events first. */
async function services(client: RedfishClient, system: Resource, signal: AbortSignal): Promise<Resource[]> {
  const managers = await client.follow(part(system, 'Links'), 'ManagedBy', signal, 4)
  const found: Resource[] = []
  for (const owner of [system, ...managers]) {
    const path = linkAt(owner, 'LogServices')
    if (path) found.push(...(await client.members(path, signal, 16)))
  }
  const rank = (service: Resource) => (/^(sel|event|iml|log1)/i.test(text(service, 'Id')) ? 0 : 1)
  return found.filter((each) => linkAt(each, 'Entries') !== null).sort((a, b) => rank(a) - rank(b))
}

async function eventService(client: RedfishClient, system: Resource, signal: AbortSignal): Promise<Resource> {
  const [service] = await services(client, system, signal)
  if (!service) throw new RedfishError('unsupported', msg`The device keeps no event log`)
  return service
}

/** Reads the event log, newest first, at most 500 entries of what the service hands out. */
export async function readEvents(
  client: RedfishClient,
  system: Resource,
  signal: AbortSignal,
): Promise<RedfishEvent[]> {
  const path = linkAt(await eventService(client, system, signal), 'Entries')
  const entries = path ? await client.members(path, signal, maxEntries) : []
  return entries
    .map((entry) => ({
      id: text(entry, 'Id'),
      created: text(entry, 'Created'),
      severity: text(entry, 'Severity'),
      message: text(entry, 'Message'),
      sensor: text(entry, 'SensorType'),
    }))
    .sort((a, b) => (Date.parse(b.created) || 0) - (Date.parse(a.created) || 0))
}

export async function clearEvents(client: RedfishClient, system: Resource, signal: AbortSignal): Promise<void> {
  const target = part(await eventService(client, system, signal), 'Actions', '#LogService.ClearLog').target
  if (target === undefined) throw new RedfishError('unsupported', msg`The device does not allow clearing its log`)
  await client.post(linkPath(target), {}, signal)
}
