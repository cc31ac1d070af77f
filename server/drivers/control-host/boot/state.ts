import { PanelError } from '../../../domain/shared/errors.ts'
import { KeaError } from '../../../protocols/kea/errors.ts'
import { joined, msg, type Text } from '../../../shared/text.ts'
import { roomOfArtefacts, wrongArtefacts } from './artefacts.ts'
import { type FileFault, wrongFiles } from './files.ts'
import { foldersAreThere } from './folders.ts'
import type { BootHost } from './host.ts'
import { isInForce } from './kea.ts'
import { readManifest } from './manifest.ts'
import { otherDhcp } from './other-dhcp.ts'
import { plannedFiles } from './plan.ts'
import { wrongPrograms } from './programs.ts'
import { unitState } from './run-units.ts'
import { type BootServices, type Component, type ComponentState, type Room, type Unit, units } from './types.ts'
import { works } from './works.ts'

/** Less is a fault: leases and logs are written. */
const LEAST_FREE = 256 << 20
const MOST_NAMED = 5

const names: Record<Unit, Text> = { dhcp: msg`The DHCP server`, web: msg`The web server`, tftp: msg`The TFTP server` }

/** The fault of a service without a process. */
export const notRunning = (unit: Unit): Text => msg`${names[unit]} does not run on the control host`

/** Faults of files in words. */
const fileWords = ({ file, what }: FileFault): Text =>
  ({
    missing: msg`${file.path} is missing`,
    changed: msg`${file.path} was changed by hand`,
    old: msg`${file.path} is of an older version`,
  })[what]

/**
 * State of each component, all of them, whatever else is wrong. Changes nothing.
 * @param looks what takes long: `segment` asks for other DHCP servers (4 s), `content` reads all artefacts
 * @throws SshError when the host itself does not answer
 */
export async function bootState(
  host: BootHost,
  services: BootServices,
  looks: { segment: boolean; content: boolean },
  signal: AbortSignal,
): Promise<ComponentState[]> {
  const states: ComponentState[] = []
  const add = (component: Component, fault: Text | null, room?: Room) =>
    states.push({ component, ok: fault === null, fault, ...(room && { room }) })
  if (!(await foldersAreThere(host, signal))) {
    add('files', msg`Folders of the boot services are missing on the control host, or belong to another account`)
    return states
  }
  add('files', await filesFault(host, services, signal))
  for (const unit of units) add(unit, await unitFault(host, services, unit, signal))
  const room = await roomOfArtefacts(host, signal)
  const free = room.free_bytes
  const full = msg`The disk of the control host is full: ${Math.floor(free / 2 ** 20)} MiB are free`
  add('disk', free >= LEAST_FREE ? null : full, room)
  if (looks.content) {
    const wrong = await wrongArtefacts(host, signal)
    add('artefacts', wrong.length === 0 ? null : msg`Files for servers are damaged: ${listed(wrong)}`)
  }
  if (looks.segment) {
    const others = await otherDhcp(host, services.dhcp.interfaces, signal)
    const words = others.map((one) => msg`${one.server} (${one.mac}) at ${one.interface}`)
    add('segment', others.length === 0 ? null : msg`Another DHCP server answers in the same segment: ${listed(words)}`)
  }
  return states
}

const listed = (words: readonly (string | Text)[]) => joined(words.slice(0, MOST_NAMED), ', ')

async function filesFault(host: BootHost, services: BootServices, signal: AbortSignal): Promise<Text | null> {
  const manifest = await readManifest(host, signal)
  const wrong = await wrongFiles(host, plannedFiles(services, host.facts), manifest, signal)
  const words = [...wrong.map(fileWords), ...(await programFaults(host, signal))]
  return words.length === 0 ? null : listed(words)
}

async function programFaults(host: BootHost, signal: AbortSignal): Promise<Text[]> {
  try {
    return (await wrongPrograms(host, signal)).map(({ to }) => msg`${to} differs from that of its package`)
  } catch (fault) {
    if (fault instanceof PanelError) return [fault.text]
    throw fault
  }
}

async function unitFault(
  host: BootHost,
  services: BootServices,
  unit: Unit,
  signal: AbortSignal,
): Promise<Text | null> {
  const { kept, pid } = await unitState(host, unit, signal)
  if (pid === 0) return notRunning(unit)
  if (!kept) return msg`${names[unit]} runs, but nothing would start it again on the control host`
  if (!(await works[unit](host, services, signal)))
    return msg`${names[unit]} runs on the control host, and does not answer`
  if (unit !== 'dhcp') return null
  try {
    return (await isInForce(host, services, signal))
      ? null
      : msg`The DHCP server of the control host runs with another configuration than the panel's`
  } catch (fault) {
    if (fault instanceof KeaError) return msg`${names[unit]} runs on the control host, and does not answer`
    throw fault
  }
}
