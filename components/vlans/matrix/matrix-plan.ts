import type { MatrixPort, VlanMatrix } from '../../../server/domain/vlan/matrix.ts'

/** How a port carries a VLAN: untagged, tagged on a trunk, or untagged on a trunk. */
export type Carries = 'access' | 'tagged' | 'native'

/** The part of a port that a plan changes. */
export type PortVlans = Pick<MatrixPort, 'vlan_id' | 'is_trunk' | 'trunk_members'>

export function carries({ vlan_id, is_trunk, trunk_members }: PortVlans, vlan: number): Carries | null {
  if (vlan_id === vlan) return is_trunk ? 'native' : 'access'
  return is_trunk && trunk_members.includes(vlan) ? 'tagged' : null
}

/** A trunk of so many VLANs carries everything rather than some: its unnamed ones make no columns. */
const MANY = 256

export type MatrixColumn = { id: number; name: string }

/** Columns: the VLANs of the location, and those that its ports carry besides. */
export function matrixColumns({ vlans, ports }: Pick<VlanMatrix, 'vlans' | 'ports'>): MatrixColumn[] {
  const names = new Map(vlans.map(({ id, name }) => [id, name]))
  for (const { vlan_id, is_trunk, trunk_members } of ports) {
    const found = is_trunk && trunk_members.length <= MANY ? trunk_members : []
    for (const id of vlan_id === null ? found : [vlan_id, ...found]) if (!names.has(id)) names.set(id, '')
  }
  return [...names].map(([id, name]) => ({ id, name })).sort((a, b) => a.id - b.id)
}

/** What one cell can become; `null` is a move of the port away from the VLAN. */
export type Move = 'access' | 'tagged' | 'native' | 'untag'

/** The changes that a click on a cell offers, the plainest first. */
export function movesOf(port: PortVlans, vlan: number): Move[] {
  const now = carries(port, vlan)
  if (!port.is_trunk) return now === 'access' ? [] : ['access', 'tagged']
  if (now === 'tagged') return ['untag', 'native', 'access']
  return now === 'native' ? ['access'] : ['tagged', 'native', 'access']
}

/** The port after a move. An access port that gets a tagged VLAN becomes a trunk and keeps its own one untagged. */
export function moved(port: PortVlans, vlan: number, move: Move): PortVlans {
  const others = port.is_trunk ? port.trunk_members.filter((id) => id !== vlan) : []
  const withIt = [...others, vlan].sort((a, b) => a - b)
  switch (move) {
    case 'access':
      return { vlan_id: vlan, is_trunk: false, trunk_members: [] }
    case 'tagged':
      return { vlan_id: port.vlan_id, is_trunk: true, trunk_members: withIt }
    case 'native':
      return { vlan_id: vlan, is_trunk: true, trunk_members: others }
    case 'untag':
      return { vlan_id: port.vlan_id, is_trunk: true, trunk_members: others }
  }
}

const same = (a: readonly number[], b: readonly number[]) => a.length === b.length && a.every((one, n) => one === b[n])

/** What of a plan has to be sent: only what differs from the port, null when nothing does. */
export function editOf(port: PortVlans, plan: PortVlans) {
  const body = {
    ...(plan.vlan_id !== null && plan.vlan_id !== port.vlan_id && { vlan_id: plan.vlan_id }),
    ...(plan.is_trunk !== port.is_trunk && { is_trunk: plan.is_trunk }),
    ...(plan.is_trunk &&
      (!port.is_trunk || !same(plan.trunk_members, port.trunk_members)) && { trunk_members: plan.trunk_members }),
  }
  return Object.keys(body).length > 0 ? body : null
}

const letters: Record<Carries, string> = { access: 'A', tagged: 'T', native: 'N' }
export const letterOf = (how: Carries) => letters[how]

/** A field of a CSV file; texts of devices may begin a formula of a spreadsheet, which an apostrophe keeps a text. */
const field = (text: string) => {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The matrix as a file: a row a port, a column a VLAN, letters as on the screen. */
export function matrixCsv(
  columns: readonly MatrixColumn[],
  ports: readonly MatrixPort[],
  switchNames: ReadonlyMap<number, string>,
): string {
  const head = ['switch', 'port', 'peer', ...columns.map(({ id, name }) => (name ? `${id} ${name}` : String(id)))]
  const rows = ports.map((port) => [
    switchNames.get(port.switch) ?? '',
    port.name,
    port.peer,
    ...columns.map(({ id }) => {
      const how = carries(port, id)
      return how ? letterOf(how) : ''
    }),
  ])
  return [head, ...rows].map((row) => `${row.map(field).join(',')}\r\n`).join('')
}
