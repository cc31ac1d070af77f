import type { Context } from '../../../api/context.ts'
import { hindranceWords } from '../../../domain/operation/hindrances.ts'
import { missingLink, refused, wrongState } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { keepReport } from '../hardware-report/store.ts'
import { addLastMac } from '../server/macs.ts'
import { claimMachine, elsewhere, settleMachine } from './claim.ts'

/**
 * Adds the cards of a machine to the server that it is, as after an exchange of cards or of the board.
 * @throws PanelError `refused` when nothing shows that it is this one: the report of a machine decides what may be written to it
 */
export const joinMachine = (ctx: Context, id: number, server_id: number) =>
  ctx.mutate(async (work) => {
    const { report, ...machine } = await claimMachine(work, ctx, id)
    const [server] = await work.sql<{ name: string; location_id: number; is_it: boolean; held: boolean }>(
      `select s.name, s.location_id, s.operation_id is not null as held,
              exists (select from server_mac c where c.server_id = s.id and c.mac = any($2::text[]))
              or ($3 <> '' and $3 = (select h.report->>'serial' from hardware_report h where h.server_id = s.id order by h.id desc limit 1)) as is_it
         from server s where s.id = $1::int for no key update`,
      [server_id, machine.macs, machine.serial],
    )
    if (!server) throw missingLink('server', msg`Server`, server_id)
    if (server.location_id !== machine.location_id) throw elsewhere('server')
    if (!server.is_it)
      throw refused(
        msg`Nothing shows that this machine is the server ${server.name}: neither its serial number nor one of its network cards is known`,
        'server',
      )
    if (server.held) throw wrongState(hindranceWords.operation(server.name))
    // Those that another server has stay with it: its record says that a card has moved.
    for (const mac of machine.macs) await addLastMac(work, server_id, mac)
    await keepReport(work, { server_id, operation_id: null, report })
    await settleMachine(work, id, server_id)
    return { id: server_id }
  })
