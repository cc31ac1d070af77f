'use client'
import Search from 'lucide-react/icons/search'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../ui/button.tsx'
import { Input } from '../ui/input.tsx'
import { Select } from '../ui/select.tsx'
import { FilterValue } from './filter-value.tsx'
import { type Filter, type FilterField, isComplete, needsNoValue, operatorsFor, takesMany } from './filters.ts'

/** Chooses the field of a new condition. */
export function FieldList({
  fields,
  onPick,
}: {
  fields: readonly FilterField[]
  onPick: (field: FilterField) => void
}) {
  const t = useTranslations('table')
  const [text, setText] = useState('')
  const wanted = text.trim().toLocaleLowerCase()
  const shown = fields.filter((field) => field.label.toLocaleLowerCase().includes(wanted))
  return (
    <div className="w-58 p-1 phone:w-full">
      {fields.length > 7 ? (
        <div className="px-1 pt-1 pb-1.5">
          <Input
            size="sm"
            autoFocus
            icon={<Search />}
            placeholder={t('findField')}
            aria-label={t('findField')}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && shown[0]) onPick(shown[0])
            }}
          />
        </div>
      ) : null}
      {shown.map((field) => (
        <button
          key={field.name}
          type="button"
          onClick={() => onPick(field)}
          className="flex min-h-7 w-full items-center rounded-sm px-2 text-left -outline-offset-2 hover:bg-hover coarse:min-h-11"
        >
          {field.label}
        </button>
      ))}
      {shown.length === 0 ? <div className="px-2 py-1 text-12 text-fg-3">{t('noField')}</div> : null}
    </div>
  )
}

export type FilterEditorProps = {
  field: FilterField
  filter: Filter
  onApply: (filter: Filter) => void
  onCancel: () => void
}

/** One condition: comparison and value. Nothing is asked until "Apply". */
export function FilterEditor({ field, filter, onApply, onCancel }: FilterEditorProps) {
  const t = useTranslations('table')
  const [draft, setDraft] = useState(filter)
  const ops = operatorsFor(field)
  const complete = isComplete(draft)
  return (
    <form
      className="flex w-70 flex-col gap-2.5 p-3 phone:w-full"
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        if (complete) onApply({ ...draft, values: needsNoValue(draft.op) ? [] : draft.values.filter(Boolean) })
      }}
    >
      <div className="flex items-center gap-2">
        <span className="flex-none font-medium">{field.label}</span>
        {ops.length > 1 ? (
          <Select
            size="sm"
            aria-label={t('comparison')}
            value={draft.op}
            onValueChange={(op) =>
              setDraft({ ...draft, op, values: takesMany(field, op) ? draft.values : draft.values.slice(0, 1) })
            }
            options={ops.map((op) => ({ value: op, label: t(`ops.${op}`) }))}
          />
        ) : (
          <span className="text-fg-3">{t(`ops.${draft.op}`)}</span>
        )}
      </div>
      {needsNoValue(draft.op) ? null : (
        <FilterValue field={field} filter={draft} onValues={(values) => setDraft({ ...draft, values })} />
      )}
      <div className="flex justify-end gap-2">
        <Button size="sm" kind="quiet" onClick={onCancel}>
          {t('cancel')}
        </Button>
        <Button size="sm" kind="primary" type="submit" disabledReason={complete ? undefined : t('valueMissing')}>
          {t('apply')}
        </Button>
      </div>
    </form>
  )
}

/** A new condition on a field, with the comparison people most often want. */
export const blank = (field: FilterField): Filter => ({
  field: field.name,
  op: operatorsFor(field)[0] ?? 'is',
  values: [],
})
