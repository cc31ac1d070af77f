import { z } from 'zod'
import { clusterFields } from '../../../server/domain/cluster/fields.ts'
import { nodeFields } from '../../../server/domain/node/fields.ts'

/** Address of the node, how to sign in, and the cluster it goes to. */
export const attachSchema = z
  .object({
    ip: z.ipv4(),
    ssh_port: z.int().min(1).max(65_535),
    ssh_user: z.string().regex(/^[a-z_][a-z0-9_-]{0,31}$/),
    password: z.string(),
    name: z.string().trim().max(nodeFields.name.max),
    place: z.enum(['known', 'new']),
    cluster: z.object({ value: z.string(), label: z.string(), hint: z.string().optional() }).nullable(),
    cluster_name: z.string().trim().max(clusterFields.name.max),
    again: z.boolean(),
  })
  .superRefine((values, ctx) => {
    // Words of the catalogue: the form turns these codes into them.
    const missing = (path: string) =>
      ctx.addIssue({ code: 'invalid_type', expected: 'string', path: [path], input: undefined })
    if (values.again) return
    if (values.password === '') missing('password')
    if (values.place === 'known' && !values.cluster) missing('cluster')
    if (values.place === 'new' && values.cluster_name === '') missing('cluster_name')
    const short = (path: string, input: string, { min: minimum }: { min: number }) => {
      if (input !== '' && input.length < minimum)
        ctx.addIssue({ code: 'too_small', origin: 'string', minimum, path: [path], input })
    }
    short('name', values.name, nodeFields.name)
    if (values.place === 'new') short('cluster_name', values.cluster_name, clusterFields.name)
  })
export type AttachValues = z.infer<typeof attachSchema>
