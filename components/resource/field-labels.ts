import { useMemo } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { NumberField } from '../../server/domain/shared/field.ts'

/** Part of the catalogue that has the words of a resource. */
export type Namespace = NonNullable<Parameters<typeof useTranslations>[0]>
type Words = { (key: string): string; has(key: string): boolean }

export type FieldLabels = {
  label: (name: string) => string
  hint: (name: string) => string | undefined
  value: (name: string, value: string) => string
  unit: (field: NumberField) => string | undefined
  /** Of a number that may be absent: that there is no limit. */
  none: (field: NumberField) => string | undefined
  /** A number with its unit. */
  amount: (field: NumberField, amount: number) => string
}

/** What people read of a resource's own fields: `fields.<name>`, and where there are such words `hints.<name>` and `values.<name>.<value>`. */
export function useFieldLabels(namespace: Namespace): FieldLabels {
  // Which keys there have to be, a test compares with the definitions.
  const t = useTranslations(namespace) as unknown as Words
  const units = useTranslations('ui.units') as unknown as Words
  const format = useFormatter()
  return useMemo(() => {
    const unit = ({ unit: name }: NumberField) => (name === undefined ? undefined : units(name))
    const none = ({ unlimited }: NumberField) => (unlimited ? units('unlimited') : undefined)
    const words = (key: string) => (t.has(key) ? t(key) : undefined)
    return {
      label: (name) => t(`fields.${name}`),
      hint: (name) => words(`hints.${name}`),
      value: (name, value) => words(`values.${name}.${value}`) ?? value,
      unit,
      none,
      amount: (field, amount) =>
        (amount < 0 && none(field)) || [format.number(amount), unit(field)].filter(Boolean).join(' '),
    }
  }, [t, units, format])
}
