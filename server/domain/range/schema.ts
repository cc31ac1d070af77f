import { z } from 'zod'

export const rangeRecord = z.object({
  id: z.int(),
  name: z.string(),
  ippool: z.int(),
  ippool_name: z.string(),
  network: z.int().nullable(),
  ipnet_name: z.string().nullable(),
  family: z.int().describe('2 = IPv4, 10 = IPv6'),
  total_ip: z.number().int().describe('Number of addresses that can be given'),
  using_ip: z.int(),
})
export type Range = z.infer<typeof rangeRecord>

export const rangeCreate = z.strictObject({ name: z.string() })
