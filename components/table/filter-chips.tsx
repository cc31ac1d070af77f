'use client'
import Plus from 'lucide-react/icons/plus'
import { lazy, Suspense, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { Button } from '../ui/controls/button.tsx'
import { Chip } from '../ui/display/chip.tsx'
import { Popover } from '../ui/floating/popover.tsx'
import { FieldList } from './field-list.tsx'
import { filtersToText } from './filter-text.ts'
import { blank, type Filter, type FilterField, needsNoValue } from './filters.ts'
import { useLabels } from './labels.ts'

// Editors need pickers and selects, which are loaded with the first opened filter.
const FilterEditor = lazy(() => import('./filter-editor.tsx'))

type Props = { fields: readonly FilterField[]; filters: readonly Filter[]; onChange: (filters: Filter[]) => void }

/** The conditions that hold now, and the button that adds one. */
export function FilterChips({ fields, filters, onChange }: Props) {
  return (
    <>
      {filters.map((filter, at) => {
        const field = fields.find((one) => one.name === filter.field)
        if (!field) return null
        return (
          <FilterChip
            key={filtersToText([filter])}
            field={field}
            filter={filter}
            onChange={(next) => onChange(filters.map((one, place) => (place === at ? next : one)))}
            onRemove={() => onChange(filters.filter((_, place) => place !== at))}
          />
        )
      })}
      <AddFilter
        fields={fields}
        onAdd={(filter) =>
          onChange([...filters.filter((one) => filtersToText([one]) !== filtersToText([filter])), filter])
        }
      />
    </>
  )
}

function FilterChip(props: {
  field: FilterField
  filter: Filter
  onChange: (filter: Filter) => void
  onRemove: () => void
}) {
  const { field, filter, onChange, onRemove } = props
  const t = useTranslations('table')
  const [open, setOpen] = useState(false)
  const value = useValueText(field, filter)
  return (
    <Chip
      field={field.label}
      op={t(`ops.${filter.op}`)}
      value={value}
      removeLabel={t('removeFilter', { field: field.label })}
      onRemove={onRemove}
      editor={(button) => (
        <Popover label={t('editFilter', { field: field.label })} open={open} onOpenChange={setOpen} trigger={button}>
          <Suspense>
            <FilterEditor
              field={field}
              filter={filter}
              onCancel={() => setOpen(false)}
              onApply={(next) => {
                setOpen(false)
                onChange(next)
              }}
            />
          </Suspense>
        </Popover>
      )}
    />
  )
}

/** The value of a condition as people read it; null when the comparison needs none. */
function useValueText(field: FilterField, filter: Filter): string | null {
  const t = useTranslations('table')
  const format = useFormatter()
  const labels = useLabels(field, filter.values)
  if (needsNoValue(filter.op)) return null
  const read = (value: string): string => {
    if (field.load) return labels.get(value) ?? value
    if (field.options) return field.options.find((option) => option.value === value)?.label ?? value
    if (field.type === 'bool') return t(value === 'true' ? 'yes' : 'no')
    if (field.type === 'time') {
      const date = new Date(value)
      return Number.isNaN(date.getTime()) ? value : format.dateTime(date, { dateStyle: 'medium', timeStyle: 'short' })
    }
    if (!field.unit || Number.isNaN(Number(value))) return value
    return `${format.number(Number(value) / field.unit.factor)} ${field.unit.label}`
  }
  const [first = '', ...rest] = filter.values
  return rest.length === 0 ? read(first) : t('orMore', { first: read(first), count: rest.length })
}

function AddFilter({ fields, onAdd }: { fields: readonly FilterField[]; onAdd: (filter: Filter) => void }) {
  const t = useTranslations('table')
  const [open, setOpen] = useState(false)
  const [field, setField] = useState<FilterField | null>(null)
  const change = (next: boolean) => {
    setOpen(next)
    setField(null)
  }
  if (fields.length === 0) return null
  return (
    <Popover
      label={t('addFilter')}
      open={open}
      onOpenChange={change}
      trigger={
        <Button kind="quiet" size="sm" icon={<Plus />}>
          {t('filter')}
        </Button>
      }
    >
      {field ? (
        <Suspense>
          <FilterEditor
            field={field}
            filter={blank(field)}
            onCancel={() => setField(null)}
            onApply={(filter) => {
              change(false)
              onAdd(filter)
            }}
          />
        </Suspense>
      ) : (
        <FieldList fields={fields} onPick={setField} />
      )}
    </Popover>
  )
}
