import { z } from 'zod'
import { rule } from '../../shared/rule.ts'
import { recordShape } from '../shared/field-schema.ts'
import { absentIfEmpty, atMost, line, linkId } from '../shared/fields.ts'
import { isoFields } from './fields.ts'
import { isoStates, MAX_ISO_BYTES } from './kinds.ts'

const name = line.refine((text) => text !== '', rule`must not be empty`)
const word = (most: number) =>
  z
    .string()
    .trim()
    .refine((text) => text.length <= most && !/[\p{Cc}\p{Cs}]/u.test(text), rule`one line, without control characters`)
/** What a person may say of a new image; "" says nothing. */
const about = {
  name: absentIfEmpty(line),
  os_type: word(50).optional().describe('Group of the system that it installs: linux, windows, …'),
  tags: z
    .array(word(50))
    .refine((list) => list.length <= 50, rule`at most 50`)
    .optional(),
  comment: atMost(4000)(z.string()).optional(),
}

/** An address that is fetched: shape only. Where it leads is looked at when it is connected to. */
export const isoAddress = z
  .string()
  .refine(
    (text) => text.length <= 2000 && isAddress(text),
    rule`an http or https address without user name and password`,
  )

function isAddress(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || /[\p{Cc}\p{Cs}\s]/u.test(text) || !URL.canParse(text)) return false
  const at = new URL(text)
  return at.username === '' && at.password === '' && at.hostname !== ''
}

const sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/i, rule`64 hexadecimal digits`)
  .transform((text) => text.toLowerCase())
const size = z.int().min(1).max(MAX_ISO_BYTES)

/** What the panel shows of the file on a person's computer; a path that a browser sends is cut off. */
const fileName = z
  .string()
  .transform((text) => text.split(/[\\/]/).at(-1) ?? '')
  .pipe(name)

export const isoDownload = z.strictObject({ url: isoAddress })
export const isoUpload = z.strictObject({ iso_file_name: fileName })

export const isoFetch = z.strictObject({
  url: isoAddress,
  ...about,
  sha256: absentIfEmpty(sha256).describe('What its SHA-256 has to be'),
  for_all: z.boolean().optional().describe('All accounts see it; administrators only'),
  clusters: z.array(linkId).optional().describe('Clusters it is for; none: all'),
})
export type IsoFetch = z.infer<typeof isoFetch>

export const isoBegin = z.strictObject({
  iso_file_name: fileName,
  size_bytes: size,
  ...about,
  sha256: absentIfEmpty(sha256).describe('What its SHA-256 has to be'),
  for_all: z.boolean().optional().describe('All accounts see it; administrators only'),
  clusters: z.array(linkId).optional().describe('Clusters it is for; none: all'),
})
export type IsoBegin = z.infer<typeof isoBegin>

export const isoEdit = z.strictObject({
  ...about,
  name: z
    .string()
    .min(1)
    .max(255)
    .refine((text) => text.trim() !== '' && !/\p{Cc}/u.test(text), rule`One line, without control characters`)
    .optional(),
  clusters: z.array(linkId).optional().describe('Clusters it is for; none: all'),
  for_all: z.boolean().optional().describe('All accounts see it; administrators only'),
})
export type IsoEdit = z.infer<typeof isoEdit>

const mounting = { reboot: z.boolean().default(true), ...about, repository_id: linkId.optional() }

export const isoMount = z
  .strictObject({
    url: absentIfEmpty(
      z
        .string()
        .min(1)
        .max(255)
        .refine(isAddress, rule`an http or https address without user name and password`)
        .meta({ format: 'uri' }),
    ),
    image: linkId.optional(),
    ...mounting,
  })
  .refine(({ url, image }) => (url === undefined) !== (image === undefined), {
    path: ['image'],
    message: rule`either url or image is required`,
  })
  .meta({ anyOf: [{ required: ['url'] }, { required: ['image'] }] })
export type IsoMount = z.infer<typeof isoMount>

export const isoAnnounce = z.strictObject({
  iso_file_name: fileName,
  admin_role: z.boolean(),
  user_id: linkId,
  ...mounting,
})
export type IsoAnnounce = z.infer<typeof isoAnnounce>

/** A path below the address of the repository, as in its index. */
const repositoryFile = z
  .string()
  .max(500)
  .regex(
    /^[A-Za-z0-9_][A-Za-z0-9._-]*(\/[A-Za-z0-9_][A-Za-z0-9._-]*)*$/,
    rule`a path below the directory of index.json`,
  )

/** An ISO image that a repository offers. Unknown fields are left alone. */
export const offeredIso = z.object({
  name,
  file: repositoryFile,
  sha256,
  size_bytes: size,
  os_group: word(50).default('other'),
  tags: z.array(word(50)).max(50).default([]),
  comment: atMost(4000)(z.string()).optional(),
  updated_at: z.string().max(40).optional(),
})
export type OfferedIso = z.output<typeof offeredIso>

export const isoSave = z.strictObject({ repository_id: linkId, images: z.array(offeredIso) })

export const isoRecord = z.object({
  id: z.int(),
  ...recordShape(isoFields),
  clusters: z
    .array(z.object({ id: z.int(), name: z.string(), updated_at: z.string() }))
    .describe('Clusters it is for; none: all'),
  repository: z.string().describe('Name of the repository it is of; empty: of none'),
  repository_id: z.int().nullable(),
  updated_at: z.string().nullable(),
  tags: z.array(z.string()),
  image_size_mib: z.int().nullable(),
  external: z.boolean().describe('Fetched from an address that its owner has given'),
  current_mounts: z.int(),
  for_all: z.boolean(),
  account: z.object({ id: z.int(), email: z.string() }).nullable().describe('Owner; null: the panel'),
  state: z.enum(isoStates),
  size_bytes: z.int().nullable(),
  received: z.int().describe('Bytes of it that have arrived'),
  sha256: z.string().nullable(),
  fault: z.string().nullable().describe('Why it could not be taken'),
  expires_at: z.string().nullable().describe('When an upload that nothing comes of is cleared away'),
  mounts: z
    .array(z.object({ id: z.int(), name: z.string() }))
    .describe('VMs whose drive it is in, as far as the caller may see them'),
  version: z.int(),
})
export type Iso = z.infer<typeof isoRecord>

/** An upload that was begun: its bytes are sent to `upload`, as resumable uploads (tus 1.0) are. */
export const isoBegun = z.object({ id: z.int(), task: z.int(), upload: z.string() })

/** What is in the drive of a VM. */
export const isoAvailability = z.object({
  host_id: z.int(),
  user_id: z.int(),
  admin_role: z.boolean(),
  iso_status: z.literal('available'),
})
export const isoAnnounced = z.object({ os_id: z.int(), node: z.int(), path: z.string() })
