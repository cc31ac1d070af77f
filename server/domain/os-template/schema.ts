import { z } from 'zod'
import { rule } from '../../shared/rule.ts'
import { recordShape } from '../shared/field-schema.ts'
import { linkId, moment } from '../shared/fields.ts'
import { templateFields } from './fields.ts'
import { answerKinds, firmwares, MAX_MACROS, templateImageFormats, templateKinds } from './kinds.ts'
import { templateLifecycle, templateStatuses } from './states.ts'

/** Templates that one call brings to a location. */
const MOST_TEMPLATES = 200

const macro = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
  .refine((values) => Object.keys(values).length <= MAX_MACROS, rule`at most ${MAX_MACROS} macros`)
  .optional()

export const templateEdit = z.strictObject({
  macro: macro.describe(
    'Values by the name of their macro; null: as the template has it. Macros that are not named stay, and so do secret ones given as an empty text',
  ),
})
export type TemplateEdit = z.infer<typeof templateEdit>

export const templatePreview = z.strictObject({
  macro: macro.describe('As if they were redefined so; nothing is kept'),
})
export type TemplatePreview = z.infer<typeof templatePreview>

/** What a server would be told, with values of a server that does not exist; secrets are not in it. */
export const templatePreviewed = z.object({
  kernel_args: z.string(),
  answer: z.string().nullable().describe('Null: it has no answer file'),
})

export const templateInstall = z.strictObject({
  os_templates: z
    .array(linkId)
    .refine((list) => list.length <= MOST_TEMPLATES, rule`at most ${MOST_TEMPLATES} templates`)
    .describe('Ids; one that the location has already is looked through and brought up to date'),
})

/** One number for each template, in their order. */
export const templatesQueued = z.object({ task: z.array(z.int()) })

/** A template in one location. */
const templateLocation = z.object({
  location: z.int(),
  name: z.string(),
  datetime: moment,
  status: z.enum(templateLifecycle.states),
  status_info: z.object({
    version: z.string().nullable().describe('What the location has; null: nothing that could be used'),
    fault: z.string().nullable(),
    last_task: z.int().nullable().describe('Number of the task that works on it, or did so last'),
  }),
})

export const templateRecord = z.object({
  id: z.int(),
  ...recordShape(templateFields),
  datetime: moment.describe('When its repository had something new of it'),
  firmware: z.array(z.enum(firmwares)),
  kind: z.enum(templateKinds).describe('What stays on a server, or is booted to work on it'),
  status: z.enum(templateStatuses),
  status_info: z.object({
    offered: z.boolean().describe('Its repository still has it'),
    locations: z.int(),
    faults: z.int().describe('Locations in which the last work on it failed'),
  }),
  tags: z.array(z.string()),
  macro: z
    .record(z.string(), z.string())
    .describe('Redefined macros; the value of a secret one is empty. Administrators only, empty for others'),
  macros: z
    .array(z.object({ name: z.string(), default: z.string(), words: z.string(), secret: z.boolean() }))
    .describe('Macros that it has. Administrators only, empty for others'),
  locations: z.array(templateLocation),
  answer: z.enum(answerKinds).nullable().describe('Kind of its answer file'),
  image: z.enum(templateImageFormats).nullable().describe('Format of its image; null: it has none'),
  sha256: z.string().describe('Of the file that `filename` names'),
  size_bytes: z.int().describe('Of its files in a location'),
  repository: z.string(),
  repository_id: z.int(),
  revision: z.int(),
})
export type OsTemplate = z.infer<typeof templateRecord>
