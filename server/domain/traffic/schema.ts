import { z } from 'zod'
import { rule } from '../../shared/rule.ts'

const seconds = z
  .string()
  .regex(/^[0-9]{1,11}$/, rule`a whole number`)
  .transform(Number)
  .meta({ type: 'integer' })
/** Unix time as a query carries it. */
const unixTime = z.union([z.int().min(0).max(99_999_999_999), seconds]).meta({ type: 'integer' })

/** Without `from` it is the last day, without `to` it ends now. */
export const trafficSpan = z.object({
  from: unixTime.optional().describe('Unix time in seconds; by default a day before the end'),
  to: unixTime.optional().describe('Unix time in seconds; by default now'),
})
export const trafficQuery = trafficSpan.extend({
  step: unixTime.optional().describe('Seconds of a point at least; it gets longer until there are at most 500 points'),
})

const rate = z.int().min(0)
export const trafficPoint = z.object({
  time: z.int().describe('Unix time in seconds at which the point begins'),
  in: rate.nullable().describe('Bits a second that the switch received at the port; null: not measured'),
  out: rate.nullable().describe('Bits a second that the switch sent; null: not measured'),
  errors: rate.nullable().describe('Frames with errors, both ways'),
  discards: rate.nullable().describe('Frames dropped, both ways'),
})
export type TrafficPoint = z.infer<typeof trafficPoint>

export const percentile = z.object({
  month: z.string().describe('2026-11, in UTC'),
  in: rate.describe('Bits a second that 95 % of its five minutes did not exceed'),
  out: rate,
  larger: rate.describe('The larger of both'),
  samples: z.int().describe('Five minutes that were measured'),
})
export type Percentile = z.infer<typeof percentile>

/** The traffic of one port for a graph. */
export const portTraffic = z.object({
  from: z.int(),
  to: z.int(),
  step: z.int().describe('Seconds of each point'),
  list: z.array(trafficPoint),
  /** The newest month first. */
  percentiles: z.array(percentile).describe('95th percentiles of this month and the ones before it, the newest first'),
})
export type PortTraffic = z.infer<typeof portTraffic>

/** What passed the ports of a switch: the averages of a span, or of the newest minute. */
export const switchTraffic = z.object({
  list: z.array(
    z.object({
      port: z.int(),
      in: rate.describe('Bits a second that the switch received at the port'),
      out: rate.describe('Bits a second that the switch sent'),
      errors: rate.describe('Frames with errors within the span, both ways'),
      discards: rate.describe('Frames dropped within the span, both ways'),
    }),
  ),
  total: z.array(trafficPoint).describe('All ports together over the span; empty without one'),
})
export type SwitchTraffic = z.infer<typeof switchTraffic>

export const serverTraffic = z.object({
  list: z.array(
    z.object({
      time: z.int().describe('Unix time of the sample'),
      in: z.int().min(0),
      out: z.int().min(0),
      switch_port: z.int(),
    }),
  ),
})
