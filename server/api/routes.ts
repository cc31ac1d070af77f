import { type AnyEndpoint, basePath, type Service } from './endpoint.ts'

/** An operation at one of the addresses under which it is reached. */
export type Route = { method: string; path: string; endpoint: AnyEndpoint }

/** Pools, networks, ranges and addresses: one id space, reached through the bases of three services. */
const ADDRESS_FAMILY = /^\/(ippool|ipnet|range|ip|userspace)(\/|$)/
const ADDRESS_BASES = [basePath.ip, `${basePath.dci}/ipmgr`, basePath.vm]

/** The part of an operation's path that all bases of the address family share; null for other operations. */
function addressPath(e: AnyEndpoint): string | null {
  if (e.service === 'dci') return e.path.startsWith('/ipmgr/') ? e.path.slice('/ipmgr'.length) : null
  return (e.service === 'ip' || e.service === 'vm') && ADDRESS_FAMILY.test(e.path) ? e.path : null
}

/** In which order the contracts are looked through for a path of `/ip/v3`. */
const order: Service[] = ['ip', 'dci', 'vm', 'auth', 'proxy']

function aliasesOf(e: AnyEndpoint): string[] {
  const shared = addressPath(e)
  return [
    ...(e.aliases ?? []),
    ...(shared === null ? [] : ADDRESS_BASES.map((base) => base + shared)),
    ...(e.service === 'proxy' && e.path.startsWith('/amt/')
      ? [`${basePath.proxy}/intel_amt${e.path.slice('/amt'.length)}`]
      : []),
  ]
}

/**
 * Every address of every operation, each taken once: an operation's own path goes before an alias of another one, and aliases
 * go by the order in which the contracts are looked through.
 */
export function routesOf(endpoints: readonly AnyEndpoint[]): Route[] {
  const routes = new Map<string, Route>()
  const add = (endpoint: AnyEndpoint, path: string) => {
    const key = `${endpoint.method} ${path.replaceAll(/\{\w+\}/g, '{}')}`
    if (!routes.has(key)) routes.set(key, { method: endpoint.method, path, endpoint })
  }
  for (const e of endpoints) add(e, basePath[e.service] + e.path)
  for (const service of order)
    for (const e of endpoints) if (e.service === service) for (const path of aliasesOf(e)) add(e, path)
  return [...routes.values()]
}

/**
 * The operations that the document of a service describes: its own, and for the address service, which shares nearly all of
 * them with the others, whatever is reached under its base.
 */
export function documented(service: Service, endpoints: readonly AnyEndpoint[]): AnyEndpoint[] {
  if (service !== 'ip') return endpoints.filter((e) => e.service === service)
  const base = `${basePath.ip}/`
  return routesOf(endpoints)
    .filter(({ path }) => path.startsWith(base))
    .map(({ path, endpoint }) => ({ ...endpoint, path: `/${path.slice(base.length)}` as const }))
}
