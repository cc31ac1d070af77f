import { z } from 'zod'

/** Address of the node, how to sign in, and the cluster it goes to. */
export const attachSchema = z
  .object({
    ip: z.ipv4(),
    ssh_port: z.int().min(1).max(65_535),
    ssh_user: z.string().regex(/^[a-z_][a-z0-9_-]{0,31}$/),
    password: z.string(),
    name: z.string().trim().max(255),
    place: z.enum(['known', 'new']),
    cluster: z.object({ value: z.string(), label: z.string(), hint: z.string().optional() }).nullable(),
    cluster_name: z.string().trim().max(255),
    again: z.boolean(),
  })
  .superRefine((values, ctx) => {
    // Words of the catalogue: the form turns these codes into them.
    const missing = (path: string) =>
      ctx.addIssue({ code: 'invalid_type', expected: 'string', path: [path], input: undefined })
    if (values.again) return
    if (values.password === '') missing('password')
    if (values.name.length === 1)
      ctx.addIssue({ code: 'too_small', origin: 'string', minimum: 2, path: ['name'], input: values.name })
    if (values.place === 'known' && !values.cluster) missing('cluster')
    if (values.place === 'new' && values.cluster_name === '') missing('cluster_name')
    if (values.place === 'new' && values.cluster_name.length === 1)
      ctx.addIssue({
        code: 'too_small',
        origin: 'string',
        minimum: 2,
        path: ['cluster_name'],
        input: values.cluster_name,
      })
  })
export type AttachValues = z.infer<typeof attachSchema>
