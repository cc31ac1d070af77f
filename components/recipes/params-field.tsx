'use client'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { type Control, useController } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import type { RecipeParam } from '../../server/domain/recipe/schema.ts'
import { Button } from '../ui/controls/button.tsx'
import { Checkbox } from '../ui/controls/checkbox.tsx'
import { Field } from '../ui/controls/field.tsx'
import { Input } from '../ui/controls/input.tsx'
import type { RecipeValues } from './recipe-values.ts'

const fresh: RecipeParam = { name: '', description: '', required: false, type: 'input', select_values: [] }
const choicesOf = (text: string): RecipeParam['select_values'] =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
    .map((name) => ({ name, description: '' }))

/** What a script asks for: name, meaning, whether it is required, and its choices. */
export function ParamsField({
  control,
  readOnly,
}: {
  control: Control<RecipeValues, unknown, RecipeValues>
  readOnly: boolean
}) {
  const t = useTranslations('recipes.params')
  const { field, fieldState } = useController({ control, name: 'params' })
  const params = field.value
  const set = (at: number, change: Partial<RecipeParam>) =>
    field.onChange(params.map((param, n) => (n === at ? { ...param, ...change } : param)))
  const fault = fieldState.error as { message?: string; root?: { message?: string } } | undefined
  return (
    <div className="flex flex-col gap-3">
      {params.length === 0 ? <p className="text-12 text-fg-3">{t('none')}</p> : null}
      {params.map((param, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a name is typed letter by letter, so the place is what stays
        <fieldset key={at} disabled={readOnly} className="flex flex-col gap-2 rounded-md border border-line p-2">
          <legend className="sr-only">{param.name || t('one', { number: at + 1 })}</legend>
          <div className="flex items-end gap-2">
            <Field label={t('name')} className="flex-1">
              {(parts) => (
                <Input
                  {...parts}
                  className="mono"
                  value={param.name}
                  onChange={(event) => set(at, { name: event.target.value })}
                />
              )}
            </Field>
            <Button
              aria-label={t('remove', { name: param.name || at + 1 })}
              onClick={() => field.onChange(params.filter((_, n) => n !== at))}
            >
              <X className="size-4" />
            </Button>
          </div>
          <Field label={t('description')}>
            {(parts) => (
              <Input
                {...parts}
                value={param.description}
                onChange={(event) => set(at, { description: event.target.value })}
              />
            )}
          </Field>
          <Field label={t('choices')} hint={t('choicesHint')}>
            {(parts) => (
              <Input
                {...parts}
                defaultValue={param.select_values.map(({ name }) => name).join(', ')}
                onChange={(event) => {
                  const select_values = choicesOf(event.target.value)
                  set(at, { select_values, type: select_values.length > 0 ? 'select' : 'input' })
                }}
              />
            )}
          </Field>
          <Checkbox checked={param.required} onChange={(event) => set(at, { required: event.target.checked })}>
            {t('required')}
          </Checkbox>
        </fieldset>
      ))}
      {fault ? <p className="text-12 text-fault-fg">{fault.root?.message ?? fault.message ?? t('wrong')}</p> : null}
      {readOnly ? null : (
        <Button size="sm" className="self-start" onClick={() => field.onChange([...params, fresh])}>
          <Plus className="size-4" />
          {t('add')}
        </Button>
      )}
    </div>
  )
}
