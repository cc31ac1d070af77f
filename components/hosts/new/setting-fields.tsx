'use client'
import { useTranslations } from 'use-intl'
import { useMe } from '../../api/me.tsx'
import { CheckField, NumberField, TextField } from '../../form/fields.tsx'
import { FieldRow } from '../../ui/layout/form-layout.tsx'
import type { SectionProps } from './place-section.tsx'

/** Name in the DNS, what grows with the disk, and which snapshots its owner may take. */
export function SettingFields({ control, values }: Pick<SectionProps, 'control' | 'values'>) {
  const t = useTranslations('newHost')
  const presets = useTranslations('presets.fields')
  const { isAdmin } = useMe()
  return (
    <>
      {values.spice_enabled ? (
        <CheckField control={control} name="spice_additional_enabled" hint={t('spiceExtrasHint')}>
          {presets('spice_additional_enabled')}
        </CheckField>
      ) : null}
      {isAdmin ? (
        <FieldRow columns={2}>
          <CheckField control={control} name="snapshots_allowed" hint={t('snapshotsHint')}>
            {presets('snapshots_allowed')}
          </CheckField>
          {values.snapshots_allowed ? (
            <NumberField
              control={control}
              name="snapshot_limit"
              label={presets('snapshot_limit')}
              min={0}
              placeholder={t('snapshotLimitEmpty')}
            />
          ) : null}
        </FieldRow>
      ) : null}
      <FieldRow columns={2}>
        <TextField
          control={control}
          name="domain"
          label={t('fields.domain')}
          hint={t('domainHint')}
          placeholder="web-1.example.com"
          autoComplete="off"
          mono
        />
        <TextField
          control={control}
          name="expand_part"
          label={t('fields.expand_part')}
          hint={t('expandHint')}
          placeholder="vda2"
          autoComplete="off"
          mono
        />
      </FieldRow>
    </>
  )
}
