import { z } from 'zod'
import { msg } from '../../shared/text.ts'
import { KeaError } from './errors.ts'
import { type KeaLimits, keaExchange, type OpenKea } from './exchange.ts'
import type { Lease } from './leases.ts'

/** What a control host may lease at most, in one answer: some 200 000 leases. */
const LEASES_BYTES = 64 << 20
/** A configuration with many reservations. */
const CONFIG_BYTES = 32 << 20

const status = z.object({
  pid: z.number().int().positive(),
  uptime: z.number(),
  reload: z.number().optional(),
  sockets: z.object({ status: z.enum(['ready', 'retrying', 'failed']) }).optional(),
})
type Status = z.infer<typeof status>
/** Of each statistic its newest values, the last one first, each with its time. */
const statistic = z.record(z.string(), z.array(z.tuple([z.int().nonnegative(), z.string()])))
const version = z.object({ extended: z.string().max(4096) })
const leases = z.object({
  leases: z.array(
    z.object({
      'ip-address': z.string().max(15),
      'hw-address': z.string().max(64),
      'subnet-id': z.number().int(),
      cltt: z.number(),
      'valid-lft': z.number(),
      state: z.number().int(),
      hostname: z.string().max(255).default(''),
    }),
  ),
})

/** A whole configuration as Kea takes it: `{"Dhcp4": {...}}`. */
export type KeaConfig = { readonly Dhcp4: Readonly<Record<string, unknown>> }

export type Packets = { received: number; sent: number }

/** Commands of one Kea server for DHCPv4. Each opens a connection of its own. */
export class KeaClient {
  readonly #open: OpenKea

  constructor(open: OpenKea) {
    this.#open = open
  }

  async #ask<T>(schema: z.ZodType<T>, command: string, limits: KeaLimits, args: object | null = null): Promise<T> {
    const read = schema.safeParse(await keaExchange(this.#open, command, args, limits))
    if (read.success) return read.data
    throw new KeaError('malformed', msg`The answer of Kea to ${command} cannot be read`, { cause: read.error })
  }

  /** Long form of the version, several lines. */
  async version(limits: KeaLimits): Promise<string> {
    return (await this.#ask(version, 'version-get', limits)).extended
  }

  /** Process id as the server sees it; seconds since its start and since its last configuration; whether it listens at its interfaces. */
  status(limits: KeaLimits): Promise<Status> {
    return this.#ask(status, 'status-get', limits)
  }

  /** Packets that came in and answers that went out since the server was started (Kea ARM, "Statistics in the DHCPv4 Server"). */
  async packets(limits: KeaLimits): Promise<Packets> {
    const read = async (name: string) => {
      const found = await this.#ask(statistic, 'statistic-get', limits, { name })
      return found[name]?.[0]?.[0] ?? 0
    }
    return { received: await read('pkt4-received'), sent: await read('pkt4-sent') }
  }

  /** The configuration that is in force, with all defaults written out. */
  async config(limits: KeaLimits): Promise<KeaConfig> {
    const shape = z.object({ Dhcp4: z.record(z.string(), z.unknown()) })
    return await this.#ask(shape, 'config-get', { maxBytes: CONFIG_BYTES, ...limits })
  }

  /** Whether the server would take a configuration. @throws KeaError `rejected` with its reason */
  async test(config: KeaConfig, limits: KeaLimits): Promise<void> {
    await keaExchange(this.#open, 'config-test', config, { maxBytes: CONFIG_BYTES, ...limits })
  }

  /**
   * Replaces the configuration; leases stay. It is tested first: after a setting that failed Kea 2.2 reports the old configuration, and
   * answers no client any more until it is set to one that works.
   * @throws KeaError `rejected` with its reason
   */
  async set(config: KeaConfig, limits: KeaLimits): Promise<void> {
    await this.test(config, limits)
    await keaExchange(this.#open, 'config-set', config, { maxBytes: CONFIG_BYTES, ...limits })
  }

  /**
   * All leases, or those of one network card; null when the server was not given the hook library for it (`lease_cmds`).
   * @param mac only of this one
   */
  async leases(limits: KeaLimits, mac?: string): Promise<Lease[] | null> {
    const command = mac === undefined ? 'lease4-get-all' : 'lease4-get-by-hw-address'
    const args = mac === undefined ? null : { 'hw-address': mac }
    let answer: unknown
    try {
      answer = await keaExchange(this.#open, command, args, { maxBytes: LEASES_BYTES, ...limits })
    } catch (fault) {
      if (fault instanceof KeaError && fault.kind === 'unsupported') return null
      throw fault
    }
    if (answer === null) return []
    const read = leases.safeParse(answer)
    if (!read.success)
      throw new KeaError('malformed', msg`The answer of Kea to ${command} cannot be read`, { cause: read.error })
    return read.data.leases.map((one) => ({
      ip: one['ip-address'],
      mac: one['hw-address'],
      subnet: one['subnet-id'],
      hostname: one.hostname,
      expires: one.cltt + one['valid-lft'],
      state: one.state,
    }))
  }
}
