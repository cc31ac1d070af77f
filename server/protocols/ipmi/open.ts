import { msg } from '../../shared/text.ts'
import { authCapabilities, channelSuites } from './discovery.ts'
import { completion, hasCode, IpmiError } from './errors.ts'
import { establish15 } from './establish15.ts'
import { type Credentials, type Established, establish, type Privilege } from './handshake.ts'
import { fitsKey, sameCode } from './keys.ts'
import { Link, type OpenWire, type Patience } from './link.ts'
import { netFn } from './message.ts'
import { IpmiSession } from './session.ts'
import { type CipherSuite, cipherSuite, usualSuites } from './suites.ts'

export type IpmiTarget = Credentials & {
  /** IPv4 or IPv6 address. */
  address: string
  port?: number
  /** Cipher suites that may be used, best first; 17 and 3 unless given. */
  suites?: readonly number[]
  /** Privilege asked for; the next lower one is taken when the user may not have it. Administrator unless given. */
  privilege?: Privilege
  /** GUID (16 bytes) the controller must prove. */
  guid?: Buffer | null
  /** 1.5 opens a session of IPMI 1.5, whose packets are readable; never chosen by itself. */
  version?: 1.5 | 2
  patience?: Patience
  /** The way there, where UDP does not lead there by itself. */
  wire?: OpenWire
}

export const ipmiPort = 623

/**
 * Opens a session: asks for abilities and cipher suites, exchanges keys, checks the pinned GUID, raises the privilege.
 * @throws IpmiError, or the signal's reason
 */
export async function openSession(target: IpmiTarget, signal: AbortSignal): Promise<IpmiSession> {
  check(target)
  const link = await Link.open(target.address, target.port ?? ipmiPort, signal, target.wire)
  try {
    const abilities = await authCapabilities(link, signal, target.patience)
    if (target.version === 1.5) {
      if (!abilities.speaks15 || !abilities.md5)
        throw new IpmiError('cipher', msg`The controller offers no sessions of IPMI 1.5 with MD5`)
      const made = await lowering(target.privilege ?? 4, (privilege) =>
        establish15(link, target, privilege, signal, target.patience),
      )
      return await raise(link, made.result, made.privilege, null, target, signal)
    }
    if (!abilities.speaks20) throw new IpmiError('cipher', msg`The controller supports IPMI 1.5 only`)
    const { result, privilege, suite } = await negotiate(link, target, signal)
    const { guid } = target
    if (guid && !(result.guid && sameCode(guid, result.guid)))
      throw new IpmiError('identity', msg`A different controller answers than before`)
    return await raise(link, result, privilege, suite, target, signal)
  } catch (error) {
    link.close()
    throw error
  }
}

function check({ username, password, version }: IpmiTarget): void {
  if (Buffer.byteLength(username) > 16) throw new IpmiError('user', msg`User names have at most 16 bytes`)
  const fits = version === 1.5 ? Buffer.byteLength(password) <= 16 : fitsKey(password)
  if (!fits) throw new IpmiError('password', msg`Passwords have at most ${version === 1.5 ? 16 : 20} bytes`)
}

/** Tries the suites both sides know, best first, until the controller takes one. */
async function negotiate(link: Link, target: IpmiTarget, signal: AbortSignal) {
  const wanted = (target.suites ?? usualSuites).flatMap((id) => cipherSuite(id) ?? [])
  // Where only one will do there is nothing to choose.
  const offered = wanted.length === 1 ? null : await channelSuites(link, signal)
  const common = offered ? wanted.filter((suite) => offered.includes(suite.id)) : wanted
  let last: unknown = noneInCommon(wanted, offered)
  for (const suite of common) {
    try {
      const attempt = (privilege: Privilege) => inStep(link, suite, target, privilege, signal)
      return { ...(await lowering(target.privilege ?? 4, attempt)), suite: suite.id }
    } catch (error) {
      if (!(error instanceof IpmiError)) throw error
      // Controllers that do not tell their suites may also meet unknown ones with silence.
      if (error.kind !== 'cipher' && !(error.kind === 'timeout' && !offered)) throw error
      last = error
    }
  }
  // So may others: whether it was that is asked now, for it is something else than a controller that is gone.
  if (wanted.length === 1 && last instanceof IpmiError && last.kind === 'timeout') {
    const told = await channelSuites(link, signal)
    if (told && !told.includes(wanted[0]!.id)) throw noneInCommon(wanted, told)
  }
  throw last
}

const noneInCommon = (wanted: readonly CipherSuite[], offered: readonly number[] | null) =>
  new IpmiError(
    'cipher',
    msg`No common cipher suite: the panel accepts ${wanted.map(({ id }) => id).join(', ')}, the controller offers ${offered?.join(', ') ?? ''}`,
  )

/** Once more when repetitions got the two sides out of step. */
async function inStep(link: Link, suite: CipherSuite, target: IpmiTarget, privilege: Privilege, signal: AbortSignal) {
  const attempt = () => establish(link, suite, target, privilege, signal, target.patience)
  return attempt().catch((error: unknown) => {
    if (error instanceof IpmiError && error.kind === 'timeout' && error.cause) return attempt()
    throw error
  })
}

async function lowering<T>(from: Privilege, attempt: (privilege: Privilege) => Promise<T>) {
  for (let privilege = from; ; privilege = (privilege - 1) as Privilege) {
    try {
      return { result: await attempt(privilege), privilege }
    } catch (error) {
      if (!(error instanceof IpmiError) || error.kind !== 'privilege' || privilege <= 2) throw error
    }
  }
}

/** Sets the session's privilege (22.18): sessions begin as those of a mere user. */
async function raise(
  link: Link,
  established: Established,
  limit: Privilege,
  suite: number | null,
  { patience }: IpmiTarget,
  signal: AbortSignal,
): Promise<IpmiSession> {
  const session = new IpmiSession(link, established, { suite, patience })
  for (let privilege = limit; ; privilege = (privilege - 1) as Privilege) {
    try {
      await session.command({ netFn: netFn.app, command: 0x3b, data: Buffer.from([privilege]) }, signal)
      return session
    } catch (error) {
      const tooHigh = hasCode(error, 0x80, 0x81, completion.insufficientPrivilege)
      if (tooHigh && privilege > 2) continue
      await session.close()
      throw error
    }
  }
}
