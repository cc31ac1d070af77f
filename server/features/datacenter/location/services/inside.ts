import { isIPv4 } from 'node:net'
import type { z } from 'zod'
import type { Context } from '../../../../api/context.ts'
import { db } from '../../../../db/pool.ts'
import { stored } from '../../../../db/sentences.ts'
import { type locationServices, MOST_SHOWN } from '../../../../domain/location/services.ts'
import { deviceUnreachable, notFound, wrongState } from '../../../../domain/shared/errors.ts'
import { cleanMessage } from '../../../../drivers/clean-message.ts'
import { onBootHost } from '../../../../drivers/control-host/boot/find.ts'
import { type Inside, lookInside } from '../../../../drivers/control-host/boot/inside.ts'
import type { FoundInterface } from '../../../../drivers/control-host/boot/types.ts'
import type { Lease } from '../../../../protocols/kea/leases.ts'
import { unlessAborted } from '../../../../shared/abort.ts'
import { singleFlight } from '../../../../shared/single-flight.ts'
import { msg } from '../../../../shared/text.ts'
import { controlHostOf } from '../control-host.ts'
import type { ServiceParams } from './desired.ts'
import { filesByRecord, machinesByMac, networksOfInterfaces, serversByMac } from './inside-records.ts'
import { requestsOf } from './requests.ts'

type Answer = z.input<typeof locationServices>
type Found = Inside & { interfaces: readonly FoundInterface[] }

/** For the connection and all that is read. */
const LOOK_MS = 20_000
/** Of one interface. */
const MOST_ADDRESSES = 64
const MAC = /^([0-9a-f]{2}:){5}[0-9a-f]{2}$/i
/** Later ones are no dates. */
const LATEST_S = 2 ** 33

const asked = singleFlight<Found>(undefined, LOOK_MS)

/**
 * What is in the boot services of a location at this moment: one connection for all who ask at the same time.
 * @throws PanelError in words when there are none, or the control host does not answer
 */
export async function servicesInside(ctx: Context, location_id: number): Promise<Answer> {
  const location = await db().prisma.location.findUnique({ where: { id: location_id } })
  if (!location) throw notFound(msg`Location`, location_id)
  if (Object.keys(location.dhcp4_conf as object).length === 0)
    throw wrongState(msg`The location ${location.name} has no boot services: set them up first`)
  const looking = asked(String(location_id), () => look(location_id))
  const { versions, leases, disk, files, interfaces } = await (ctx.signal
    ? unlessAborted(looking, ctx.signal)
    : looking)
  const { interfaces_4 = [] } = location.params_dhcp as ServiceParams
  return {
    read_at: new Date().toISOString(),
    versions,
    disk,
    interfaces: await interfacesShown(location_id, interfaces, interfaces_4),
    files: await filesShown(location_id, files),
    requests: await requestsOf(location_id),
    leases: { fault: leases.fault && stored(leases.fault), ...(await leasesShown(location_id, leases.list)) },
  }
}

async function look(location_id: number): Promise<Found> {
  const signal = AbortSignal.timeout(LOOK_MS)
  try {
    return await onBootHost(await controlHostOf(location_id), signal, async (host) => ({
      ...(await lookInside(host, signal)),
      interfaces: host.facts.interfaces,
    }))
  } catch (fault) {
    if (!signal.aborted) throw fault
    throw deviceUnreachable(msg`The control host did not answer in time`, { cause: fault })
  }
}

async function interfacesShown(location_id: number, found: readonly FoundInterface[], dhcp: readonly string[]) {
  const shown = found.slice(0, MOST_SHOWN).map((one) => ({ ...one, addresses: one.addresses.slice(0, MOST_ADDRESSES) }))
  const networks = await networksOfInterfaces(location_id, shown)
  return shown.map((one) => ({
    ...one,
    dhcp: dhcp.includes(one.name),
    network: networks.get(one.name) ?? null,
  }))
}

async function filesShown(location_id: number, files: Inside['files']): Promise<Answer['files']> {
  const shown = [...files].sort((a, b) => b.bytes - a.bytes).slice(0, MOST_SHOWN)
  const records = await filesByRecord(
    location_id,
    shown.map(({ sha256 }) => sha256),
  )
  return {
    total: files.length,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    list: shown.map(({ sha256, bytes, part }) => {
      const record = records.get(sha256)
      const complete = !part && (record === undefined || record.bytes === bytes)
      return { sha256, bytes, complete, file: record?.file ?? null, templates: record?.templates ?? [] }
    }),
  }
}

/** A lease is what a client has now; what is no address or card is not believed. */
const isLive = ({ ip, mac, state, expires }: Lease) =>
  state === 0 && isIPv4(ip) && MAC.test(mac) && expires > 0 && expires < LATEST_S

async function leasesShown(location_id: number, leases: readonly Lease[]) {
  const live = leases.filter(isLive).sort((a, b) => b.expires - a.expires)
  const shown = live.slice(0, MOST_SHOWN).map((one) => ({ ...one, mac: one.mac.toLowerCase() }))
  const macs = shown.map(({ mac }) => mac)
  const [servers, machines] = await Promise.all([serversByMac(macs), machinesByMac(location_id, macs)])
  const list = shown.map(({ ip, mac, hostname, expires }) => ({
    ...{ ip, mac, hostname: cleanMessage(hostname) },
    expires_at: new Date(expires * 1000).toISOString(),
    server: servers.get(mac) ?? null,
    machine: servers.has(mac) ? null : (machines.get(mac) ?? null),
  }))
  return { total: live.length, list }
}
