import { z } from 'zod'
import { rule } from '../../shared/rule.ts'
import { isPlain } from './boot-script.ts'
import { jobNames } from './job.ts'
import {
  answerKinds,
  firmwares,
  MAX_ANSWER,
  MAX_MACRO_VALUE,
  MAX_MACROS,
  templateArchs,
  templateImageFormats,
  templateTypes,
} from './kinds.ts'

const MAX_FILE = 2 ** 43

const line = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[^\p{Cc}\p{Cs}\u2028\u2029]*$/u, rule`one line, without control characters`)
const file = z
  .string()
  .max(500)
  .regex(
    /^[A-Za-z0-9_][A-Za-z0-9._-]*(\/[A-Za-z0-9_][A-Za-z0-9._-]*)*$/,
    rule`a path below the directory of index.json`,
  )
const artefact = {
  file,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.int().min(1).max(MAX_FILE),
}
const mib = z.int().min(0).max(2_147_483_647)
const several = <T extends readonly [string, ...string[]]>(values: T) =>
  z
    .array(z.enum(values))
    .min(1)
    .refine((list) => new Set(list).size === list.length, rule`one value is there twice`)

/** A macro of a template: a value that administrators may redefine. The value of a secret one is shown to nobody. */
const macro = z.object({
  name: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,63}$/)
    .refine((name) => !jobNames.has(name), rule`a name that every template knows already`),
  default: z.string().max(MAX_MACRO_VALUE).default(''),
  words: line(200).default(''),
  secret: z.boolean().default(false),
})
export type Macro = z.output<typeof macro>

/** What a template is made of: files of the repository, each by the sum of its content, and what its macros are. */
const content = {
  kernel: z.object(artefact).optional(),
  initrd: z.object(artefact).optional(),
  image: z
    .strictObject({
      ...artefact,
      format: z.enum(templateImageFormats),
      image_bytes: z.int().min(1).max(MAX_FILE),
      image_sha256: artefact.sha256.optional(),
    })
    .optional(),
  answer: z.strictObject({ ...artefact, bytes: z.int().min(1).max(MAX_ANSWER), kind: z.enum(answerKinds) }).optional(),
  kernel_args: line(1000).default(''),
  macros: z
    .array(macro)
    .max(MAX_MACROS)
    .refine((list) => new Set(list.map(({ name }) => name)).size === list.length, rule`two macros have the same name`)
    .default([]),
}

/** A template as `index.json` of a repository offers it. */
export const offeredTemplate = z
  .object({
    name: line(200).min(1),
    type: z.enum(templateTypes),
    version: line(100).min(1),
    arch: z.enum(templateArchs),
    firmware: several(firmwares),
    ...content,
    ram_mib: mib.default(0),
    disk_mib: mib.default(0),
    tags: z.array(line(50)).max(50).default([]),
  })
  .refine(({ kernel, initrd }) => (kernel === undefined) === (initrd === undefined), {
    error: rule`kernel and initrd belong together`,
    path: ['kernel'],
  })
  .refine(({ kernel, image }) => kernel !== undefined || image !== undefined, {
    error: rule`a kernel with initrd or an image is required`,
    path: ['kernel'],
  })
  .refine(({ type, kernel }) => type === 'ostemplate' || kernel !== undefined, {
    error: rule`what is booted needs a kernel with initrd`,
    path: ['kernel'],
  })
  .refine(({ kernel_args }) => isPlain(kernel_args.replaceAll(/\{\{[#^/]?\w+(\|sh)?\}\}/g, '')), {
    error: rule`arguments without signs that iPXE acts on`,
    path: ['kernel_args'],
  })
export type OfferedTemplate = z.output<typeof offeredTemplate>

/** The same with the text of its answer file, which the panel fills in itself. */
export type ReadTemplate = Omit<OfferedTemplate, 'answer'> & {
  answer?: (NonNullable<OfferedTemplate['answer']> & { text: string }) | undefined
}

/** What of a template a location has, and what is booted there: as `ReadTemplate`, without what it is called. */
export const templateContent = z.object({
  version: z.string(),
  ...content,
  answer: content.answer.unwrap().extend({ text: z.string() }).optional(),
})
export type TemplateContent = z.output<typeof templateContent>

/** What of a template is to be in a location: its answer file stays in the panel, which fills it in. */
export const artefactsOf = ({ kernel, initrd, image }: Pick<TemplateContent, 'kernel' | 'initrd' | 'image'>) => {
  const all = [kernel, initrd, image].filter((one) => one !== undefined)
  return all.filter((one, n) => all.findIndex(({ sha256 }) => sha256 === one.sha256) === n)
}
