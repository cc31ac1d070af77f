import { foldersAreThere, makeFolders } from './folders.ts'
import type { BootHost } from './host.ts'
import { SERVICES } from './places.ts'
import { startUnit, unitState, waitForUnit } from './run-units.ts'
import { type BootServices, type Unit, units } from './types.ts'
import { works } from './works.ts'

// What systemd does when its host starts. Without it, nobody but the panel does.

/** Whether the panel has to do it: where the services were set up, and no systemd is. */
const isOurs = async (host: BootHost, signal: AbortSignal) =>
  !host.facts.systemd && (await host.try(['test', '-f', SERVICES], { signal })).code === 0

/** Makes the folders again that went with the host. @throws PanelError, SshError */
export async function bringFoldersBack(host: BootHost, signal: AbortSignal): Promise<void> {
  if ((await isOurs(host, signal)) && !(await foldersAreThere(host, signal))) await makeFolders(host, signal)
}

/** Services that nobody keeps running. @throws PanelError, SshError */
export async function unkeptUnits(host: BootHost, signal: AbortSignal): Promise<Unit[]> {
  if (!(await isOurs(host, signal))) return []
  const states = await Promise.all(units.map(async (unit) => ({ unit, ...(await unitState(host, unit, signal)) })))
  return states.flatMap(({ unit, kept }) => (kept ? [] : [unit]))
}

/** Tries to start these, each once, and waits until they work. Which of them do is seen by the state afterwards. @throws the signal's reason */
export async function startAgain(
  host: BootHost,
  services: BootServices,
  stopped: readonly Unit[],
  signal: AbortSignal,
): Promise<void> {
  await Promise.allSettled(
    stopped.map(async (unit) => {
      await startUnit(host, unit, signal)
      await waitForUnit(host, unit, () => works[unit](host, services, signal), signal)
    }),
  )
  signal.throwIfAborted()
}
