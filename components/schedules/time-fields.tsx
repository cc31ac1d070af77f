'use client'
import { type Control, type FieldPath, type FieldValues, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { scheduleTypes } from '../../server/domain/schedule/kinds.ts'
import type { Schedule } from '../../server/domain/schedule/schema.ts'
import { nextSlots } from '../../server/domain/schedule/slots.ts'
import { NumberField, PickerField, SelectField, TextField } from '../form/fields.tsx'
import type { LoadOptions, Option } from '../ui/controls/use-options.ts'
import { FieldRow } from '../ui/layout/form-layout.tsx'
import { clockTyped } from './form-values.ts'
import { useDayName, useSlotWords } from './time-words.ts'

const SHOWN = 50

/** Time zones whose name holds what was typed. */
const zones: LoadOptions = async (search) => {
  const words = search.trim().toLowerCase().replaceAll(' ', '_')
  const fitting = ['UTC', ...Intl.supportedValuesOf('timeZone')].filter((zone) => zone.toLowerCase().includes(words))
  const list = fitting.slice(0, SHOWN).map((zone) => ({ value: zone, label: zone }))
  return { list, size: fitting.length }
}

/** When a schedule starts, and its next three starts in words. */
export function TimeFields<Values extends FieldValues>({ control }: { control: Control<Values, unknown, unknown> }) {
  const t = useTranslations('schedules')
  const dayName = useDayName()
  const at = (name: string) => ({ control, name: name as FieldPath<Values> })
  const type = useWatch(at('type')) as Schedule['type']
  // The week begins with Monday.
  const days = [1, 2, 3, 4, 5, 6, 0].map((day) => ({ value: String(day), label: dayName(day) }))
  return (
    <>
      <FieldRow>
        <SelectField
          {...at('type')}
          label={t('fields.type')}
          options={scheduleTypes.map((value) => ({ value, label: t(`types.${value}`) }))}
        />
        {type === 'weekly' ? <SelectField {...at('week_day')} label={t('form.weekDay')} options={days} /> : null}
        {type === 'monthly' ? (
          <NumberField {...at('day')} label={t('form.day')} hint={t('form.dayHint')} min={1} max={31} required />
        ) : null}
        <TextField {...at('time')} label={t('form.time')} hint={t('form.timeHint')} autoComplete="off" required />
        <PickerField {...at('zone')} label={t('form.zone')} load={zones} required />
      </FieldRow>
      <NextRuns control={control} />
    </>
  )
}

/** The next three starts on the schedule's own clock, as what is typed says. */
function NextRuns<Values extends FieldValues>({ control }: { control: Control<Values, unknown, unknown> }) {
  const t = useTranslations('schedules.form')
  const words = useSlotWords()
  const names = ['type', 'time', 'day', 'week_day', 'zone'] as FieldPath<Values>[]
  const [type, time, day, week_day, zone] = useWatch({ control, name: names }) as unknown as [
    Schedule['type'],
    string,
    number | null,
    string,
    Option | null,
  ]
  const clock = clockTyped(time)
  const isDay = type !== 'monthly' || (day !== null && day >= 1 && day <= 31)
  const slots =
    clock && zone && isDay
      ? nextSlots({ type, ...clock, day, week_day: Number(week_day), time_zone: zone.value }, new Date(), 3)
      : []
  return (
    <div className="rounded-md bg-inset px-3 py-2 text-12" role="status" aria-label={t('next')}>
      <p className="font-medium">{t('next')}</p>
      {slots.length === 0 ? <p className="text-fg-3">{t('nextNone')}</p> : null}
      <ol>
        {slots.map((slot) => (
          <li key={slot.getTime()} className="num text-fg-2">
            {words(slot, zone?.value ?? 'UTC')}
          </li>
        ))}
      </ol>
    </div>
  )
}
