import type { IpmiType } from '../../../domain/ipmi/kinds.ts'
import { PanelError } from '../../../domain/shared/errors.ts'
import { bmcDriver } from '../../../drivers/bmc/registry.ts'
import { pause } from '../../../shared/abort.ts'
import { routeToServer } from '../../remote/proxy-location/route.ts'

/** So long a controller may take until it knows a new user or answers at a new address. */
const PATIENCE_MS = 60_000
const AGAIN_MS = 3000
/** Controllers that lock users out do so after three wrong passwords or more. */
const GUESSES = 2
/** IPMI 1.5 has passwords of 16 characters, and some controllers keep no more of a longer one without a word. */
const SHORT = 16

type Login = {
  server_id: number
  type: IpmiType
  ip: string
  port: number | null
  username: string
  password: string
  identity: string | null
}

/**
 * Signs in to a controller, through the relay of its location where there is one, and asks for the power of its server.
 * @returns how many characters of the password it knows
 * @throws PanelError of the driver
 */
export async function signIn(login: Login, signal: AbortSignal): Promise<number> {
  const until = Date.now() + PATIENCE_MS
  for (let guesses = 1; ; ) {
    try {
      return await eitherLength(login, signal)
    } catch (fault) {
      if (!(fault instanceof PanelError) || Date.now() > until) throw fault
      if (fault.code !== 'device_unreachable' && guesses++ >= GUESSES) throw fault
    }
    await pause(AGAIN_MS, signal)
  }
}

async function eitherLength(login: Login, signal: AbortSignal): Promise<number> {
  const { length } = login.password
  try {
    await once(login, length, signal)
    return length
  } catch (fault) {
    if (!(fault instanceof PanelError) || fault.code !== 'device_rejected' || fault.value === 'identity') throw fault
    await once(login, SHORT, signal)
    return SHORT
  }
}

async function once(
  { server_id, type, ip, port, username, password, identity }: Login,
  length: number,
  signal: AbortSignal,
) {
  const route = await routeToServer(server_id)
  const way = { address: ip, ...(port !== null && { port }), ...(route && { route }) }
  const bmc = bmcDriver(type).connect({ ...way, username, password: password.slice(0, length), identity })
  try {
    await bmc.power(signal)
  } finally {
    await bmc.close()
  }
}
