'use client'
import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { TextareaField } from '../form/fields.tsx'
import { useSaid } from '../i18n/said.tsx'
import { filterRule } from './host-filter.ts'

/** The rule of the field, with its words. */
export function useFilterRule() {
  const t = useTranslations('hostFilter')
  const said = useSaid()
  return filterRule((line, fault) => t('wrong', { line, fault: said(fault) }))
}

/** Conditions that new VMs have to meet on a node or in a cluster. */
export function HostFilterField<Values extends FieldValues>({
  control,
  name,
}: {
  control: Control<Values, unknown, unknown>
  name: FieldPath<Values>
}) {
  const t = useTranslations('hostFilter')
  return (
    <TextareaField
      control={control}
      name={name}
      label={t('label')}
      hint={t('hint')}
      mono
      rows={2}
      placeholder="os_tag EQ 'debian' AND ram_mib LE 8192"
    />
  )
}
