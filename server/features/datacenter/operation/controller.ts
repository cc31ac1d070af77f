import type { ipmi, operation } from '../../../../generated/prisma/client.ts'
import { recordAudit } from '../../../audit/seal.ts'
import { db } from '../../../db/pool.ts'
import { lockRow, type Work } from '../../../db/transaction.ts'
import { type IpmiType, ipmiTypes } from '../../../domain/ipmi/kinds.ts'
import type { OperationResult } from '../../../domain/operation/result.ts'
import { deviceRejected, PanelError, wrongState } from '../../../domain/shared/errors.ts'
import { panelSettings } from '../../../process/settings.ts'
import { whyNoController } from '../../../proxy/address.ts'
import { msg } from '../../../shared/text.ts'
import type { TaskContext } from '../../../tasks/define.ts'
import { addIpmiWithin, setLoginWithin } from '../../remote/ipmi/service.ts'
import { withoutAddress } from '../../remote/power/devices.ts'
import { begin } from './begin.ts'
import { readOperation } from './record.ts'
import { secretsOf } from './secrets.ts'
import { signIn } from './sign-in.ts'

const SIGN_IN_MS = 3 * 60_000

/** What the audit chain calls it. */
const SET_UP_AS = 'CONTROLLER SETUP'

/** Where a controller was signed in to, and with how much of the password; stored with the task, so without secrets. */
type Tried = { id: number | null; type: IpmiType; ip: string; port: number | null; characters: number }

/**
 * Signs in to a controller that was set up from inside, as it is reached otherwise, and keeps the new user only when that works: until then the old one stays.
 * @throws PanelError with the reason, without the address of the controller
 */
export async function setUpController(t: TaskContext, { id }: operation): Promise<void> {
  await begin(t, id, 'controller_login', 95, msg`Signing in to the controller over its network`)
  const tried = await t.step('controller_login', (signal) => tryController(id, signal), { timeoutMs: SIGN_IN_MS })
  if (tried) await t.stepTx('controller_kept', (work) => keepController(work, id, tried))
}

/** @returns null when the operation was ended meanwhile */
async function tryController(id: number, signal: AbortSignal): Promise<Tried | null> {
  const row = await readOperation(id)
  const { controller: login } = secretsOf(row)
  if (row.ended_at !== null || !login) return null
  const known = await db().prisma.ipmi.findUnique({ where: { server_id: row.server_id } })
  const place = known ? placeOf(known) : reportedPlace(row)
  try {
    const characters = await signIn(
      { ...place, ...login, server_id: row.server_id, identity: known?.identity ?? null },
      signal,
    )
    return { ...place, characters }
  } catch (fault) {
    const plain = withoutAddress(fault, place.ip)
    if (!(plain instanceof PanelError)) throw plain
    throw deviceRejected(
      msg`The new user of the controller does not work over the network, and the panel keeps the one it has: ${plain.text}`,
      { cause: fault },
    )
  }
}

const placeOf = ({ id, type, ip, port }: ipmi) => ({ id, type: type as IpmiType, ip, port })

/** A controller that the panel did not know: where it says it is, which may be anything. */
function reportedPlace({ result }: operation) {
  const ip = (result as OperationResult | null)?.controller?.now?.address ?? ''
  const [type] = ipmiTypes
  const why = whyNoController(ip, 1, { loopback: panelSettings().proxyLoopback, ports: () => false })
  if (why || ip.includes(':'))
    throw deviceRejected(msg`The controller has no address: connect its network port, or give it one`)
  return { id: null, type, ip, port: null }
}

/** Writes down the new user, in the place where it was tried. @returns false when the operation was ended meanwhile */
async function keepController(work: Work, id: number, { characters, ...place }: Tried): Promise<boolean> {
  const row = await openOperation(work, id)
  const { controller: login } = row ? secretsOf(row) : {}
  if (!row || !login) return false
  const { server_id, account_id } = row
  const user = { username: login.username, password: login.password.slice(0, characters) }
  const mac = (row.result as OperationResult | null)?.controller?.now?.mac ?? ''
  const entity_id =
    place.id === null
      ? await addController(work, server_id, { type: place.type, ip: place.ip, ...user }, mac)
      : await setLoginWithin(work, { ...place, id: place.id }, user)
  await recordAudit(work, [
    {
      ...{ account_id, operation: SET_UP_AS, entity: 'ipmi', entity_id },
      input: { server: server_id, username: user.username },
      request_id: `operation-${id}`,
    },
  ])
  return true
}

/** Lock order: the server before what belongs to it. */
async function openOperation(work: Work, id: number) {
  await work.sql(
    'select s.id from server s join operation o on o.server_id = s.id where o.id = $1::int for no key update of s',
    [id],
  )
  await lockRow(work, 'operation', id)
  return work.tx.operation.findFirst({ where: { id, ended_at: null } })
}

const MAC = /^([0-9a-f]{2}:){5}[0-9a-f]{2}$/i

/** @throws PanelError `wrong_state` when somebody has added one meanwhile */
async function addController(
  work: Work,
  server_id: number,
  login: { type: IpmiType; ip: string; username: string; password: string },
  mac: string,
): Promise<number> {
  if ((await work.tx.ipmi.count({ where: { server_id } })) > 0)
    throw wrongState(msg`A management controller was added meanwhile: it was left as it is`)
  const real = MAC.test(mac) && !/^[0:]+$/.test(mac)
  return (await addIpmiWithin(work, server_id, { ...login, ...(real && { mac }) })).id
}
