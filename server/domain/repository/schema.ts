import { z } from 'zod'
import { rule } from '../../shared/rule.ts'
import { offeredIso } from '../iso/schema.ts'
import { offeredTemplate } from '../os-template/index.ts'
import { offeredRecipe } from '../recipe/schema.ts'

/**
 * A directory of the panel host (absolute path or `file:///…`) or an HTTP(S) address, holding `index.json` and images.
 */
const url = z
  .string()
  .refine(
    (text) => isPlace(text),
    rule`an absolute directory, a file: or an http(s): address without user name and password`,
  )

function isPlace(text: string): boolean {
  if (text.length > 2000 || /\p{Cc}/u.test(text)) return false
  if (text.startsWith('/')) return true
  const at = /^(https?|file):\/\//.test(text) && URL.canParse(text) ? new URL(text) : null
  if (!at || at.username || at.password) return false
  return at.protocol === 'file:' ? at.host === '' && !/%2f|%00/i.test(at.pathname) : true
}

/** Counts and sizes are stored with 32 bits. */
const count = z.int().min(1).max(2_147_483_647)
const word = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, rule`one line, without control characters`)

const repositoryName = z
  .string()
  .max(255)
  .refine((text) => text.trim() !== '', rule`a name`)

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
  recipe_count: z.int().describe('Scripts that came from it'),
  os_template_count: z.int().describe('OS templates that it offers'),
  storage: z.int().nullable(),
  /** Why it could not be read last time; null when fine. */
  fault: z.string().nullable(),
  checked_at: z.string().nullable(),
  version: z.int(),
})
export type Repository = z.infer<typeof repositoryRecord>

export const repositoryQueued = z.object({ id: z.int(), tasks: z.array(z.int()) })

const file = z
  .string()
  .max(500)
  .regex(
    /^[A-Za-z0-9_][A-Za-z0-9._-]*(\/[A-Za-z0-9_][A-Za-z0-9._-]*)*$/,
    rule`a path below the directory of index.json`,
  )

/** A script of an index: its text, or the file that has it. */
const indexedRecipe = z
  .object({ ...offeredRecipe.shape, script: offeredRecipe.shape.script.optional(), file: file.optional() })
  .refine(
    ({ script, file }) => (script === undefined) !== (file === undefined),
    rule`either script or file is required`,
  )
export type IndexedRecipe = z.infer<typeof indexedRecipe>

/** Of disks of VMs, and `lxd`: an archive of LXD, metadata and root file system in one. */
const imageFormats = ['qcow2', 'raw', 'lxd'] as const

/** `index.json` of a repository, version 1. Unknown fields are left alone, so that newer indexes stay readable. */
const index = z.object({
  version: z.literal(1),
  name: word(255).optional(),
  images: z
    .array(
      z.object({
        name: word(255).min(1),
        file,
        format: z.enum(imageFormats),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
        size_bytes: z.int().min(1),
        virtual_size_mib: count,
        min_ram_mib: count,
        min_disk_mib: count,
        login_user: z.string().regex(/^[a-z_][a-z0-9_-]{0,31}$/),
        os_group: word(50),
        tags: z.array(word(50)).max(50).default([]),
        efi_boot: z.boolean().default(false),
        updated_at: z.string().max(40).optional(),
      }),
    )
    .max(1000)
    .optional(),
  /** Absent: the repository offers none, and those that programs have stored for it stay. */
  recipes: z.array(indexedRecipe).max(200).optional(),
  /** ISO images. Absent: those that programs have stored for it stay. */
  isos: z.array(offeredIso).max(1000).optional(),
  /** Templates that servers are booted into. Absent: those that are known of it stay. */
  os_templates: z.array(offeredTemplate).max(1000).optional(),
})
export const repositoryIndex = index
  .refine(
    ({ images, recipes, isos, os_templates }) => [images, recipes, isos, os_templates].some((one) => one !== undefined),
    rule`images, recipes, isos or os_templates are required`,
  )
  .transform((one) => ({ ...one, images: one.images ?? [] }))
export type RepositoryIndex = z.output<typeof repositoryIndex>
