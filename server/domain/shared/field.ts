/**
 * What a field of a resource is, told once: bodies and records (`field-schema.ts`), fields of its list (`server/api/list/of-fields.ts`),
 * columns of an import, and forms, filters and columns of tables (`components/resource`) are made of it. Plain data and no schema,
 * because tables are drawn before the checking library has come.
 */
type Common = {
  /** Bodies that take it; both when absent. `none`: it has an operation of its own, or only the panel writes it. */
  body?: 'create' | 'edit' | 'none'
  /** A new record cannot do without it. */
  required?: true
  /** The record has null where there is none. */
  nullable?: true
  /** Bodies take null as well, which clears it. */
  clearable?: true
  /** Only administrators see it. */
  adminOnly?: true
  /** For the document of the API. */
  describe?: string
  /** Forms do not ask for it, or tables do not offer it as a filter, or not as a column: the page has its own way. `needed`: forms insist on it. */
  form?: false | 'needed'
  filter?: false
  column?: false
  /** Not a column of an import; or what is special about that column. */
  import?: false | { key?: true; fixed?: true; also?: readonly string[]; example?: string }
}

/** Texts that have a shape of their own; `field-schema.ts` checks them. */
export type TextFormat =
  | 'name'
  | 'named'
  | 'identifier'
  | 'label'
  | 'word'
  | 'filled'
  | 'line'
  | 'domain'
  | 'hostname'
  | 'ipv4'
  | 'ipv6'
  | 'mac'
  | 'folder'

export type TextField = Common & {
  type: 'text'
  format?: TextFormat
  min?: number
  max?: number
  /** A bound that the documented interface does not state. */
  atMost?: number
  /** The column has null where the record has an empty text. */
  emptyIsNull?: true
  /** Lines of its control in a form, when it may have several. */
  lines?: number
  /** Addresses, serials, ids: written in the narrow type. */
  mono?: true
}
type Amount = Common & {
  min?: number
  max?: number
  /** What it counts: `U`, `MiB`. */
  unit?: string
  /** By how much a form's arrows change it. */
  step?: number
  /** -1 says that there is no limit; forms leave it empty. */
  unlimited?: true
  /** Bodies say 0 where there is none, and the record has null; forms leave it empty. Its bounds are not stated in the documented interface. */
  zeroIsNull?: true
}
export type IntField = Amount & { type: 'int' }
/** With a fraction. */
export type FractionField = Amount & { type: 'number' }
export type NumberField = IntField | FractionField
export type BoolField = Common & { type: 'bool' }
export type EnumField = Common & { type: 'enum'; values: readonly string[] }

export type Field = TextField | NumberField | BoolField | EnumField
export type Fields = Readonly<Record<string, Field>>

/** The value of a field where there is one. */
export type FieldValue<F extends Field> = F extends EnumField
  ? F['values'][number]
  : F extends NumberField
    ? number
    : F extends BoolField
      ? boolean
      : string

/** Names of the fields that a body takes. */
export type TakenBy<F extends Fields, Body extends 'create' | 'edit'> = {
  [Name in keyof F & string]: F[Name] extends { body: infer Only } ? (Only extends Body ? Name : never) : Name
}[keyof F & string]

/** The fields of a resource, with their types kept exactly. */
export const defineFields = <const F extends Fields>(fields: F): F => fields

const entries = (fields: Fields) => Object.entries(fields)

/** Names of the fields that a body takes, in the order of their definition. */
export const takenBy = <F extends Fields, Body extends 'create' | 'edit'>(fields: F, body: Body): TakenBy<F, Body>[] =>
  entries(fields).flatMap(([name, field]) =>
    field.body === undefined || field.body === body ? [name as TakenBy<F, Body>] : [],
  )

const isCleared = (field: Field, value: unknown) =>
  (field.type === 'text' && field.emptyIsNull && value === '') || (hasZero(field) && value === 0)

/** What a body says, as the columns keep it. */
export function toColumns<Body extends Readonly<Record<string, unknown>>>(fields: Fields, body: Body): Body {
  const cleared = entries(fields).flatMap(([name, field]) => (isCleared(field, body[name]) ? [[name, null]] : []))
  return { ...body, ...Object.fromEntries(cleared) }
}

/** Names of the fields that only this body takes. */
export const onlyIn = (fields: Fields, body: 'create' | 'edit'): string[] =>
  entries(fields).flatMap(([name, field]) => (field.body === body ? [name] : []))

/** Names of the fields that an import has columns for. */
export const importable = (fields: Fields): string[] =>
  entries(fields).flatMap(([name, field]) => (field.import === false ? [] : [name]))

/** Names of the fields that the form of a new record, or of one that is changed, asks for. */
export type Asked<F extends Fields, Body extends 'create' | 'edit'> = {
  [Name in TakenBy<F, Body>]: F[Name] extends { form: false } ? never : Name
}[TakenBy<F, Body>]

/** Names of the fields that the form for this body asks for, in the order of their definition. */
export const asked = <F extends Fields, Body extends 'create' | 'edit'>(fields: F, body: Body): Asked<F, Body>[] =>
  takenBy(fields, body).filter((name): name is Asked<F, Body> => fields[name]?.form !== false)

/** What a form keeps of a field: an empty text or null where nothing is typed. */
export type FormValue<F extends Field> = F extends NumberField
  ? number | null
  : F extends TextField
    ? string
    : FieldValue<F>
export type FormValues<F extends Fields, Body extends 'create' | 'edit'> = {
  [Name in Asked<F, Body>]: FormValue<F[Name]>
}

const isNumber = (field: Field): field is NumberField => field.type === 'int' || field.type === 'number'
const isUnlimited = (field: Field) => isNumber(field) && field.unlimited === true
const hasZero = (field: Field) => isNumber(field) && field.zeroIsNull === true
/** What a form shows of what a record has, where it has something. */
const shown = (field: Field, value: unknown) => (isUnlimited(field) && Number(value) < 0 ? null : value)
/** What a body says of what a form has. */
const said = (field: Field, value: unknown) => value ?? (isUnlimited(field) ? -1 : hasZero(field) ? 0 : value)

/** What a form begins with: what the record has, or nothing. */
export function formValues<F extends Fields, Body extends 'create' | 'edit'>(
  fields: F,
  body: Body,
  record: Readonly<Record<string, unknown>> = {},
): FormValues<F, Body> {
  const empty = { text: '', int: null, number: null, bool: false, enum: null }
  const values = asked(fields, body).map((name) => {
    const field = fields[name]!
    return [name, shown(field, record[name]) ?? empty[field.type]]
  })
  return Object.fromEntries(values) as FormValues<F, Body>
}

type RequiredIn<F extends Fields> = { [Name in keyof F]: F[Name] extends { required: true } ? Name : never }[keyof F]
/** What the body of a new record says of the fields that a form asked for. */
export type Said<F extends Fields> = {
  [Name in Asked<F, 'create'> & RequiredIn<F>]: FieldValue<F[Name]>
} & { [Name in Exclude<Asked<F, 'create'>, RequiredIn<F>>]?: FieldValue<F[Name]> }

/** The body of a new record with the fields of a form; empty ones are left out. */
export function toCreate<F extends Fields>(fields: F, values: FormValues<F, 'create'>): Said<F> {
  const body = asked(fields, 'create').flatMap((name) => {
    const value = said(fields[name]!, values[name])
    return value === '' || value === null ? [] : [[name, value]]
  })
  return Object.fromEntries(body) as Said<F>
}

/** The body of a change as far as a form asked for it: what differs from the record. */
export function toEdit<F extends Fields>(
  fields: F,
  values: FormValues<F, 'edit'>,
  record: Readonly<Record<string, unknown>>,
): { [Name in Asked<F, 'edit'>]?: FieldValue<F[Name]> } {
  const body = asked(fields, 'edit').flatMap((name) => {
    const field = fields[name]!
    const [value, before] = [said(field, values[name]), said(field, record[name] ?? null)]
    return value === before || (value === '' && before === null) ? [] : [[name, value]]
  })
  return Object.fromEntries(body)
}
