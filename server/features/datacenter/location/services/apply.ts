import { exclusively } from '../../../../db/exclusively.ts'
import { deviceUnreachable } from '../../../../domain/shared/errors.ts'
import { readInterfaces } from '../../../../drivers/control-host/boot/find.ts'
import type { BootHost } from '../../../../drivers/control-host/boot/host.ts'
import { applyDhcp } from '../../../../drivers/control-host/boot/kea.ts'
import { sha256 } from '../../../../drivers/control-host/boot/manifest.ts'
import { keaFile } from '../../../../drivers/control-host/boot/plan.ts'
import type { BootServices } from '../../../../drivers/control-host/boot/types.ts'
import { panelAnswers } from '../../../../drivers/control-host/boot/works.ts'
import { pause, unlessAborted } from '../../../../shared/abort.ts'
import { singleFlight } from '../../../../shared/single-flight.ts'
import { msg } from '../../../../shared/text.ts'
import { bootServicesOf } from './desired.ts'
import { onServices } from './on-services.ts'
import { standOf } from './stand.ts'

const MINUTE = 60_000
const APPLY_MS = 2 * MINUTE
/** How long the panel may take to listen at a control host again, and how often that is looked at. */
const ANSWER_MS = MINUTE
const LOOK_MS = 500

const asked = singleFlight<void>(undefined, APPLY_MS)

/**
 * Brings the DHCP server of a location to what the records say now or a moment later. Callers at the same time share one connection and one setting, and
 * no process sets what it has read before another one did.
 * @param listens waits also until servers of the location reach the panel
 * @throws PanelError when the control host does not take it; the signal's reason
 */
export function bringDhcp(location_id: number, signal: AbortSignal, { listens = false } = {}): Promise<void> {
  const bring = () => {
    const own = AbortSignal.timeout(APPLY_MS)
    return onServices(location_id, own, async (host, found) => {
      const services = await underLock(location_id, () => setNewest(location_id, host, found, own), own)
      if (listens) await untilPanelAnswers(host, services, own)
    })
  }
  return unlessAborted(asked(`${location_id} ${listens}`, bring), signal)
}

/** Read under the lock: another process may have set something newer meanwhile. */
async function setNewest(location_id: number, host: BootHost, found: BootServices, signal: AbortSignal) {
  const services = (await bootServicesOf(location_id, host.facts.interfaces)) ?? found
  await applyDhcp(host, services, signal)
  return services
}
const underLock = <T>(location_id: number, work: () => Promise<T>, signal: AbortSignal) =>
  exclusively(`dhcp ${location_id}`, work, signal)

/** Whether these services are what the DHCP server was told last, by the file that is kept then: of many servers that is much less to read than what is in force. */
export async function isTold(host: BootHost, services: BootServices, signal: AbortSignal): Promise<boolean> {
  const { path, content } = keaFile(services, host.facts)
  return (await host.checksums([path], signal)).get(path)?.sha256 === sha256(content)
}

/**
 * The same over a connection that is there already, however long it is: interfaces are read anew.
 * @returns false when a set-up or removal has begun meanwhile, to which all of it is left
 * @throws PanelError, SshError, KeaError when the control host does not take it; the signal's reason
 */
export async function setDhcp(
  location_id: number,
  host: BootHost,
  found: BootServices,
  signal: AbortSignal,
): Promise<boolean> {
  const own = AbortSignal.any([signal, AbortSignal.timeout(APPLY_MS)])
  host.facts.interfaces = await readInterfaces(host.ssh, own)
  const set = async () => {
    if ((await standOf(location_id))?.moving !== false) return false
    await setNewest(location_id, host, found, own)
    return true
  }
  return underLock(location_id, set, own)
}

/** After a set-up or a restart of the panel a server that is quick finds nobody to ask, and then stands still. */
async function untilPanelAnswers(host: BootHost, services: BootServices, signal: AbortSignal): Promise<void> {
  for (
    const until = Date.now() + ANSWER_MS;
    !(await panelAnswers(host, services, signal));
    await pause(LOOK_MS, signal)
  )
    if (Date.now() > until)
      throw deviceUnreachable(
        msg`Servers of the location do not reach the panel through its control host: look at its boot services`,
      )
}
