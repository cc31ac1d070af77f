import { type PowerPauses, panelSettings, setPanelSettings } from '../../../process/settings.ts'
import { taskDefinitions } from '../../../task-definitions.ts'
import { remoteFixture } from '../remote-fixture.ts'
import { trouble } from './troubled-pdus.ts'

type Lab = Awaited<ReturnType<typeof remoteFixture>>
/** Of the file that runs: set by `startPower`. */
export let lab: Lab
export let a: Awaited<ReturnType<Lab['addPdu']>>
export let b: Awaited<ReturnType<Lab['addPdu']>>
let outlet = 0
/** Where servers without a controller stand. */
let spare: number
/** What reached the devices, in order. */
export const log: string[] = []

export const pauses = (given: Partial<PowerPauses> = {}) =>
  setPanelSettings({ ...panelSettings(), power: { outlet: 0, controller: 5, verify: 0.4, ...given } })

export const post = (path: string, body: object = {}) => lab.api.admin.post(`/dci/v3${path}`, body)
export const of = async (id: number) => (await lab.api.admin.get(`/dci/v3/server/${id}`)).body
export const history = async (id: number, who = lab.api.admin) =>
  (await who.get(`/dci/v3/server/${id}/power/history?orderby=id desc`)).body.list

/** A server on one outlet of each of these PDUs, with a controller that notes its commands and may refuse to move. */
export async function addServer(name: string, { powerInputs = [a, b], bmc = true, on = true } = {}) {
  outlet++
  const made = bmc
    ? await lab.addControlled(name, { on })
    : { server: await lab.addServer(name, spare, outlet), ipmi: 0, machine: null, peer: null }
  const move = { stuck: false }
  const { machine } = made
  if (machine) {
    const set = machine.setPower.bind(machine)
    machine.setPower = (power) => {
      if (power !== machine.on) log.push(`bmc ${power ? 'on' : 'off'}`)
      if (!move.stuck) set(power)
    }
  }
  for (const pdu of powerInputs)
    await lab.made(post('/pdu_connection', { server_id: made.server, pdu_port_id: pdu.ports[outlet - 1] }))
  const settled = await lab.until(async () => {
    const row = await of(made.server)
    return row.power_status === 'unknown' && powerInputs.length > 0 ? null : row
  })
  return {
    ...made,
    port: made.peer?.port ?? 0,
    id: made.server,
    n: outlet,
    move,
    path: `/server/${made.server}`,
    first: settled,
  }
}
/** Puts the outlets of a server where a test wants them, and has the panel read that. */
export async function set(n: number, power: boolean, pdus = [a, b]) {
  for (const pdu of pdus) {
    pdu.model.outlets[n - 1]!.on = power
    await lab.done(lab.api.admin.post(`${pdu.path}/poll`))
  }
  log.length = 0
}
export const port = (pdu: typeof a) => pdu.agent.options.port
export const outletState = async (pdu: typeof a, n: number) =>
  (await lab.api.admin.get(`${pdu.path}/port/${pdu.ports[n - 1]}`)).body.power_status

/** A rack with two PDUs, of this file's own. */
export async function startPower(): Promise<void> {
  outlet = 0
  pauses()
  lab = await remoteFixture(taskDefinitions)
  spare = await lab.addRack()
  const outlets = Array.from({ length: 32 }, () => ({ watts: 100 }))
  a = await lab.addPdu({ rack: lab.rack, unit: 40, name: 'a', outlets })
  b = await lab.addPdu({ rack: lab.rack, unit: 41, name: 'b', kind: 'raritan_snmp', outlets })
  for (const { model } of [a, b])
    model.onSwitch = ({ number, on }) => log.push(`${model.name}${number} ${on ? 'on' : 'off'}`)
}

/** Before each test: nothing is in trouble, nothing has happened. */
export function calm(): void {
  pauses()
  log.length = 0
  trouble.silent.clear()
  trouble.stuck.clear()
}
