'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../ui/controls/button.tsx'
import { Select } from '../ui/controls/select.tsx'
import { FilterValue } from './filter-value.tsx'
import { type Filter, type FilterField, isComplete, needsNoValue, operatorsFor, takesMany } from './filters.ts'

export type FilterEditorProps = {
  field: FilterField
  filter: Filter
  onApply: (filter: Filter) => void
  onCancel: () => void
}

/** One condition: comparison and value. Nothing is asked until "Apply". */
export default function FilterEditor({ field, filter, onApply, onCancel }: FilterEditorProps) {
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
