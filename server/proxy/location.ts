/** Where a controller's web page is, as its own address bar would say it. */
export type UpstreamPlace = { address: string; port: number; tls: boolean }

const scheme = ({ tls }: UpstreamPlace) => (tls ? 'https' : 'http')

/** `10.0.0.1:8443`, without the port where it is the usual one: what a browser writes into `Host`. */
export function authority(place: UpstreamPlace): string {
  const name = place.address.includes(':') ? `[${place.address}]` : place.address
  return place.port === (place.tls ? 443 : 80) ? name : `${name}:${place.port}`
}

export const originOf = (place: UpstreamPlace) => `${scheme(place)}://${authority(place)}`

/**
 * What a redirect becomes for the browser: an address of the port's own origin. Null when it leads anywhere but to the controller's
 * own address, port and scheme; such a one is not followed and not passed on.
 * @param path of the request that was answered, for relative addresses
 * @param own origin of the port
 */
export function rewriteLocation(value: string, path: string, place: UpstreamPlace, own: string): string | null {
  if (value.length > 8_192) return null
  const base = originOf(place)
  if (!URL.canParse(value, base + path)) return null
  const to = new URL(value, base + path)
  if (to.origin !== new URL(base).origin || to.username || to.password) return null
  // Absolute, because a path may begin with two slashes, which would be another host.
  return own + to.pathname + to.search + to.hash
}
