import { deviceRejected } from '../../../domain/shared/errors.ts'
import type { ExecResult, SshConnection } from '../../../protocols/ssh/connection.ts'
import { msg } from '../../../shared/text.ts'
import type { DomainLimits, InterfaceSpec } from '../domain-types.ts'
import { failed } from '../linux/failed.ts'
import type { PacketCounters } from '../packet-types.ts'
import { forget, keep } from './boot.ts'
import { noNft } from './check.ts'
import { parseCounters } from './counters.ts'
import { domainKey, parts, tapName } from './names.ts'
import { domainRules, type Held, heldMaps, parseHeld, removal, sharedRules } from './rules.ts'
import { parseShaped, type Shaped, trafficPlan } from './traffic.ts'

const mostOutput = 16 << 20
const missing = 127
/** Nothing is counted in the others. */
const withCounters = parts.filter((part) => part !== 'con')
const keyOf = ({ map, key }: Held) => `${map} ${key}`

/** Packet rules and traffic limits of a node's VMs: nftables (family bridge) and tc, by the names of taps. */
export class NodeRules {
  readonly #ssh: SshConnection

  constructor(ssh: SshConnection) {
    this.#ssh = ssh
  }

  /**
   * Makes rules and limits of a domain what is given, in one step of the kernel for the rules. Limits reach interfaces that
   * exist: those of a domain that runs.
   *
   * @param live devices that interfaces have now, by MAC; none of a domain that is off
   */
  async set(
    domain: string,
    interfaces: readonly InterfaceSpec[],
    limits: DomainLimits,
    live: ReadonlyMap<string, string>,
    signal: AbortSignal,
  ): Promise<void> {
    const { rules, held } = domainRules(domain, interfaces, live)
    const limited = limits.net_in_mbitps !== undefined || limits.net_out_mbitps !== undefined
    const shaped = this.#shaped(limited, signal)
    const known = await this.#held(domain, held.length > 0, signal)
    const stay = new Set(held.map(keyOf))
    const gone = known.filter((one) => !stay.has(keyOf(one)))
    const lines = [...removal(gone, new Set(held.map(({ tap }) => tap))), ...rules]
    if (lines.length > 0) await this.#load([...sharedRules, ...lines], signal)
    // After the next start of the node its taps have no other names.
    const kept = domainRules(domain, interfaces, new Map()).rules
    if (kept.length > 0) await keep(this.#ssh, domain, kept, signal)
    else await forget(this.#ssh, domain, signal)
    await this.#shape(domain, interfaces, limits, live, await shaped, signal)
  }

  /** Takes away all that a domain has; nothing when it has nothing. */
  async remove(domain: string, signal: AbortSignal): Promise<void> {
    const shaped = this.#shaped(false, signal)
    const known = await this.#held(domain, false, signal)
    if (known.length > 0) await this.#load([...sharedRules, ...removal(known, new Set())], signal)
    await forget(this.#ssh, domain, signal)
    await this.#shape(domain, [], {}, new Map(), await shaped, signal)
  }

  async counters(domain: string, signal: AbortSignal): Promise<PacketCounters> {
    const taps = new Set((await this.#held(domain, false, signal)).map(({ tap }) => tap))
    // Not the whole table, which is large on a large node; nft lists one chain at a time.
    const listed = await Promise.all(
      [...taps].flatMap((tap) =>
        withCounters.map(async (part) => {
          const argv = ['nft', 'list', 'chain', 'bridge', 'datahall', `${tap}.${part}`]
          const one = await this.#ssh.exec(argv, { signal, maxOutput: mostOutput })
          if (one.code !== 0) throw failed('nft', one)
          return one.stdout
        }),
      ),
    )
    return parseCounters(domain, listed.join(''))
  }

  /** For which devices the node holds rules of a domain. */
  async #held(domain: string, needed: boolean, signal: AbortSignal): Promise<Held[]> {
    const listed = await Promise.all(
      heldMaps.map((map) =>
        this.#ssh.exec(['nft', 'list', 'map', 'bridge', 'datahall', map], { signal, maxOutput: mostOutput }),
      ),
    )
    if (needed && listed.some(({ code }) => code === missing)) throw noNft()
    // Neither the table nor a map: nothing was ever set here, or the rules were flushed.
    const there = listed.map(({ code, stdout }) => (code === 0 ? stdout : '')).join('\n')
    return parseHeld(there).filter(({ tap }) => tap.slice(2, 9) === domainKey(domain))
  }

  async #load(rules: string[], signal: AbortSignal): Promise<void> {
    const loaded = await this.#ssh.exec(['nft', '-f', '-'], { signal, stdin: `${rules.join('\n')}\n` })
    if (loaded.code !== 0) throw failed('nft', loaded)
  }

  async #shape(
    domain: string,
    interfaces: readonly InterfaceSpec[],
    limits: DomainLimits,
    live: ReadonlyMap<string, string>,
    now: Shaped,
    signal: AbortSignal,
  ): Promise<void> {
    const wanted = new Set<string>()
    for (const { mac } of interfaces) {
      const tap = tapName(domain, mac)
      wanted.add(tap.slice(2))
      const { before, tc, after } = trafficPlan(tap, live.get(mac.toLowerCase()) ?? tap, limits, now)
      await this.#batch('ip', before, signal)
      await this.#batch('tc', tc, signal)
      await this.#batch('ip', after, signal)
    }
    const left = [...now.links].filter(
      (link) => link.startsWith(`di${domainKey(domain)}`) && link.length === 14 && !wanted.has(link.slice(2)),
    )
    await this.#batch(
      'ip',
      left.map((link) => `link del ${link}`),
      signal,
    )
  }

  /** Read beside the rules, which are set also where it fails. */
  #shaped(limited: boolean, signal: AbortSignal): Promise<Shaped> {
    const reading = this.#readShaped(limited, signal)
    reading.catch(() => undefined)
    return reading
  }

  async #readShaped(limited: boolean, signal: AbortSignal): Promise<Shaped> {
    const options = { signal, maxOutput: mostOutput }
    const [links, queues] = await Promise.all([
      this.#ssh.exec(['ls', '/sys/class/net'], options),
      this.#ssh.exec(['tc', 'qdisc', 'show'], options),
    ])
    if (links.code !== 0) throw failed('ls', links)
    if (queues.code !== 0 && limited) throw queues.code === missing ? noTc() : failed('tc', queues)
    return parseShaped(links.stdout, queues.code === 0 ? queues.stdout : '')
  }

  async #batch(program: 'ip' | 'tc', lines: string[], signal: AbortSignal): Promise<void> {
    if (lines.length === 0) return
    const done = await this.#ssh.exec([program, '-batch', '-'], { signal, stdin: `${lines.join('\n')}\n` })
    if (done.code !== 0) throw noLimit(program, done)
  }
}

const noTc = () => deviceRejected(msg`tc is missing on the node: install iproute2 (Debian, Ubuntu) or iproute-tc`)

/** The kernel's own words name neither the module nor the purpose. */
function noLimit(program: string, result: ExecResult): Error {
  if (!/unknown device type|not supported|no such file or directory|specified qdisc/i.test(result.stderr))
    return failed(program, result)
  return deviceRejected(
    msg`The node's kernel cannot limit traffic: it needs the modules ifb, sch_tbf, sch_ingress, cls_u32 and act_mirred`,
    { cause: failed(program, result) },
  )
}
