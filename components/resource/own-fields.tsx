'use client'
import type { ReactNode } from 'react'
import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { asked, type Field, type Fields } from '../../server/domain/shared/field.ts'
import { CheckField, NumberField, SelectField, TextareaField, TextField } from '../form/fields.tsx'
import { FieldRow } from '../ui/layout/form-layout.tsx'
import { type FieldLabels, type Namespace, useFieldLabels } from './field-labels.ts'

type Own<Values extends FieldValues> = {
  fields: Fields
  words: Namespace
  control: Control<Values, unknown, unknown>
}

/** What the box of a line may be besides. */
type Input = { autoFocus?: boolean; disabled?: boolean; autoComplete?: string; type?: 'tel' }

/** One of a resource's own fields in a form: the control that fits it, its label and its hint. */
export function OwnField<Values extends FieldValues>({
  fields,
  words: namespace,
  control,
  name,
  ...more
}: Own<Values> & { name: FieldPath<Values>; optional?: boolean } & Input) {
  const words = useFieldLabels(namespace)
  const field = fields[name]
  return field ? drawn(field, { control, name, ...more }, words) : null
}

function drawn<Values extends FieldValues>(
  field: Field,
  bound: {
    control: Control<Values, unknown, unknown>
    name: FieldPath<Values>
    optional?: boolean
  } & Input,
  words: FieldLabels,
) {
  const { control, name, optional: markOptional, ...more } = bound
  const hint = words.hint(name)
  if (field.type === 'bool')
    return (
      <CheckField key={name} control={control} name={name} hint={hint}>
        {words.label(name)}
      </CheckField>
    )
  const frame = {
    control,
    name,
    label: words.label(name),
    hint,
    ...(field.required || field.form === 'needed' ? { required: true } : markOptional && { optional: true }),
  }
  if (field.type === 'int' || field.type === 'number')
    return (
      <NumberField
        key={name}
        {...frame}
        {...more}
        unit={words.unit(field)}
        step={field.step}
        placeholder={words.none(field)}
      />
    )
  if (field.type === 'enum')
    return (
      <SelectField
        key={name}
        {...frame}
        options={field.values.map((value) => ({ value, label: words.value(name, value) }))}
      />
    )
  if (field.lines) return <TextareaField key={name} {...frame} rows={field.lines} {...(field.mono && { mono: true })} />
  return <TextField key={name} {...frame} {...more} {...(field.mono && { mono: true })} />
}

const isLine = (field: Field) => field.type !== 'bool' && !(field.type === 'text' && field.lines)

/**
 * A resource's own fields in a form, those of one line two beside each other. Fields with a place of their own are named in `without`;
 * `children` stand after the lines.
 */
export function OwnFields<Values extends FieldValues>({
  body,
  without = [],
  disabled = [],
  children,
  ...own
}: Own<Values> & {
  body: 'create' | 'edit'
  without?: readonly string[]
  /** Fields that are shown, but fixed. */
  disabled?: readonly string[]
  optional?: boolean
  autoFocus?: boolean
  children?: ReactNode
}) {
  const { autoFocus, ...rest } = own
  const names = asked(own.fields, body).filter((name) => !without.includes(name)) as FieldPath<Values>[]
  const at = (name: string) => own.fields[name]!
  const lines = names.filter((name) => isLine(at(name)))
  const pairs = lines.flatMap((name, n) => (n % 2 === 0 ? [[name, lines[n + 1]]] : []))
  const field = (name: FieldPath<Values> | undefined, first = false) =>
    name && (
      <OwnField
        key={name}
        {...rest}
        name={name}
        {...(first && autoFocus && { autoFocus })}
        {...(disabled.includes(name) && { disabled: true })}
      />
    )
  return (
    <>
      {pairs.map(([left, right], n) => (
        <FieldRow key={left}>
          {field(left, n === 0)}
          {field(right)}
        </FieldRow>
      ))}
      {children}
      {names.filter((name) => !isLine(at(name))).map((name) => field(name))}
    </>
  )
}
