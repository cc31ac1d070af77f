import { db } from '../../../../db/pool.ts'
import { transaction } from '../../../../db/transaction.ts'
import type { BootHost } from '../../../../drivers/control-host/boot/host.ts'
import { bootState } from '../../../../drivers/control-host/boot/state.ts'
import type { BootServices } from '../../../../drivers/control-host/boot/types.ts'
import { noteComponents, notesOf } from './components.ts'
import { isAtRest } from './stand.ts'

const MINUTE = 60_000
/** How often the state of all parts is looked at; other DHCP servers and the content of files less often. */
export const LOOK_MS = 5 * MINUTE
const LOOKS = { segment: 60 * MINUTE, content: 24 * 60 * MINUTE }

/** Notes how parts are; what works on the services notes by itself what it finds. */
export const noteAtRest = (id: number, states: Parameters<typeof noteComponents>[2]) =>
  transaction(async (work) => {
    if (await isAtRest(work, id)) await noteComponents(work, id, states)
  })

export type Looked = { all: number; segment: number; content: number }

/** When was looked, ms since 1970: what takes long counts over connections, so that a bad line does not have all files read again and again. */
export async function lastLooks(location_id: number): Promise<Looked> {
  const where = { location_id, component: { in: ['segment', 'artefacts'] } }
  const rows = await db().prisma.location_component.findMany({ where })
  const at = (name: string) => rows.find(({ component }) => component === name)?.checked_at.getTime() ?? 0
  return { all: 0, segment: at('segment'), content: at('artefacts') }
}

/** Looks at all parts that are due, and notes how they are. @throws SshError, PanelError when the control host does not answer */
export async function look(
  location_id: number,
  host: BootHost,
  services: BootServices,
  looked: Looked,
  signal: AbortSignal,
): Promise<void> {
  const now = Date.now()
  const due = { segment: now - looked.segment >= LOOKS.segment, content: now - looked.content >= LOOKS.content }
  const states = await bootState(host, services, due, signal)
  await noteAtRest(location_id, [{ component: 'host', fault: null }, ...notesOf(states)])
  Object.assign(looked, { all: now, ...(due.segment && { segment: now }), ...(due.content && { content: now }) })
}
