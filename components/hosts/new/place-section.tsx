'use client'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { useMe } from '../../api/me.tsx'
import { PickerField, TextField } from '../../form/fields.tsx'
import { useLoaders } from '../../resource/loaders.ts'
import { FieldRow, FormSection } from '../../ui/layout/form-layout.tsx'
import type { NewHost } from './rules.ts'

export type SectionProps = Pick<UseFormReturn<NewHost>, 'control' | 'setValue'> & { values: NewHost }

/** What it is called, where it runs, whose it is. */
export function PlaceSection({ control, values }: SectionProps) {
  const t = useTranslations('newHost')
  const { isAdmin, email } = useMe()
  const loaders = useLoaders()
  return (
    <FormSection title={t('sections.place')}>
      <FieldRow columns={isAdmin ? 3 : 2}>
        <TextField
          control={control}
          name="name"
          label={t('fields.name')}
          autoFocus
          required
          autoComplete="off"
          spellCheck={false}
          {...(values.count > 1 && { hint: t('numbered') })}
        />
        <PickerField
          control={control}
          name="cluster"
          label={t('fields.cluster')}
          load={loaders.clusters.load}
          required
        />
        {isAdmin ? (
          <PickerField
            control={control}
            name="account"
            label={t('fields.account')}
            load={loaders.accounts.load}
            placeholder={email}
            clearable
          />
        ) : null}
      </FieldRow>
    </FormSection>
  )
}
