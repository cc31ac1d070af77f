import type { DomainLimits } from '../domain-types.ts'
import { funnelName } from './names.ts'

/** Queueing disciplines of ours have this handle, so that others' are told apart. */
const handle = 'da11:'
const bytesPerMbit = 125_000
/** What may go out at once: 20 ms' worth, and more than a large packet. */
const burstS = 0.02
const leastBurst = 20_000
/** How long a packet may wait; later ones are dropped, which is what slows a sender down. */
const waitS = 0.1

/** What the node's devices have now: their names, those with our limit, those whose arriving packets are led elsewhere. */
export type Shaped = { links: ReadonlySet<string>; limited: ReadonlySet<string>; led: ReadonlySet<string> }

/** Lines for `ip -batch` before and after those for `tc -batch`. */
export type TrafficPlan = { before: string[]; tc: string[]; after: string[] }

/** From `ls /sys/class/net` and `tc qdisc show`. */
export function parseShaped(links: string, queues: string): Shaped {
  const of = (pattern: RegExp) => new Set([...queues.matchAll(pattern)].map(([, device = '']) => device))
  return {
    links: new Set(links.split('\n').filter(Boolean)),
    limited: of(/^qdisc tbf da11: dev (\S+) root/gm),
    led: of(/^qdisc ingress ffff: dev (\S+)/gm),
  }
}

function bucket(device: string, mbitps: number): string {
  const rate = mbitps * bytesPerMbit
  const burst = Math.round(Math.max(leastBurst, rate * burstS))
  const limit = Math.round(burst + Math.max(leastBurst, rate * waitS))
  // A rate is written in bits: it may be a fraction of a Mbit/s.
  return `qdisc replace dev ${device} root handle ${handle} tbf rate ${Math.round(rate * 8)}bit burst ${burst} limit ${limit}`
}

/**
 * How a tap comes to its limits. What goes to the guest waits on the tap; what comes from it cannot wait there, so it is led
 * through a device of its own and waits on that.
 */
export function trafficPlan(tap: string, device: string, limits: DomainLimits, now: Shaped): TrafficPlan {
  const { net_in_mbitps, net_out_mbitps } = limits
  const funnel = funnelName(tap)
  const running = now.links.has(device)
  const plan: TrafficPlan = { before: [], tc: [], after: [] }
  if (running && net_in_mbitps !== undefined) plan.tc.push(bucket(device, net_in_mbitps))
  else if (now.limited.has(device)) plan.tc.push(`qdisc del dev ${device} root`)
  const led = now.led.has(device)
  if (running && net_out_mbitps !== undefined) {
    const known = now.links.has(funnel)
    if (!known) plan.before.push(`link add ${funnel} type ifb`)
    plan.before.push(`link set ${funnel} up`)
    plan.tc.push(bucket(funnel, net_out_mbitps))
    // Another's way out, such as libvirt's.
    if (led && !known) plan.tc.push(`qdisc del dev ${device} ingress`)
    if (!led || !known) plan.tc.push(`qdisc add dev ${device} ingress`)
    const all = 'protocol all prio 1 handle 800::1 u32 match u32 0 0'
    plan.tc.push(`filter replace dev ${device} parent ffff: ${all} action mirred egress redirect dev ${funnel}`)
  } else if (now.links.has(funnel)) {
    if (led) plan.tc.push(`qdisc del dev ${device} ingress`)
    plan.after.push(`link del ${funnel}`)
  }
  return plan
}
