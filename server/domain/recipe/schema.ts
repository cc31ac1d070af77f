import { z } from 'zod'
import { rule } from '../../shared/rule.ts'
import { createShape, editShape, recordShape } from '../shared/field-schema.ts'
import { atMost, linkId } from '../shared/fields.ts'
import { recipeFields } from './fields.ts'
import { scriptTypes } from './kinds.ts'
import { isVariableName } from './names.ts'

/** Characters of a script. */
export const MOST_SCRIPT = 64 * 1024
/** Parameters of a script, and values of a choice. */
export const MOST_PARAMS = 64
/** Characters of one value that a script is given. */
export const MOST_VALUE = 4096
/** Scripts that one VM is created with. */
export const MOST_RECIPES = 10

export const paramTypes = ['input', 'select'] as const
/** What a filter looks at: name and group of the system, and the tags of its image. */
export const filterEntities = ['os', 'os_group', 'tag'] as const

const few = (most: number) => rule`at most ${most} entries`

const recipeParam = z.strictObject({
  name: z
    .string()
    .min(1)
    .max(64)
    .refine(isVariableName, rule`a name of letters, digits and underscores that the shell has no use for itself`),
  description: atMost(500)(z.string()).optional(),
  required: z.boolean().optional(),
  type: z.enum(paramTypes).optional(),
  select_values: z
    .array(
      z.strictObject({
        name: atMost(255)(z.string()).optional(),
        description: atMost(255)(z.string()).optional(),
      }),
    )
    .refine((list) => list.length <= MOST_PARAMS, few(MOST_PARAMS))
    .optional(),
})

const paramList = z
  .array(recipeParam)
  .refine((list) => list.length <= MOST_PARAMS, few(MOST_PARAMS))
  .refine((list) => new Set(list.map(({ name }) => name)).size === list.length, rule`two parameters have the same name`)
  .refine(
    (list) => list.every(({ type, select_values }) => type !== 'select' || select_values?.some(({ name }) => name)),
    rule`a choice needs values`,
  )

export const scriptText = z
  .string()
  .refine((text) => text.trim() !== '', rule`must not be empty`)
  .refine((text) => text.length <= MOST_SCRIPT, rule`at most ${MOST_SCRIPT} characters`)
  .refine((text) => !text.includes('\0'), rule`a text without null characters`)

const filter = z.strictObject({
  entity: z
    .string()
    .refine((word) => (filterEntities as readonly string[]).includes(word), rule`one of os, os_group and tag`)
    .optional(),
  expression: atMost(255)(z.string()).optional(),
})

const others = {
  tags: z
    .array(atMost(50)(z.string()))
    .refine((list) => list.length <= 50, few(50))
    .optional(),
  script_filter: z
    .array(filter)
    .refine((list) => list.length <= 50, few(50))
    .refine((list) => list.every((one) => one.entity && one.expression), rule`entity and expression are both required`)
    .optional()
    .describe(
      'A VM has to match one of them: `entity` is os, os_group or tag (of the image), `expression` a text in which % stands for any run and _ for one character. None: every VM',
    ),
  state: z
    .string()
    .refine((word) => word === 'active' || word === 'disabled', rule`active or disabled`)
    .optional()
    .describe('A disabled script is not run'),
  from_repository: z
    .boolean()
    .refine((flag) => !flag, rule`only the panel and repositories set this`)
    .optional(),
  account: linkId.optional(),
  email_content: z
    .array(
      z.strictObject({
        lang: z.enum(['ru', 'en']).optional(),
        content: atMost(20_000)(z.string()).optional(),
        subject: atMost(255)(z.string()).optional(),
      }),
    )
    .refine((list) => list.length <= 2, few(2))
    .optional(),
  params: paramList.optional(),
}

export const checkBody = z.strictObject({
  script: z.string().refine((text) => text.length <= MOST_SCRIPT, rule`at most ${MOST_SCRIPT} characters`),
  type: z.enum(scriptTypes).default('shell'),
})
export type CheckBody = z.output<typeof checkBody>

/** What is wrong with a script. */
export const checkAnswer = z.object({
  dialect: z
    .enum(['posix', 'bash', 'mksh'])
    .nullable()
    .describe('The shell that its first line asks for; null: it is for another interpreter and was not checked'),
  errors: z.array(
    z.object({
      line: z.int().describe('From 1'),
      column: z.int().describe('From 1, in bytes of UTF-8'),
      message: z.string(),
    }),
  ),
})
export type CheckAnswer = z.infer<typeof checkAnswer>

export const recipeCreate = z.strictObject({ ...createShape(recipeFields), script: scriptText, ...others })
export type RecipeCreate = z.output<typeof recipeCreate>
export const recipeEdit = z.strictObject({ ...editShape(recipeFields), script: scriptText.optional(), ...others })
export type RecipeEdit = z.output<typeof recipeEdit>

/** What a repository offers: like a new script, without what the panel decides. */
export const offeredRecipe = z.strictObject({
  name: recipeCreate.shape.name,
  description: recipeCreate.shape.description,
  type: recipeCreate.shape.type,
  script: scriptText,
  tags: others.tags,
  script_filter: others.script_filter,
  params: others.params,
})
export type OfferedRecipe = z.output<typeof offeredRecipe>

export const paramRecord = z.object({
  name: z.string(),
  description: z.string(),
  required: z.boolean(),
  type: z.enum(paramTypes),
  select_values: z.array(z.object({ name: z.string(), description: z.string() })),
})
export type RecipeParam = z.infer<typeof paramRecord>

const filterRecord = z.object({ entity: z.enum(filterEntities), expression: z.string() })
export type RecipeFilter = z.infer<typeof filterRecord>

/** A row of the list; the text of a script comes with a single read. */
export const recipeRow = z.object({
  id: z.int(),
  ...recordShape(recipeFields),
  repository: z.string().nullable(),
  from_repository: z.boolean(),
  state: z.string(),
  updated_at: z.string().nullable(),
  tags: z.array(z.string()),
  script_filter: z.array(filterRecord),
  has_email: z.boolean(),
  access: z.string().describe('`all`, `owner`, or `administrators`'),
  params_count: z.int(),
  account: z.object({ id: z.int(), email: z.string() }).nullable(),
  version: z.int(),
})
export type RecipeRow = z.infer<typeof recipeRow>

export const recipeRecord = z.object({
  ...recipeRow.shape,
  script: z.string(),
  email_content: z.array(z.object({ lang: z.string(), content: z.string(), subject: z.string() })),
  params: z.array(paramRecord),
})
export type Recipe = z.infer<typeof recipeRecord>

/** Values for the parameters of a script, as bodies give them. */
export const recipeParams = z.array(z.strictObject({ name: z.string().optional(), value: z.string().optional() }))
export type GivenParams = z.output<typeof recipeParams>

export const runRecipe = z.strictObject({
  recipe: z.int().optional(),
  body: z.string().optional().describe('The text of a script, instead of a stored one'),
  recipe_params: recipeParams.optional(),
  send_email: z.boolean().default(false),
  ignore_recipe_filters: z.boolean().default(false),
  recipients: z.array(z.strictObject({ lang: z.enum(['ru', 'en']), email: z.string().optional() })).optional(),
})
export type RunRecipe = z.output<typeof runRecipe>
