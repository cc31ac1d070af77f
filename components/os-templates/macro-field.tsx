'use client'
import { type Control, type FieldPath, useController } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import type { OsTemplate } from '../../server/domain/os-template/schema.ts'
import { PasswordField, TextareaField, TextField } from '../form/fields.tsx'
import { Mono } from '../ui/display/text.tsx'
import { isHidden, isRedefined, type Macro, type MacroValues } from './macro-values.ts'

/** Longer values, and those of several lines, get a field of several lines. */
const LONG = 60

/** One macro: what it says to people, its name, its value, and the way back to what the repository has. */
export function MacroField(props: {
  template: OsTemplate
  macro: Macro
  control: Control<MacroValues, unknown, MacroValues>
}) {
  const { template, macro, control } = props
  const t = useTranslations('osTemplates.macros')
  const hidden = isHidden(template, macro)
  const name = `${hidden ? 'secret' : 'plain'}.${macro.name}` as FieldPath<MacroValues>
  const { field } = useController({ control, name })
  const label = (
    <>
      {macro.words} <Mono className="text-fg-3">{macro.name}</Mono>
    </>
  )
  const back = (words: string, value: string | null) => (
    <>
      {words}{' '}
      <button
        type="button"
        onClick={() => field.onChange(value)}
        className="rounded-xs text-accent-text hover:underline"
      >
        {t('useIts')}
      </button>
    </>
  )
  const frame = { control, name, label }
  if (hidden) {
    const set = isRedefined(template, macro.name)
    return (
      <PasswordField
        {...frame}
        autoComplete="off"
        placeholder={set && field.value !== null ? t('set') : t('unset')}
        hint={field.value === null ? t('becomesIts') : set ? back(t('secretSet'), null) : t('secret')}
      />
    )
  }
  const differs = field.value !== macro.default
  const hint = differs
    ? back(macro.default === '' ? t('differsEmpty') : t('differs', { value: short(macro.default) }), macro.default)
    : t('asIts')
  const long = [macro.default, String(field.value ?? '')].some((value) => value.length > LONG || value.includes('\n'))
  return long ? (
    <TextareaField {...frame} mono rows={3} hint={hint} />
  ) : (
    <TextField {...frame} autoComplete="off" hint={hint} />
  )
}

const short = (value: string) => (value.length > LONG ? `${value.slice(0, LONG)}…` : value)
