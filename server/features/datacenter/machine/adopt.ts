import type { Context } from '../../../api/context.ts'
import { uniqueName } from '../../../api/edit.ts'
import type { Work } from '../../../db/transaction.ts'
import type { MachineAdopt } from '../../../domain/machine/schema.ts'
import { invalidInput, missingLink } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { addIpmiWithin } from '../../remote/ipmi/service.ts'
import { keepReport } from '../hardware-report/store.ts'
import { diagnoseWithin } from '../operation/service.ts'
import { addServers } from '../server/add.ts'
import { connectWithin } from '../switch-connection/service.ts'
import { claimMachine, elsewhere, settleMachine } from './claim.ts'
import { evidenceOf } from './detail.ts'

/**
 * Makes a server of a machine: its place, network cards and hardware, the cables of which a switch tells, its controller, and diagnostics when they are wanted.
 * All of it or nothing.
 * @returns the server, and the task of the diagnostics
 * @throws PanelError `wrong_state` when it was decided otherwise meanwhile, `stale` when it was found to be another one than was looked at, and what
 * its parts refuse
 */
export async function adoptMachine(ctx: Context, id: number, body: MachineAdopt) {
  const { owner, ipmi, os_template_id, setup_ipmi = false, ...server } = body
  if (setup_ipmi && os_template_id === undefined)
    throw invalidInput(msg`Diagnostics make the user of the controller: name a template of them`, 'setup_ipmi')
  return uniqueName(msg`A server`, body.name, () =>
    ctx.mutate(async (work) => {
      const { report, ...machine } = await claimMachine(work, ctx, id)
      await requireOwner(work, owner)
      const settings = { efi: report.firmware === 'uefi' }
      const mac = [machine.mac, ...machine.macs.filter((one) => one !== machine.mac)]
      const [made] = await addServers(work, [
        { body: { ...server, mac, settings }, ...(owner !== undefined && { more: { owner_id: owner } }) },
      ])
      if (typeof made !== 'number') throw made
      await requireLocation(work, made, machine.location_id)
      await keepReport(work, { server_id: made, operation_id: null, report })
      for (const port of await provenPorts(work, id))
        await connectWithin(work, { server_id: made, switch_port_id: port })
      if (ipmi) await addIpmiWithin(work, made, ipmi)
      await settleMachine(work, id, made)
      const task =
        os_template_id === undefined
          ? {}
          : await diagnoseWithin(work, ctx, made, { os_template_id, clear_hdd: 'none', setup_ipmi })
      return { id: made, ...task }
    }),
  )
}

/** @throws PanelError `invalid_input` when there is no such user */
async function requireOwner(work: Work, owner: number | undefined) {
  if (owner !== undefined && (await work.tx.account.count({ where: { id: owner } })) === 0)
    throw missingLink('owner', msg`User`, owner)
}

/** It has booted in its location, so it stands there. */
async function requireLocation(work: Work, server_id: number, location_id: number) {
  const row = await work.tx.server.findUniqueOrThrow({ where: { id: server_id } })
  if (row.location_id !== location_id) throw elsewhere(row.chassis_id === null ? 'rack' : 'chassis')
}

/** Ports that announced themselves to exactly one card, and to which nothing is connected yet. */
async function provenPorts(work: Work, id: number): Promise<number[]> {
  const told = (await evidenceOf(id, work.sql)).filter(({ by }) => by === 'lldp')
  const alone = told.filter(({ mac, port }) => told.every((one) => (one.mac === mac) === (one.port.id === port.id)))
  return alone.filter(({ is_free }) => is_free).map(({ port }) => port.id)
}
