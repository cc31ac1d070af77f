import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { stringify } from 'yaml'
import type { host } from '../../../../../generated/prisma/client.ts'
import { db } from '../../../../db/pool.ts'
import { PanelError } from '../../../../domain/shared/errors.ts'
import { cleanMessage } from '../../../../drivers/clean-message.ts'
import type { NodeConnection } from '../../../../drivers/hypervisor/types.ts'
import { panelSettings } from '../../../../process/settings.ts'
import { msg, quote, type Text } from '../../../../shared/text.ts'
import { gatewaysOf, usesDhcp } from '../guest-settings.ts'
import { networkConfig } from '../seed.ts'
import { guestInterfaces } from '../seed-input.ts'
import { guestNetworkScript } from './guest-script.ts'

/** How long the agent of a guest that has been up for a while is waited for. */
const LEAST_WAIT_MS = 5_000
const PAUSE_MS = { first: 100, most: 1_000 }
const MOST_WORDS = 300

/** Addresses that the guest is to give up, with the interface that they are on; and interfaces that it loses. */
export type Gone = { addresses: { mac: string; ip: string }[]; macs: string[] }

/** What the script finds in its environment. */
export function guestEnvironment(
  interfaces: Awaited<ReturnType<typeof guestInterfaces>>,
  dns_servers: string[],
  gone: Gone,
): Record<string, string> {
  const line = (one: (typeof interfaces)[number], n: number) => {
    const { v4, v6 } = gatewaysOf(interfaces, n)
    const kind = usesDhcp(one) ? 'dhcp' : one.no_ip ? 'none' : 'static'
    return [one.mac.toLowerCase(), kind, v4 ?? '-', v6 ?? '-', ...one.addresses.map((a) => `${a.ip}/${a.prefix}`)].join(
      ' ',
    )
  }
  return {
    NETWORK: interfaces.map(line).join('\n'),
    GONE: gone.addresses.map(({ mac, ip }) => `${mac.toLowerCase()} ${ip}`).join('\n'),
    GONE_MACS: gone.macs.map((mac) => mac.toLowerCase()).join(' '),
    DNS: dns_servers.join(' '),
    NETPLAN: stringify({ network: networkConfig({ interfaces, dns_servers }) }),
  }
}

/**
 * Has a running guest take over the addresses of its record, through its agent.
 * @returns null, or why it did not: it then does so at its next start
 * @throws what stands in the way of asking it, as a node that does not answer
 */
export async function configureGuest(
  node: NodeConnection,
  row: host,
  gone: Gone,
  signal: AbortSignal,
): Promise<Text | null> {
  const home = await db().prisma.cluster.findUniqueOrThrow({ where: { id: row.cluster_id } })
  const environment = guestEnvironment(await guestInterfaces(row.id), home.dns_servers, gone)
  const script = { token: randomBytes(16).toString('hex'), script: guestNetworkScript, environment }
  try {
    await whenItAnswers(row, signal, () => node.startGuestScript(row.internal_name, script, signal))
  } catch (fault) {
    if (fault instanceof PanelError && fault.code === 'device_rejected') return fault.text
    throw fault
  }
  try {
    return await followed(node, row.internal_name, script.token, signal)
  } catch (fault) {
    // Its agent went away meanwhile, or the guest was switched off.
    if (fault instanceof PanelError && fault.code === 'device_rejected') return fault.text
    throw fault
  } finally {
    await node.endGuestScript(row.internal_name, script.token, signal).catch(() => {})
  }
}

/** A guest that was started a moment ago has no agent yet. */
async function whenItAnswers(row: host, signal: AbortSignal, ask: () => Promise<void>): Promise<void> {
  const booting = (row.started_at?.getTime() ?? 0) + panelSettings().guestAgentSeconds * 1000
  const until = Math.max(Date.now() + LEAST_WAIT_MS, Math.min(booting, Date.now() + 60_000))
  for (;;) {
    try {
      return await ask()
    } catch (fault) {
      const silent = fault instanceof PanelError && fault.value === 'guest_agent'
      if (!silent || Date.now() >= until) throw fault
      await delay(PAUSE_MS.most, undefined, { signal })
    }
  }
}

async function followed(node: NodeConnection, name: string, token: string, signal: AbortSignal): Promise<Text | null> {
  let offset = 0
  let output = ''
  for (let pause = PAUSE_MS.first; ; pause = Math.min(PAUSE_MS.most, pause * 1.5)) {
    const now = await node.readGuestScript(name, token, offset, signal)
    output = (output + now.output).slice(-MOST_WORDS)
    offset = now.next
    if (now.state === 'lost') return msg`the configuration was interrupted inside the guest`
    if (now.state === 'ended') {
      if (now.exit_code === 0) return null
      const said = cleanMessage(output.trim().split('\n').at(-1) ?? '')
      return said ? msg`the guest answered: ${quote(said)}` : msg`the configuration failed inside the guest`
    }
    await delay(pause, undefined, { signal })
  }
}
