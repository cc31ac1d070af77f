import { vi } from 'vitest'
import { networkOfZone, zonesFor } from '../../../domain/ptr/reverse.ts'
import { deviceRejected, deviceUnreachable } from '../../../domain/shared/errors.ts'
import { nameServerDrivers } from '../../../drivers/name-server/registry.ts'
import type { NameServerConnection, NameServerTarget } from '../../../drivers/name-server/types.ts'
import { msg } from '../../../shared/text.ts'

/** A name server in memory: its zones, and their records by name. */
type FakeServer = { zones: string[]; records: Map<string, string>; away?: boolean; secret?: string }

/**
 * Name servers in memory behind the driver, by their address; the real ones are in the lab.
 * @param servers may be changed at any time
 */
export function fakeNameServers(servers: Map<string, FakeServer>): void {
  vi.spyOn(nameServerDrivers.rfc2136, 'connect').mockImplementation(async (target) => connection(servers, target))
}

async function connection(servers: Map<string, FakeServer>, target: NameServerTarget): Promise<NameServerConnection> {
  const server = servers.get(target.address)
  if (!server || server.away) throw deviceUnreachable(msg`The name server ${target.address} does not answer: ${'away'}`)
  if (server.secret !== undefined && server.secret !== target.secret)
    throw deviceRejected(msg`The name server ${target.address} rejected this: ${'secret'}`)
  const read = (name: string) => {
    const domain = server.records.get(name)
    return { domains: domain === undefined ? [] : [domain], ttl: domain === undefined ? null : 60 }
  }
  return {
    close() {},
    async locate(address) {
      const held = server.zones.filter((zone) => target.zones.length === 0 || target.zones.includes(zone))
      return zonesFor(address, held)[0] ?? null
    },
    readRecords: async ({ name }) => read(name),
    async writeRecord({ name }, domain) {
      if (domain === null) server.records.delete(name)
      else server.records.set(name, domain)
      return read(name)
    },
    async check() {
      const missing = target.zones.filter((zone) => !server.zones.includes(zone) || !networkOfZone(zone))
      return { zones: target.zones.filter((zone) => !missing.includes(zone)), missing }
    },
  }
}
