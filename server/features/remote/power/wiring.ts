import { db } from '../../../db/pool.ts'
import { PanelError } from '../../../domain/shared/errors.ts'
import { pduDrivers } from '../../../drivers/pdu/registry.ts'
import { msg } from '../../../shared/text.ts'

/**
 * An outlet that powers a server. One that its PDU does not list any more may still supply power, but cannot be
 * switched.
 */
export type WiredInput = { port_id: number; pdu_id: number; identity: number; can_switch: boolean }

const switchable = new Set(
  pduDrivers.filter(({ capabilities }) => capabilities.switch_outlets).map(({ device }) => device),
)

/** What a server gets its power by. Of one moment: it is written into the journal of the task that uses it. */
export type Wiring = { name: string; powerInputs: WiredInput[]; ipmi_id: number | null }

/** @throws PanelError 404 when the server is gone */
export async function readWiring(server_id: number): Promise<Wiring> {
  const { pool } = db()
  const { rows: servers } = await pool.query<{ name: string; ipmi_id: number | null }>(
    'select s.name, i.id as ipmi_id from server s left join ipmi i on i.server_id = s.id where s.id = $1',
    [server_id],
  )
  if (!servers[0]) throw new PanelError('not_found', msg`The server no longer exists`)
  const { rows: powerInputs } = await pool.query<Omit<WiredInput, 'can_switch'> & { device: string; gone: boolean }>(
    `select p.id as port_id, u.id as pdu_id, p.identity, u.device, p.gone
       from pdu_connection k join pdu_port p on p.id = k.pdu_port_id join pdu u on u.id = p.pdu_id
      where k.server_id = $1 order by u.id, p.identity`,
    [server_id],
  )
  return {
    ...servers[0],
    powerInputs: powerInputs.map(({ device, gone, ...powerInput }) => ({
      ...powerInput,
      can_switch: !gone && switchable.has(device),
    })),
  }
}

/** Whether cutting every outlet surely takes the power away. */
export const canBeCut = ({ powerInputs }: Wiring) =>
  powerInputs.length > 0 && powerInputs.every((powerInput) => powerInput.can_switch)

/** Owners read the words of tasks too, so it is named without what the operator calls the PDU. */
export const powerInputName = ({ identity, pdu_id }: Pick<WiredInput, 'identity' | 'pdu_id'>) =>
  msg`outlet ${identity} of PDU ${pdu_id}`
