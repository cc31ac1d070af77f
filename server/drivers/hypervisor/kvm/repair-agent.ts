import { setTimeout as delay } from 'node:timers/promises'
import { LibvirtError } from '../../../protocols/libvirt/errors.ts'
import { procedures } from '../../../protocols/libvirt/procedures.ts'
import type { AgentRepair } from '../guest-types.ts'
import type { Agent } from './agent.ts'
import { agentChannelXml } from './domain-xml.ts'

// virDomainDeviceModifyFlags: the running domain alone.
const live = 1
const PATIENCE_S = 5
/** How long an agent may take to open a channel that is new to it, and how often it is asked. */
const openMs = 20_000
const lookEveryMs = 500

/** Whether the agent answers. */
async function answers({ link, domain, signal }: Agent): Promise<boolean> {
  const command = JSON.stringify({ execute: 'guest-ping' })
  try {
    await link.call(procedures.agentCommand, { domain, command, timeoutS: PATIENCE_S }, signal)
    return true
  } catch (error) {
    if (error instanceof LibvirtError) return false
    throw error
  }
}

const channels = /<channel\b[^>]*>(?:(?!<\/channel>)[\s\S])*<\/channel>/g

/** The channel of the agent in a running domain's XML, as libvirt writes it; null when it has none. */
export const agentChannelOf = (xml: string): string | null =>
  [...xml.matchAll(channels)].map(([one]) => one).find((one) => /name=["']org\.qemu\.guest_agent\.0["']/.test(one)) ??
  null

/**
 * Asks the agent of a running guest, and when it is silent takes its channel out and puts it in again: systems start the agent when
 * they see the channel. The definition, which has it too, stays as it is.
 */
export async function repairAgent(agent: Agent): Promise<AgentRepair> {
  const { link, domain, signal } = agent
  if (await answers(agent)) return { found: 'answers' }
  const there = agentChannelOf(await link.call(procedures.domainXml, { domain, flags: 0 }, signal))
  try {
    if (there) await link.call(procedures.detachDevice, { domain, xml: there, flags: live }, signal)
    if (there && !(await isGone(agent))) return { found: 'held' }
    await link.call(procedures.attachDevice, { domain, xml: agentChannelXml(), flags: live }, signal)
  } catch (error) {
    if (error instanceof LibvirtError) return { found: 'held' }
    throw error
  }
  const deadline = Date.now() + openMs
  while (Date.now() < deadline) {
    if (await answers(agent)) return { found: 'replugged' }
    await delay(lookEveryMs, undefined, { signal })
  }
  return { found: 'silent' }
}

async function isGone({ link, domain, signal }: Agent): Promise<boolean> {
  const deadline = Date.now() + openMs
  for (;;) {
    if (!agentChannelOf(await link.call(procedures.domainXml, { domain, flags: 0 }, signal))) return true
    if (Date.now() >= deadline) return false
    await delay(lookEveryMs, undefined, { signal })
  }
}
