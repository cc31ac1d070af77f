'use client'
import { useFieldArray } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { possibleCapabilities } from '../../../server/domain/node/capabilities.ts'
import { NumberField, SelectField, TextField } from '../../form/fields.tsx'
import { useLabel } from '../../form/labels.ts'
import { useRefusal } from '../../i18n/use-refusal.ts'
import { FieldRow } from '../../ui/layout/form-layout.tsx'
import { WITH_FIRST } from './more-values.ts'
import type { SectionProps } from './place-section.tsx'
import { RowList } from './row-list.tsx'
import { useCluster, useStorages } from './use-cluster.ts'

type Props = Pick<SectionProps, 'control' | 'values'>

/** Disks beside the first. */
export function DiskFields({ control, values }: Props) {
  const t = useTranslations('newHost.disks')
  const units = useTranslations('ui.units')
  const { fields, append, remove } = useFieldArray({ control, name: 'disks' })
  useLabel(control, 'disks', t('title'))
  const off = useNoMore(values.cluster?.value)
  const storages = useStorages(
    values.cluster?.value,
    values.disks.map(({ storage }, at) => ({
      field: `disks.${at}.storage` as const,
      value: storage,
      none: WITH_FIRST,
    })),
  )
  const canChoose = storages.length > 1
  if (values.preset !== null && fields.length === 0) return null
  return (
    <RowList
      title={t('title')}
      hint={t(canChoose ? 'hintChosen' : 'hint')}
      rows={fields}
      add={t('add')}
      off={off ?? (values.preset === null ? null : t('ofPreset'))}
      onAdd={() => append({ size_mib: 20_480, expand_part: '', storage: WITH_FIRST })}
      onRemove={remove}
      nameOf={(place) => t('one', { number: place + 2 })}
    >
      {(place) => (
        <FieldRow columns={canChoose ? 3 : 2}>
          <NumberField
            control={control}
            name={`disks.${place}.size_mib`}
            label={t('size')}
            factor={1024}
            min={1}
            unit={units('GiB')}
            required
          />
          <TextField
            control={control}
            name={`disks.${place}.expand_part`}
            label={t('expand')}
            placeholder="vdb1"
            mono
            autoComplete="off"
          />
          {canChoose ? (
            <SelectField
              control={control}
              name={`disks.${place}.storage`}
              label={t('storage')}
              options={[{ value: WITH_FIRST, label: t('withFirst') }, ...storages]}
            />
          ) : null}
        </FieldRow>
      )}
    </RowList>
  )
}

/** Why VMs of the cluster have one disk only; null when they may have more, or while that is not known. */
function useNoMore(cluster: string | undefined): string | null {
  const refusal = useRefusal()
  const { data } = useCluster(cluster)
  if (!data || possibleCapabilities(data.virtualization_type).includes('more_disks')) return null
  return refusal('more_disks')
}
