import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { type SimulatedSwitch, simulatedSwitch } from '../../../server/simulation/devices/switch/model.ts'

const execute = promisify(execFile)
const vsctl = async (...words: string[]) =>
  (await execute('ovs-vsctl', ['--db=unix:/run/ovs/db.sock', '--timeout=10', ...words])).stdout

export const defaultVlan = 10

/** How Open vSwitch has a port: `tag` untagged, `trunks` tagged. */
type PortConfig = { mode: 'access' | 'native-untagged' | 'trunk'; tag: number | null; trunks: number[] }

/** The tables of Q-BRIDGE-MIB in front of the real switch: what is written there goes into Open vSwitch, and back when that changes. */
export class VirtualSwitch {
  readonly model: SimulatedSwitch
  #applied = new Map<string, string>()
  #work: Promise<void> = Promise.resolve()

  constructor(name: string, ports: number) {
    const seeds = Array.from({ length: ports }, (_, i) => ({ name: `p${i + 1}`, vlan_id: defaultVlan }))
    this.model = simulatedSwitch({ kind: 'snmp_common', name, ports: seeds })
    for (const port of this.model.ports)
      port.if_index = Number(readFileSync(`/sys/class/net/${port.name}/ifindex`, 'utf8'))
  }

  /** Writes what differs from what was written last. */
  apply(): Promise<void> {
    this.#work = this.#work.catch(() => {}).then(() => this.#write())
    return this.#work
  }

  async #write(): Promise<void> {
    for (const port of this.model.ports) {
      const want = this.#wanted(port.number)
      const words = JSON.stringify(want)
      if (this.#applied.get(port.name) === words) continue
      const settings = [`vlan_mode=${want.mode}`, ...(want.tag === null ? [] : [`tag=${want.tag}`])]
      const trunks = want.trunks.length > 0 ? ['--', 'set', 'port', port.name, `trunks=${want.trunks.join(',')}`] : []
      const clear = ['--', 'clear', 'port', port.name, 'trunks', ...(want.tag === null ? ['tag'] : [])]
      await vsctl('set', 'port', port.name, ...settings, ...clear, ...trunks)
      this.#applied.set(port.name, words)
    }
  }

  #wanted(number: number): PortConfig {
    const pvid = this.model.ports[number - 1]?.pvid ?? 1
    const vlans = [...this.model.vlans].filter(([, vlan]) => vlan.egress.has(number))
    const tagged = vlans.filter(([, vlan]) => !vlan.untagged.has(number)).map(([id]) => id)
    const trunks = tagged.filter((id) => id !== pvid).sort((a, b) => a - b)
    if (trunks.length === 0) return { mode: 'access', tag: pvid, trunks: [] }
    const native = this.model.vlans.get(pvid)?.untagged.has(number)
    return native
      ? { mode: 'native-untagged', tag: pvid, trunks: [...trunks, pvid].sort((a, b) => a - b) }
      : { mode: 'trunk', tag: null, trunks }
  }

  /** Reads the real switch: learned addresses, and ports that were changed by hand. */
  async refresh(): Promise<void> {
    await this.#work.catch(() => {})
    const applied = new Map(this.#applied)
    const rows = await list('port', 'name,tag,trunks,vlan_mode')
    for (const [name, tag, trunks, mode] of rows) {
      const port = this.model.ports.find((each) => each.name === name)
      if (!port || applied.get(port.name) !== this.#applied.get(port.name)) continue
      const real: PortConfig = {
        mode: (mode as PortConfig['mode'][])[0] ?? 'access',
        tag: (tag as number[])[0] ?? null,
        trunks: (trunks as number[]).sort((a, b) => a - b),
      }
      if (JSON.stringify(real) !== this.#applied.get(port.name)) this.#take(port.number, real)
    }
    await this.#learn()
  }

  #take(number: number, real: PortConfig): void {
    for (const vlan of this.model.vlans.values()) {
      vlan.egress.delete(number)
      vlan.untagged.delete(number)
    }
    const vlan = (id: number) => {
      const known = this.model.vlans.get(id) ?? {
        name: `vlan${id}`,
        egress: new Set<number>(),
        untagged: new Set<number>(),
      }
      this.model.vlans.set(id, known)
      return known
    }
    for (const id of real.trunks) vlan(id).egress.add(number)
    const port = this.model.ports[number - 1]
    if (real.tag !== null && port) {
      port.pvid = real.tag
      vlan(real.tag).egress.add(number)
      vlan(real.tag).untagged.add(number)
    }
    this.#applied.set(port?.name ?? '', JSON.stringify(real))
  }

  async #learn(): Promise<void> {
    const numbers = new Map(
      (await list('interface', 'name,ofport')).map(([name, ofport]) => [(ofport as number[])[0], name as string]),
    )
    const pid = readFileSync('/run/ovs/vs.pid', 'utf8').trim()
    const { stdout } = await execute('ovs-appctl', ['-t', `/run/ovs/ovs-vswitchd.${pid}.ctl`, 'fdb/show', 'br0'])
    const found = new Map<string, string[]>()
    for (const [, number, mac = ''] of stdout.matchAll(/^\s*(\d+)\s+\d+\s+((?:[0-9a-f]{2}:){5}[0-9a-f]{2})/gm)) {
      const name = numbers.get(Number(number)) ?? ''
      found.set(name, [...(found.get(name) ?? []), mac].sort())
    }
    for (const port of this.model.ports) port.macs = found.get(port.name) ?? []
  }
}

/** Rows of a table of the switch's database; sets of OVSDB (RFC 7047, 5.1) become arrays, also of one. */
async function list(table: string, columns: string): Promise<unknown[][]> {
  const { headings, data } = JSON.parse(await vsctl('--format=json', `--columns=${columns}`, 'list', table)) as {
    headings: string[]
    data: unknown[][]
  }
  const order = columns.split(',').map((name) => headings.indexOf(name))
  const plain = (cell: unknown, name: string) =>
    Array.isArray(cell) && cell[0] === 'set' ? cell[1] : name === 'name' ? cell : [cell]
  return data.map((row) => order.map((at, i) => plain(row[at], columns.split(',')[i] ?? '')))
}
