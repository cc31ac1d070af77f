'use client'
import { type ReactNode, useEffect } from 'react'
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { capitalised } from '../i18n/capitalised.ts'
import { useSaid } from '../i18n/said.tsx'
import { Checkbox } from '../ui/controls/checkbox.tsx'
import { Combobox, type ComboboxProps, MultiCombobox, type MultiComboboxProps } from '../ui/controls/combobox.tsx'
import { Field, type FieldProps } from '../ui/controls/field.tsx'
import { Input, type InputProps } from '../ui/controls/input.tsx'
import { NumberInput, type NumberInputProps } from '../ui/controls/number-input.tsx'
import { PasswordInput } from '../ui/controls/password-input.tsx'
import { Select, type SelectProps } from '../ui/controls/select.tsx'
import { Textarea } from '../ui/controls/textarea.tsx'
import { useLabel } from './labels.ts'
import { noteUnfinished } from './unfinished.ts'

// Each is a control of components/ui inside a Field, bound to the form by `control` and `name`.

type Bound<Values extends FieldValues> = Omit<FieldProps, 'children' | 'error'> & {
  control: Control<Values, unknown, unknown>
  name: FieldPath<Values>
}

function useBound<Values extends FieldValues>({
  control,
  name,
  label,
}: Pick<Bound<Values>, 'control' | 'name' | 'label'>) {
  useLabel(control, name, label)
  const { field, fieldState } = useController({ control, name })
  const said = useSaid()
  const words = fieldState.error?.message
  const empty = field.value === '' || field.value === null || field.value === undefined
  return {
    // Passing an empty field on the way to another one shows no error yet; sending does.
    field: { ...field, onBlur: empty && !fieldState.isDirty && !fieldState.error ? () => {} : field.onBlur },
    // Rules of the server are words of their own, which follow the name of a field in answers of the API.
    error: words && capitalised(said(words)),
  }
}

/** Splits what belongs to the Field from what belongs to the control. */
function split<Values extends FieldValues, Rest>(props: Bound<Values> & Rest) {
  const { control: _control, name: _name, label, aside, hint, optional, required, className, ...rest } = props
  return {
    frame: { label, aside, hint, optional, ...(required && { required }), className },
    rest,
  }
}

/** One line of text. */
export function TextField<Values extends FieldValues>(
  props: Bound<Values> & Omit<InputProps, 'name' | 'className' | 'required'>,
) {
  const { field, error } = useBound(props)
  const { frame, rest } = split(props)
  return (
    <Field {...frame} error={error}>
      {(parts) => <Input {...(rest as InputProps)} {...parts} {...field} value={field.value ?? ''} />}
    </Field>
  )
}

/** A secret; name its field in `secret` of the form. */
export function PasswordField<Values extends FieldValues>(
  props: Bound<Values> & { autoComplete: 'current-password' | 'new-password' | 'off'; placeholder?: string },
) {
  const { field, error } = useBound(props)
  const { frame, rest } = split(props)
  return (
    <Field {...frame} error={error}>
      {(parts) => (
        <PasswordInput
          autoComplete={rest.autoComplete}
          placeholder={rest.placeholder}
          {...parts}
          {...field}
          value={field.value ?? ''}
        />
      )}
    </Field>
  )
}

/** A number with its unit. `factor` stores in another unit than people type: GiB typed, MiB stored is 1024. */
export function NumberField<Values extends FieldValues>(
  props: Bound<Values> &
    Omit<NumberInputProps, 'value' | 'onValueChange' | 'name' | 'className' | 'required'> & { factor?: number },
) {
  const { field, error } = useBound(props)
  const { frame, rest } = split(props)
  const { factor = 1, ...input } = rest as Omit<NumberInputProps, 'value' | 'onValueChange'> & { factor?: number }
  return (
    <Field {...frame} error={error}>
      {(parts) => (
        <NumberInput
          {...input}
          {...parts}
          ref={field.ref}
          name={field.name}
          onBlur={field.onBlur}
          value={typeof field.value === 'number' ? field.value / factor : null}
          onValueChange={(value) => field.onChange(value === null ? null : Math.round(value * factor * 1e6) / 1e6)}
        />
      )}
    </Field>
  )
}

/** Several lines. */
export function TextareaField<Values extends FieldValues>(
  props: Bound<Values> & { mono?: boolean; rows?: number; placeholder?: string },
) {
  const { field, error } = useBound(props)
  const { frame, rest } = split(props)
  return (
    <Field {...frame} error={error}>
      {(parts) => (
        <Textarea
          {...(rest.mono && { mono: true })}
          rows={rest.rows ?? 3}
          placeholder={rest.placeholder}
          {...parts}
          {...field}
          value={field.value ?? ''}
        />
      )}
    </Field>
  )
}

/** One of a short, known list. */
export function SelectField<Values extends FieldValues, Value extends string>(
  props: Bound<Values> & Pick<SelectProps<Value>, 'options' | 'placeholder' | 'disabled'>,
) {
  const { field, error } = useBound(props)
  const { frame, rest } = split(props)
  return (
    <Field {...frame} error={error}>
      {(parts) => (
        <Select<Value>
          {...(rest as Pick<SelectProps<Value>, 'options' | 'placeholder' | 'disabled'>)}
          {...parts}
          name={field.name}
          ref={field.ref}
          value={(field.value ?? null) as Value | null}
          onValueChange={field.onChange}
          onBlur={field.onBlur}
        />
      )}
    </Field>
  )
}

/** A bound picker: what is typed and not chosen holds the form back, instead of being dropped when it is sent. */
function usePicker<Values extends FieldValues>(props: Pick<Bound<Values>, 'control' | 'name' | 'label'>) {
  const bound = useBound(props)
  const { control, name } = props
  const { value, onChange } = bound.field
  const failed = bound.error !== undefined
  const onTyped = (text: string) => {
    // A field that was found wrong is looked at again; nothing of its value has changed.
    if (noteUnfinished(control, name, text) && failed) onChange(value)
  }
  useEffect(() => () => void noteUnfinished(control, name, ''), [control, name])
  return { ...bound, onTyped }
}

/** One object, found by typing. The form holds `{ value, label }`, so that a draft shows its name again. */
export function PickerField<Values extends FieldValues>(
  props: Bound<Values> & Pick<ComboboxProps, 'load' | 'placeholder' | 'clearable' | 'disabled'>,
) {
  const { field, error, onTyped } = usePicker(props)
  const { frame, rest } = split(props)
  return (
    <Field {...frame} error={error}>
      {(parts) => (
        <Combobox
          {...(rest as Pick<ComboboxProps, 'load' | 'placeholder' | 'clearable' | 'disabled'>)}
          {...parts}
          name={field.name}
          value={field.value ?? null}
          onValueChange={field.onChange}
          onTyped={onTyped}
          onBlur={field.onBlur}
        />
      )}
    </Field>
  )
}

/** Several objects, found by typing; the form holds a list of `{ value, label }`. */
export function MultiPickerField<Values extends FieldValues>(
  props: Bound<Values> & Pick<MultiComboboxProps, 'load' | 'placeholder' | 'disabled'>,
) {
  const { field, error, onTyped } = usePicker(props)
  const { frame, rest } = split(props)
  return (
    <Field {...frame} error={error}>
      {(parts) => (
        <MultiCombobox
          {...(rest as Pick<MultiComboboxProps, 'load' | 'placeholder' | 'disabled'>)}
          {...parts}
          name={field.name}
          value={field.value ?? []}
          onValueChange={field.onChange}
          onTyped={onTyped}
          onBlur={field.onBlur}
        />
      )}
    </Field>
  )
}

type Flag<Values extends FieldValues> = Pick<Bound<Values>, 'control' | 'name'> & {
  children: ReactNode
  hint?: ReactNode
  disabled?: boolean
}

/** Yes or no, as part of what is sent. */
export function CheckField<Values extends FieldValues>({ control, name, children, hint, disabled }: Flag<Values>) {
  const { field } = useBound({ control, name, label: children })
  return (
    <Checkbox
      name={field.name}
      checked={field.value === true}
      onChange={(event) => field.onChange(event.target.checked)}
      onBlur={field.onBlur}
      hint={hint}
      disabled={disabled}
    >
      {children}
    </Checkbox>
  )
}
