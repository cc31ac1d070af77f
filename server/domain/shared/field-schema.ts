import { z } from 'zod'
import { rule } from '../../shared/rule.ts'
import {
  type Asked,
  asked,
  type Field,
  type Fields,
  type FieldValue,
  type FormValue,
  type NumberField,
  type TakenBy,
  type TextField,
  type TextFormat,
  takenBy,
} from './field.ts'
import { atMost, line, nodeFolder, orEmpty } from './fields.ts'
import { ipv6Text, isDomain, macText } from './network-fields.ts'

const noSpaceFirst = (text: z.ZodString) => text.regex(/^[^ ]/, rule`must not begin with a space`)
const formats: Record<TextFormat, (text: z.ZodString) => z.ZodType<string, string>> = {
  name: noSpaceFirst,
  named: (text) => text.regex(/^[^ ]/, rule`must not be empty or begin with a space`),
  label: (text) => text.regex(/^\w[\w -]*$/, rule`a letter, digit or underscore first, then also hyphens and spaces`),
  identifier: (text) => text.regex(/^[A-Za-z0-9_-]+$/, rule`letters, digits, underscores and hyphens`),
  word: (text) =>
    text.regex(
      /^[A-Za-z0-9][A-Za-z0-9_.-]*$/,
      rule`start with a letter or digit, then letters, digits, hyphen, underscore or dot`,
    ),
  filled: (text) => text.refine((value) => value.trim() !== '', rule`must not be empty`),
  line: () => line,
  domain: (text) => text.refine((value) => value === '' || isDomain(value), rule`not a domain name`),
  hostname: () => z.hostname(),
  ipv4: () => z.ipv4(),
  ipv6: () => ipv6Text,
  mac: () => macText,
  folder: () => nodeFolder,
}

function textSchema({ format, min, max, atMost: most }: TextField): z.ZodType<string, string> {
  let schema = z.string()
  if (min !== undefined) schema = schema.min(min)
  if (max !== undefined) schema = schema.max(max)
  if (most !== undefined) schema = atMost(most)(schema)
  return format === undefined ? schema : formats[format](schema)
}

const orZero = (number: z.ZodNumber, { min = 1, max = 2_147_483_647 }: NumberField) =>
  number.refine((value) => value === 0 || (value >= min && value <= max), rule`0, or from ${min} to ${max}`)

/** Its value, within its limits. */
function valueSchema(field: Field): z.ZodType {
  switch (field.type) {
    case 'text':
      return field.emptyIsNull ? orEmpty(textSchema(field)) : textSchema(field)
    case 'int':
    case 'number': {
      const number = field.type === 'int' ? z.int() : z.number()
      if (field.zeroIsNull) return orZero(number, field)
      const low = field.min === undefined ? number : number.min(field.min)
      return field.max === undefined ? low : low.max(field.max)
    }
    case 'bool':
      return z.boolean()
    case 'enum':
      return z.enum(field.values)
  }
}

const described = (schema: z.ZodType, { describe }: Field) =>
  describe === undefined ? schema : schema.describe(describe)

type InBody<F extends Field> = z.ZodType<FieldValue<F> | (F extends { clearable: true } ? null : never)>
export type BodyShape<F extends Fields, Body extends 'create' | 'edit'> = {
  [Name in TakenBy<F, Body>]: Body extends 'create'
    ? F[Name] extends { required: true }
      ? InBody<F[Name]>
      : z.ZodOptional<InBody<F[Name]>>
    : z.ZodOptional<InBody<F[Name]>>
}

function bodyShape<F extends Fields, Body extends 'create' | 'edit'>(fields: F, body: Body): BodyShape<F, Body> {
  const shape = takenBy(fields, body).map((name) => {
    const field = fields[name]!
    const value = field.clearable ? valueSchema(field).nullable() : valueSchema(field)
    return [name, described(body === 'create' && field.required ? value : value.optional(), field)]
  })
  return Object.fromEntries(shape) as BodyShape<F, Body>
}

/** The fields of the body that makes a record. */
export const createShape = <F extends Fields>(fields: F) => bodyShape(fields, 'create')
/** The fields of the body that changes a record; what is absent stays. */
export const editShape = <F extends Fields>(fields: F) => bodyShape(fields, 'edit')

type InRecord<F extends Field> = z.ZodType<FieldValue<F> | (F extends { nullable: true } ? null : never)>
export type RecordShape<F extends Fields> = {
  [Name in keyof F]: F[Name] extends { adminOnly: true } ? z.ZodOptional<InRecord<F[Name]>> : InRecord<F[Name]>
}

/** The fields as records show them: without limits, which what is stored may be older than. */
export function recordShape<F extends Fields>(fields: F): RecordShape<F> {
  const shape = Object.entries(fields).map(([name, field]) => {
    const plain: Record<Field['type'], () => z.ZodType> = {
      text: () => z.string(),
      int: () => z.int(),
      number: () => z.number(),
      bool: () => z.boolean(),
      enum: () => valueSchema(field),
    }
    const value = plain[field.type]()
    const shown = field.nullable ? value.nullable() : value
    return [name, described(field.adminOnly ? shown.optional() : shown, field)]
  })
  return Object.fromEntries(shape) as RecordShape<F>
}

export type FormShape<F extends Fields, Body extends 'create' | 'edit'> = {
  [Name in Asked<F, Body>]: z.ZodType<FormValue<F[Name]>, FormValue<F[Name]>>
}

/** What is typed into a form, within the limits of the body that it becomes. Spaces around a line are cut off. */
export function formShape<F extends Fields, Body extends 'create' | 'edit'>(fields: F, body: Body): FormShape<F, Body> {
  const shape = asked(fields, body).map((name) => [name, typed(fields[name]!)])
  return Object.fromEntries(shape) as FormShape<F, Body>
}

function typed(field: Field): z.ZodType {
  const value = valueSchema(field)
  const needed = field.required || field.form === 'needed'
  if (field.type === 'int' || field.type === 'number') return needed ? value : value.nullable()
  if (field.type !== 'text') return value
  const checked = needed ? textSchema({ min: 1, ...field }) : orEmpty(textSchema(field))
  return field.lines === undefined ? z.string().trim().pipe(checked) : checked
}
