import { rm } from 'node:fs/promises'
import path from 'node:path'
import { db } from '../../db/pool.ts'
import { seal } from '../../db/secrets.ts'
import { transaction } from '../../db/transaction.ts'
import { LOCATION_SERVICES } from '../../features/datacenter/location/services/watch.ts'
import { panelSettings } from '../../process/settings.ts'
import { nudge } from '../../tasks/reconciler.ts'
import type { SimulatedServer } from '../devices/server/server.ts'
import { SimulatedDebian } from '../peers/debian/debian.ts'
import { type DebianServer, serveDebian } from '../peers/debian/serve.ts'
import { KeptTree } from './kept-tree.ts'
import { cardsOf, controlHostUser, packagesOf } from './plan/control-hosts.ts'
import { rooms } from './plan/room-plan.ts'
import type { RoomContents } from './room-load.ts'

/** Where their files are kept: with the worker that loaded the demo, so that another one of the same host finds them. */
export const controlHostFolder = () => path.join(panelSettings().dataDirectory, 'demo-control-hosts')

const SSH_BANNER = 'SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u3\r\n'
/** Of the SSH server, unless another panel's demo has it. */
const USUAL_PORT = 22_022
const GiB = 2 ** 30

/** Control hosts of the demo's locations by their place in the plan, and how to stop them. */
export type ControlHosts = {
  hosts: ReadonlyMap<number, SimulatedDebian>
  speed: number
  /** Servers of a place become reachable over it. */
  attach(place: number, server: SimulatedServer): void
  close: () => Promise<void>
}

/**
 * Lets the control hosts answer, each at a loopback address of its own, with a new key.
 * @param speed 1: they and the servers that boot over them take as long as real ones; 0: no time at all
 */
export async function startControlHosts(
  { suffix, locations, control_hosts: folder = controlHostFolder() }: RoomContents,
  speed: number,
): Promise<ControlHosts> {
  const running: DebianServer[] = []
  const hosts = new Map<number, SimulatedDebian>()
  const servers = new Map<number, SimulatedServer[]>()
  const close = async () => {
    for (const one of [...servers.values()].flat()) one.stop()
    await Promise.allSettled(running.map((one) => one.close()))
  }
  try {
    for (const [place, { name, ssh_address }] of rooms.entries()) {
      const id = locations[place]
      if (id === undefined) continue
      const tree = Object.assign(new KeptTree(path.join(folder, String(id))), { total: 200 * GiB, free: 150 * GiB })
      const host = new SimulatedDebian({
        ...{ tree, name: `${name}${suffix}`.toLowerCase(), speed },
        ...{ packages: packagesOf(place), interfaces: cardsOf(place) },
        connect: (address, port) =>
          servers.get(place)?.some((one) => one.listens(address, port)) ? (stream) => stream.end(SSH_BANNER) : null,
      })
      hosts.set(place, host)
      const server = await serve(host, ssh_address)
      running.push(server)
      await tellAddress(id, ssh_address, server)
    }
    await transaction((work) => nudge(work, LOCATION_SERVICES))
  } catch (fault) {
    await close()
    throw fault
  }
  return {
    hosts,
    speed,
    attach: (place, server) => void servers.set(place, [...(servers.get(place) ?? []), server]),
    close,
  }
}

/** At the same port as before where it is free: what was under way when the devices changed their process goes on. */
async function serve(host: SimulatedDebian, address: string): Promise<DebianServer> {
  try {
    return await serveDebian(host, controlHostUser, { address, port: USUAL_PORT })
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw fault
    return await serveDebian(host, controlHostUser, { address })
  }
}

/** As after a check of the location: where its control host answers, and which key it has. */
async function tellAddress(id: number, address: string, { port, hostKey }: DebianServer) {
  const password = seal(controlHostUser.password, { table: 'location', id, column: 'ssh_password' })
  await db().pool.query(
    `update location set ssh_address = $2, ssh_port = $3::int, ssh_user = $4, ssh_password = $5, host_key = $6 where id = $1::int`,
    [id, address, port, controlHostUser.login, password, hostKey],
  )
}

/** Removes what was kept of them. */
export const removeControlHosts = ({ control_hosts: folder = controlHostFolder() }: RoomContents) =>
  rm(folder, { recursive: true, force: true })
