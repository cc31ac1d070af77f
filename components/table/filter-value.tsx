'use client'
import { useTranslations } from 'use-intl'
import { Checkbox } from '../ui/controls/checkbox.tsx'
import { MultiCombobox } from '../ui/controls/combobox.tsx'
import { Input } from '../ui/controls/input.tsx'
import { NumberInput } from '../ui/controls/number-input.tsx'
import { Radio, RadioGroup } from '../ui/controls/radio.tsx'
import { type Filter, type FilterField, takesMany } from './filters.ts'
import { rememberLabels, useLabels } from './labels.ts'

type Props = { field: FilterField; filter: Filter; onValues: (values: string[]) => void }

/** What a condition is compared with, as suits the field: ticks, a picker, a number with unit, a moment, a text. */
export function FilterValue(props: Props) {
  const { field, filter, onValues } = props
  const t = useTranslations('table')
  const [first = ''] = filter.values
  if (field.load) return <Picked {...props} />
  if (field.options) return <Ticks {...props} />
  if (field.type === 'bool') {
    return (
      <RadioGroup label={field.label} hideLabel>
        {['true', 'false'].map((value) => (
          <Radio key={value} name={field.name} checked={first === value} onChange={() => onValues([value])}>
            {t(value === 'true' ? 'yes' : 'no')}
          </Radio>
        ))}
      </RadioGroup>
    )
  }
  if (field.type === 'int' || field.type === 'number') {
    const factor = field.unit?.factor ?? 1
    return (
      <NumberInput
        autoFocus
        aria-label={field.label}
        value={first === '' ? null : Number(first) / factor}
        onValueChange={(value) =>
          onValues(value === null || Number.isNaN(value) ? [] : [String(Math.round(value * factor * 1e6) / 1e6)])
        }
        {...(field.unit && { unit: field.unit.label })}
      />
    )
  }
  if (field.type === 'time') {
    return (
      <Input
        autoFocus
        type="datetime-local"
        aria-label={field.label}
        value={first ? localMinute(first) : ''}
        onChange={(event) => onValues(event.target.value ? [new Date(event.target.value).toISOString()] : [])}
      />
    )
  }
  return (
    <Input
      autoFocus
      aria-label={field.label}
      mono={field.type === 'inet'}
      value={filter.values.join(takesMany(field, filter.op) ? ' ' : '')}
      placeholder={t('value')}
      onChange={(event) => {
        const text = event.target.value
        onValues(takesMany(field, filter.op) && field.type === 'inet' ? text.split(/[\s,]+/) : [text])
      }}
    />
  )
}

/** `2026-05-01T12:30` in the reader's zone, as the field wants it. */
function localMinute(iso: string): string {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return ''
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

function Ticks({ field, filter, onValues }: Props) {
  return (
    <fieldset className="-mx-1 max-h-64 overflow-y-auto px-1">
      <legend className="sr-only">{field.label}</legend>
      {field.options?.map((option) => (
        <div key={option.value} className="flex min-h-7 items-center coarse:min-h-11">
          <Checkbox
            checked={filter.values.includes(option.value)}
            onChange={(event) =>
              onValues(
                event.target.checked
                  ? [...filter.values, option.value]
                  : filter.values.filter((value) => value !== option.value),
              )
            }
          >
            {option.label}
          </Checkbox>
        </div>
      ))}
    </fieldset>
  )
}

function Picked({ field, filter, onValues }: Props) {
  const labels = useLabels(field, filter.values)
  if (!field.load) return null
  return (
    <MultiCombobox
      autoFocus
      aria-label={field.label}
      load={field.load}
      value={filter.values.map((value) => ({ value, label: labels.get(value) ?? value }))}
      onValueChange={(options) => {
        rememberLabels(field.name, options)
        onValues(options.map((option) => option.value))
      }}
    />
  )
}
