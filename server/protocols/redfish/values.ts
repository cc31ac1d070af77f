import { msg } from '../../shared/text.ts'
import { RedfishError } from './errors.ts'

/** An object of JSON from a device: nothing in it is sure, so everything is read through the functions here. */
export type Resource = Record<string, unknown>

const own = (from: Resource, name: string): unknown => (Object.hasOwn(from, name) ? from[name] : undefined)

const isObject = (value: unknown): value is Resource =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** @throws RedfishError protocol_error when it is no JSON object */
export function parseResource(body: Buffer): Resource {
  let value: unknown
  try {
    value = JSON.parse(body.toString())
  } catch (cause) {
    throw new RedfishError('protocol_error', msg`The answer is not JSON`, { cause })
  }
  if (!isObject(value)) throw new RedfishError('protocol_error', msg`The answer is not a JSON object`)
  return value
}

/** The object below a path of names; empty when there is none. */
export function part(from: Resource, ...path: string[]): Resource {
  let at = from
  for (const name of path) {
    const next = own(at, name)
    if (!isObject(next)) return {}
    at = next
  }
  return at
}

/** Objects of a list, at most `max`. */
export function list(from: Resource, name: string, max = 1_000): Resource[] {
  const found = own(from, name)
  return Array.isArray(found) ? found.slice(0, max).filter(isObject) : []
}

export const text = (from: Resource, name: string): string => {
  const value = own(from, name)
  return typeof value === 'string' ? value.slice(0, 1_000) : ''
}

export const number = (from: Resource, name: string): number | null => {
  const value = own(from, name)
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

export const flag = (from: Resource, name: string): boolean => own(from, name) === true

/** Texts of a list; null when the resource does not have the list. */
export function texts(from: Resource, name: string): string[] | null {
  const found = own(from, name)
  if (!Array.isArray(found)) return null
  return found.slice(0, 1_000).filter((each): each is string => typeof each === 'string')
}

const origin = 'https://device.invalid'

/**
 * The path behind a link of a device. Whatever the device writes there, a request goes to the device itself and below `/redfish/`.
 *
 * @throws RedfishError protocol_error
 */
export function linkPath(value: unknown): string {
  if (typeof value === 'string' && value.length <= 1_024 && /^\/[^\s\\]*$/.test(value) && URL.canParse(value, origin)) {
    const url = new URL(value, origin)
    // `//host/` and encoded dots are seen here as what they are.
    if (url.origin === origin && url.pathname.startsWith('/redfish/')) return url.pathname + url.search
  }
  throw new RedfishError(
    'protocol_error',
    msg`A link of the device leads elsewhere: ${typeof value === 'string' ? value.slice(0, 100) : typeof value}`,
  )
}

/** The path behind `{ "@odata.id": … }` below a name, or null when the resource has none. */
export function linkAt(from: Resource, name: string): string | null {
  const value = own(part(from, name), '@odata.id')
  return value === undefined || value === null ? null : linkPath(value)
}

/** Paths behind a list of links. */
export const linksAt = (from: Resource, name: string, max = 1_000): string[] =>
  list(from, name, max).flatMap((each) => (text(each, '@odata.id') ? [linkPath(own(each, '@odata.id'))] : []))
