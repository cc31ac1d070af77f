const OCTETS = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/

/** @returns NaN for what is no IPv4 address */
function number(address: string): number {
  const [, ...octets] = OCTETS.exec(address) ?? []
  return octets.length === 4 ? octets.reduce((sum, octet) => sum * 256 + Number(octet), 0) : Number.NaN
}

const address = (n: number) => [24, 16, 8, 0].map((bits) => Math.floor(n / 2 ** bits) % 256).join('.')

/** A pool in one spelling, `first-last`: Kea returns one whose ends are those of a prefix as this. */
export function expandPrefix(pool: string): string {
  const [first = '', bits] = pool.replaceAll(' ', '').split('/')
  return bits === undefined ? first : `${first}-${address(number(first) + 2 ** (32 - Number(bits)) - 1)}`
}
