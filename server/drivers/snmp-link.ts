import { isIPv4 } from 'node:net'
import { deviceRejected, deviceUnreachable, type PanelError, refused } from '../domain/shared/errors.ts'
import { errorStatus, SnmpError } from '../protocols/snmp/errors.ts'
import { entPhysicalTable, system } from '../protocols/snmp/mibs/system.ts'
import { type SnmpCredentials, SnmpSession, type SnmpTarget } from '../protocols/snmp/session.ts'
import { readTable } from '../protocols/snmp/table.ts'
import { cleaned, cleanText, type Varbind } from '../protocols/snmp/values.ts'
import { msg, type Text } from '../shared/text.ts'
import { agentPort } from './agent-port.ts'
import { deviceNames, silentOverSnmp } from './device-messages.ts'
import type { DeviceSystem, SnmpParams } from './snmp-params.ts'

/** Checks parameters and makes the target of a session. @throws PanelError refused, `value` names the field */
export function snmpTarget(address: string, params: SnmpParams | null): SnmpTarget {
  if (!params) throw refused(msg`This device is read over SNMP: SNMP parameters are needed`, 'snmp_params')
  const host = params.hostname || address
  if (!isIPv4(host)) throw refused(msg`"${host}" is not an IPv4 address`, params.hostname ? 'hostname' : 'ip')
  return { address: host, port: params.port ?? agentPort(host), credentials: credentials(params) }
}

function credentials(params: SnmpParams): SnmpCredentials {
  if (params.version !== 'snmp_v3') {
    if (!params.community) throw refused(msg`SNMP versions 1 and 2c need a community`, 'community')
    return { version: params.version === 'snmp_v1' ? 1 : 2, community: params.community }
  }
  const { security_username, security_level, auth_password, privacy_password } = params
  if (!security_username) throw refused(msg`SNMP version 3 needs a user name`, 'security_username')
  const user = { version: 3, user: security_username } as const
  if (!security_level || security_level === 'no_auth_or_privacy') return { ...user, auth: null, privacy: null }
  if (!auth_password) throw refused(msg`This security level needs an authentication password`, 'auth_password')
  const auth = { protocol: params.auth_protocol === 'MD5' ? 'md5' : 'sha', password: auth_password } as const
  if (security_level === 'auth_without_privacy') return { ...user, auth, privacy: null }
  if (!privacy_password) throw refused(msg`This security level needs a privacy password`, 'privacy_password')
  const privacy = { protocol: params.privacy_protocol === 'DES' ? 'des' : 'aes', password: privacy_password } as const
  return { ...user, auth, privacy }
}

/** An SNMP session whose failures become PanelErrors: `device_unreachable` and `device_rejected`. */
export class SnmpLink {
  readonly session: SnmpSession
  readonly #what: 'switch' | 'pdu'

  constructor(what: 'switch' | 'pdu', target: SnmpTarget) {
    this.#what = what
    this.session = new SnmpSession(target)
  }

  /** Runs reads or writes of the session. @throws PanelError, or the signal's reason */
  async run<T>(use: (session: SnmpSession) => Promise<T>): Promise<T> {
    try {
      return await use(this.session)
    } catch (error) {
      throw error instanceof SnmpError ? this.#words(error) : error
    }
  }

  #words(error: SnmpError): PanelError {
    const { address, credentials } = this.session.target
    const name = deviceNames[this.#what].at(address)
    switch (error.kind) {
      case 'timeout':
      case 'closed': {
        const words = silentOverSnmp(name, credentials.version === 3)
        return deviceUnreachable(words, { cause: error })
      }
      case 'unreachable':
        return deviceUnreachable(msg`${name} cannot be reached: ${error.text}`, { cause: error })
      case 'auth':
        return deviceRejected(msg`${name} rejected the SNMP sign-in: ${error.text}`, { cause: error })
      case 'refused':
        return deviceRejected(rejection(name, error), { cause: error })
      case 'limit_exceeded':
      case 'protocol_error':
        return deviceRejected(msg`${name} gives unusable answers: ${cleaned(error.text)}`, { cause: error })
    }
  }
}

function rejection(name: Text, error: SnmpError): Text {
  switch (error.status) {
    case errorStatus.readOnly:
    case errorStatus.noAccess:
    case errorStatus.authorizationError:
      return msg`${name} does not allow this with these SNMP credentials. Enter credentials with write access`
    case errorStatus.noSuchName:
    case errorStatus.notWritable:
      return msg`${name} does not offer this setting over SNMP`
    default:
      return msg`${name} rejected the change: ${cleaned(error.text)}`
  }
}

const shown = (varbind: Varbind | undefined, maxLength = 255) =>
  Buffer.isBuffer(varbind?.value) ? cleanText(varbind.value, maxLength) : ''

/** Reads system group and the chassis of ENTITY-MIB. */
export async function readSystem(session: SnmpSession, signal: AbortSignal): Promise<DeviceSystem> {
  const oids = [
    system.sysDescr,
    system.sysObjectID,
    system.sysUpTime,
    system.sysContact,
    system.sysName,
    system.sysLocation,
  ]
  const [description, objectId, uptime, contact, name, location] = await session.get(oids, signal)
  const chassis = await readChassis(session, signal)
  return {
    name: shown(name),
    description: shown(description, 1_024),
    location: shown(location),
    contact: shown(contact),
    object_id: typeof objectId?.value === 'string' ? objectId.value : '',
    uptime_s: typeof uptime?.value === 'number' ? Math.floor(uptime.value / 100) : 0,
    ...chassis,
  }
}

const chassisColumns = [
  'entPhysicalClass',
  'entPhysicalFirmwareRev',
  'entPhysicalSoftwareRev',
  'entPhysicalSerialNum',
  'entPhysicalModelName',
] as const

async function readChassis(session: SnmpSession, signal: AbortSignal) {
  const rows = await readTable(session, entPhysicalTable, chassisColumns, signal).catch((error: unknown) => {
    // A modular switch may list more parts than we want to hear of: then it stays without model.
    if (error instanceof SnmpError && (error.kind === 'limit_exceeded' || error.kind === 'refused')) return []
    throw error
  })
  const chassis = rows.find((row) => row.entPhysicalClass === 3) ?? rows.find((row) => row.entPhysicalSerialNum)
  return {
    model: chassis?.entPhysicalModelName ?? '',
    serial: chassis?.entPhysicalSerialNum ?? '',
    firmware: chassis?.entPhysicalSoftwareRev || chassis?.entPhysicalFirmwareRev || '',
  }
}

/** Reads one number, or null when the device has none. */
export async function readNumber(session: SnmpSession, oid: string, signal: AbortSignal): Promise<number | null> {
  const [varbind] = await session.get([oid], signal)
  return typeof varbind?.value === 'number' ? varbind.value : null
}
