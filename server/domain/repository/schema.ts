import { z } from 'zod'

/** A directory of the panel's machine (absolute path or `file:///…`) or an HTTP(S) address, holding `index.json` and images. */
const url = z
  .string()
  .refine(
    (text) => text.startsWith('/') || /^(https?|file):\/\//.test(text),
    'an absolute directory, a file: or an http(s): address',
  )

const repositoryName = z
  .string()
  .max(255)
  .refine((text) => text.trim() !== '', 'a name')

export const repositoryCreate = z.strictObject({
  name: repositoryName,
  url,
})
export const repositoryEdit = z.strictObject({ name: repositoryName, url: url.optional() })

export const repositoryRecord = z.object({
  id: z.int(),
  name: z.string(),
  url: z.string().nullable(),
  state: z.string(),
  type: z.string(),
  os_count: z.int(),
  storage: z.int().nullable(),
  /** Why it could not be read last time; null when fine. */
  fault: z.string().nullable(),
  checked_at: z.string().nullable(),
  version: z.int(),
})
export type Repository = z.infer<typeof repositoryRecord>

export const repositoryQueued = z.object({ id: z.int(), tasks: z.array(z.int()) })

/** `index.json` of a repository, version 1. Unknown fields are left alone, so that newer indexes stay readable. */
export const repositoryIndex = z.object({
  version: z.literal(1),
  name: z.string().max(255).optional(),
  images: z
    .array(
      z.object({
        name: z.string().min(1).max(255),
        file: z
          .string()
          .max(500)
          .regex(/^[A-Za-z0-9_][A-Za-z0-9._-]*(\/[A-Za-z0-9_][A-Za-z0-9._-]*)*$/, 'a path below the index'),
        format: z.enum(['qcow2', 'raw']),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
        size_bytes: z.int().min(1),
        virtual_size_mib: z.int().min(1),
        min_ram_mib: z.int().min(1),
        min_disk_mib: z.int().min(1),
        login_user: z.string().regex(/^[a-z_][a-z0-9_-]{0,31}$/),
        os_group: z.string().max(50),
        tags: z.array(z.string().max(50)).max(50).default([]),
        efi_boot: z.boolean().default(false),
        updated_at: z.string().max(40).optional(),
      }),
    )
    .max(1000),
})
export type RepositoryIndex = z.infer<typeof repositoryIndex>
