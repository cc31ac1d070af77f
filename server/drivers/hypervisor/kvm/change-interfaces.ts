import { setTimeout as delay } from 'node:timers/promises'
import { LibvirtError } from '../../../protocols/libvirt/errors.ts'
import { type Domain, procedures } from '../../../protocols/libvirt/procedures.ts'
import { msg, quote, type Text } from '../../../shared/text.ts'
import { cleanMessage } from '../../clean-message.ts'
import type { InterfaceSpec } from '../domain-types.ts'
import { interfaceXml } from './domain-xml.ts'
import type { LibvirtLink } from './libvirt-link.ts'
import { type Card, cardsOf } from './packets/old-definitions.ts'

// virDomainDeviceModifyFlags: the running domain alone. Its definition is written as a whole.
const live = 1
/** How long a guest may take to give an interface back, and how often it is looked at. */
const releaseMs = 10_000
const lookEveryMs = 200

type Running = { link: LibvirtLink; domain: Domain; signal: AbortSignal }

async function cards({ link, domain, signal }: Running): Promise<Card[]> {
  return cardsOf(await link.call(procedures.domainXml, { domain, flags: 0 }, signal))
}

const byMac = (interfaces: readonly InterfaceSpec[]) =>
  new Map(interfaces.map((one) => [one.mac.toLowerCase(), one] as const))

/** Whether a running interface cannot become what is wanted without being taken out. */
const mustGo = (card: Card, wanted: InterfaceSpec | undefined) => !wanted || wanted.model !== card.model

/** Pulls the cable of interfaces that a running domain is to lose: they carry nothing from now on, whatever the guest does. */
export async function cutOff(running: Running, interfaces: readonly InterfaceSpec[]): Promise<void> {
  const wanted = byMac(interfaces)
  for (const card of await cards(running)) {
    if (!mustGo(card, wanted.get(card.mac)) || card.link === 'down') continue
    const { link, domain, signal } = running
    const xml = card.changed('down')
    await link.call(procedures.updateDevice, { domain, xml, flags: live }, signal)
  }
}

/**
 * Brings the interfaces of a running domain to those of its definition.
 * @returns why some wait for the next start, or null
 * @throws LibvirtError when they could not be had at a start either
 */
export async function plugInterfaces(
  running: Running,
  name: string,
  interfaces: readonly InterfaceSpec[],
): Promise<Text | null> {
  const { link, domain, signal } = running
  const wanted = byMac(interfaces)
  const present = await cards(running)
  let waiting: Text | null = null
  for (const card of present) {
    const item = wanted.get(card.mac)
    if (item && !mustGo(card, item)) {
      if (card.bridge !== item.bridge || card.link === 'down') {
        const xml = card.changed('up', item.bridge)
        await link.call(procedures.updateDevice, { domain, xml, flags: live }, signal)
      }
    } else if (!(await takeOut(running, card))) waiting = msg`the guest did not release the interface ${card.mac}`
  }
  const held = new Set((await cards(running)).map(({ mac }) => mac))
  for (const item of interfaces) {
    if (held.has(item.mac.toLowerCase())) continue
    try {
      await link.call(procedures.attachDevice, { domain, xml: interfaceXml(item, name), flags: live }, signal)
    } catch (error) {
      // The only thing that a start mends: then slots are counted anew.
      if (!(error instanceof LibvirtError) || !/no more available PCI|no free PCI|hotplug/i.test(error.message))
        throw error
      waiting = quote(cleanMessage(error.message))
    }
  }
  return waiting
}

/** Whether the guest has let go of it in time. */
async function takeOut(running: Running, card: Card): Promise<boolean> {
  const { link, domain, signal } = running
  const deadline = Date.now() + releaseMs
  try {
    await link.call(procedures.detachDevice, { domain, xml: card.xml, flags: live }, signal)
  } catch (error) {
    // Asked for before: the guest is still at it.
    if (!(error instanceof LibvirtError) || !/in the process of unplug|already pending/i.test(error.message))
      throw error
  }
  for (;;) {
    if (!(await cards(running)).some(({ mac }) => mac === card.mac)) return true
    if (Date.now() >= deadline) return false
    await delay(lookEveryMs, undefined, { signal })
  }
}
