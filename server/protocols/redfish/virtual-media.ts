import { msg } from '../../shared/text.ts'
import type { RedfishClient } from './client.ts'
import { RedfishError } from './errors.ts'
import { flag, linkAt, linkPath, part, type Resource, text, texts } from './values.ts'

/** The virtual optical drive of a system, or null: older services have it at the manager. */
async function drive(client: RedfishClient, system: Resource, signal: AbortSignal): Promise<Resource | null> {
  const managers = await client.follow(part(system, 'Links'), 'ManagedBy', signal, 4)
  for (const owner of [system, ...managers]) {
    const path = linkAt(owner, 'VirtualMedia')
    const media = path ? await client.members(path, signal, 16) : []
    const optical = media.find((each) => texts(each, 'MediaTypes')?.some((type) => type === 'CD' || type === 'DVD'))
    if (optical) return optical
  }
  return null
}

async function needed(client: RedfishClient, system: Resource, signal: AbortSignal): Promise<Resource> {
  const found = await drive(client, system, signal)
  if (!found) throw new RedfishError('unsupported', msg`The device has no virtual optical drive`)
  return found
}

/** The URL of the image that is in the drive; null for an empty drive, or none. */
export async function insertedImage(
  client: RedfishClient,
  system: Resource,
  signal: AbortSignal,
): Promise<string | null> {
  const found = await drive(client, system, signal)
  return found && (flag(found, 'Inserted') || text(found, 'Image')) ? text(found, 'Image') : null
}

/**
 * Puts an image into the drive, in the place of another. The device fetches it itself.
 *
 * @param url http, https, nfs or cifs, reachable for the device
 */
export async function insertImage(
  client: RedfishClient,
  system: Resource,
  url: string,
  signal: AbortSignal,
): Promise<void> {
  const media = await needed(client, system, signal)
  if (flag(media, 'Inserted')) await eject(client, media, signal)
  const target = part(media, 'Actions', '#VirtualMedia.InsertMedia').target
  if (target === undefined) await client.patch(media, { Image: url, Inserted: true }, signal)
  else await client.post(linkPath(target), { Image: url, Inserted: true, WriteProtected: true }, signal)
}

/** Empties the drive; an empty one is left alone. */
export async function ejectImage(client: RedfishClient, system: Resource, signal: AbortSignal): Promise<void> {
  const media = await needed(client, system, signal)
  if (flag(media, 'Inserted') || text(media, 'Image')) await eject(client, media, signal)
}

async function eject(client: RedfishClient, media: Resource, signal: AbortSignal): Promise<void> {
  const target = part(media, 'Actions', '#VirtualMedia.EjectMedia').target
  if (target === undefined) await client.patch(media, { Image: null, Inserted: false }, signal)
  else await client.post(linkPath(target), {}, signal)
}
