import { plainMac, tapName } from '../../packets/names.ts'

const cards = /<interface type=["']bridge["'][\s\S]{0,8192}?<\/interface>/g
const macOf = (card: string) => /<mac address=["']([0-9a-f:]{17})["']\/>/i.exec(card)?.[1]?.toLowerCase() ?? null
const deviceOf = (card: string) => /<target dev=["']([^"'\s/]{1,15})["']\/>/.exec(card)?.[1] ?? null

/** An interface of a running domain, as libvirt describes it. */
export type Card = {
  /** In lower case. */
  mac: string
  bridge: string
  model: string
  link: 'up' | 'down'
  /** The description itself. */
  xml: string
  /** The same with its cable in or out, and on another bridge. */
  changed: (link: 'up' | 'down', bridge?: string) => string
}

/** Interfaces of a running domain, from its definition as libvirt writes it. */
export function cardsOf(xml: string): Card[] {
  return [...xml.matchAll(cards)].flatMap(([card]) => {
    const mac = macOf(card)
    if (!mac) return []
    const link = /<link state=["'](up|down)["']\/>/
    const bare = card.replace(new RegExp(link.source), '')
    return {
      mac,
      bridge: /<source\b[^>]*\bbridge=["']([^"'\s/]{1,15})["']/.exec(card)?.[1] ?? '',
      model: /<model type=["']([a-z0-9-]{1,32})["']\/>/.exec(card)?.[1] ?? '',
      link: link.exec(card)?.[1] === 'down' ? 'down' : 'up',
      xml: card,
      changed: (state, bridge) =>
        (bridge ? bare.replace(/(<source\b[^>]*\bbridge=)["'][^"']*["']/, `$1"${bridge}"`) : bare).replace(
          '</interface>',
          `<link state='${state}'/></interface>`,
        ),
    }
  })
}

/** Devices of a running domain's interfaces by MAC, from its definition as libvirt writes it. */
export function liveDevices(xml: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const [card] of xml.matchAll(cards)) {
    const mac = macOf(card)
    const device = deviceOf(card)
    // A name of any other kind is none that QEMU's interfaces have.
    if (mac && device && /^(?:dh[0-9a-z]{12}|vnet\d{1,9})$/.test(device)) found.set(mac, device)
  }
  return found
}

/**
 * The definition of a domain from before the panel had rules of its own: its interfaces get their names and lose libvirt's
 * filters and limits. Null when there is nothing to change.
 */
export function renewedDefinition(domain: string, xml: string): string | null {
  const renewed = xml.replaceAll(cards, (card) => {
    const mac = macOf(card)
    if (!mac || deviceOf(card)?.startsWith('dh')) return card
    return card
      .replace(/\s*<filterref\b[^>]*?(?:\/>|>[\s\S]*?<\/filterref>)/, '')
      .replace(/\s*<bandwidth>[\s\S]*?<\/bandwidth>/, '')
      .replace(/\s*<target dev=[^>]*\/>/, '')
      .replace('</interface>', `<target dev='${tapName(domain, plainMac(mac))}'/></interface>`)
  })
  return renewed === xml ? null : renewed
}
