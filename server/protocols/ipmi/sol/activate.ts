import { msg } from '../../../shared/text.ts'
import { atLeast } from '../bytes.ts'
import type { Commander } from '../commands/commander.ts'
import { hasCode, IpmiError } from '../errors.ts'
import { netFn } from '../message.ts'
import { payloadType } from '../packet.ts'

/** The first, and with nearly all controllers the only, instance. */
const instance = 1
const header = 4
/** A console needs no more at once, and controllers announce larger buffers than they have. */
const mostCharacters = 200

/**
 * Activates Serial over LAN on a session (Activate Payload, IPMI 2.0, 24.1).
 * @param options `encrypted` as the session is; `takeOver` ends a console that another session has
 * @returns how many characters a packet to the controller may carry
 * @throws IpmiError busy when another session has the console, refused when it is switched off
 */
export async function activateSol(
  on: Commander,
  options: { encrypted: boolean; authenticated: boolean; takeOver: boolean },
  signal: AbortSignal,
): Promise<number> {
  const flags = (options.encrypted ? 0x80 : 0) | (options.authenticated ? 0x40 : 0)
  const request = { netFn: netFn.app, command: 0x48, data: Buffer.from([payloadType.sol, instance, flags, 0, 0, 0]) }
  const activate = () => on.command(request, signal)
  const data = await activate().catch(async (error: unknown) => {
    if (!hasCode(error, 0x80)) throw rejection(error)
    if (!options.takeOver)
      throw new IpmiError('busy', msg`Another session has the serial console`, { code: error.code, cause: error })
    await deactivateSol(on, signal)
    return activate().catch((again: unknown) => Promise.reject(rejection(again)))
  })
  const inbound = atLeast(data, 8, msg`Activation of the console`).readUInt16LE(4)
  return Math.min(Math.max(inbound - header, 1), mostCharacters)
}

/** Deactivates Serial over LAN (Deactivate Payload, 24.2); that it was not active is no error. */
export async function deactivateSol(on: Commander, signal: AbortSignal): Promise<void> {
  const data = Buffer.from([payloadType.sol, instance, 0, 0, 0, 0])
  await on.command({ netFn: netFn.app, command: 0x49, data }, signal).catch((error: unknown) => {
    if (!hasCode(error, 0x80)) throw error
  })
}

function rejection(error: unknown): unknown {
  if (hasCode(error, 0x80, 0x82))
    return new IpmiError('busy', msg`Another session has the serial console`, { code: error.code, cause: error })
  if (hasCode(error, 0x81))
    return new IpmiError('refused', msg`Serial over LAN is turned off`, { code: error.code, cause: error })
  if (hasCode(error, 0x83, 0x84))
    return new IpmiError('refused', msg`The serial console does not fit the encryption of the session`, {
      code: error.code,
      cause: error,
    })
  return error
}
