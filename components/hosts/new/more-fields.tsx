'use client'
import { useTranslations } from 'use-intl'
import { cpuModes } from '../../../server/domain/host/cpu-modes.ts'
import { allNeedsOf, type Capability, isPossible } from '../../../server/domain/node/capabilities.ts'
import { CheckField, MultiPickerField, NumberField, SelectField, TextField } from '../../form/fields.tsx'
import { useRefusal } from '../../i18n/use-refusal.ts'
import { useTagLoader } from '../../storages/use-tags.ts'
import { FieldRow } from '../../ui/layout/form-layout.tsx'
import { limitFields } from '../resources/settings.ts'
import { DiskFields } from './disk-fields.tsx'
import { DropFields } from './drop-fields.tsx'
import { InterfaceFields } from './interface-fields.tsx'
import type { SectionProps } from './place-section.tsx'
import { ScriptFields } from './script-fields.tsx'
import { SettingFields } from './setting-fields.tsx'
import { useCluster, useStorages } from './use-cluster.ts'
import { asksForTags, MAIN_STORAGE } from './values.ts'

/** What few change. What no node of the cluster can do is greyed, with the reason. */
export function MoreFields({ control, values }: Pick<SectionProps, 'control' | 'values'>) {
  const t = useTranslations('newHost')
  const words = useTranslations('hosts.fields')
  const resources = useTranslations('hosts.resources')
  const lacking = useLacking(values.cluster?.value)
  const flag = (
    name: 'nesting' | 'efi_boot' | 'secure_boot' | 'hot_plug' | 'anti_spoofing' | 'spice_enabled',
    hint?: string,
  ) => {
    const reason = lacking(allNeedsOf({ [name]: true })[0]?.capability, name)
    return (
      <CheckField
        control={control}
        name={name}
        disabled={reason !== null && !values[name]}
        {...((reason ?? hint) && { hint: reason ?? hint })}
      >
        {words(name)}
      </CheckField>
    )
  }
  return (
    <div className="flex flex-col gap-3">
      <FieldRow columns={2}>
        <SelectField
          control={control}
          name="cpu_mode"
          label={words('cpu_mode')}
          options={cpuModes.map((value) => ({
            value,
            label: resources(`modes.${value}`),
            disabled: lacking(allNeedsOf({ cpu_mode: value })[0]?.capability) !== null,
          }))}
        />
        {values.cpu_mode === 'custom' ? (
          <TextField control={control} name="cpu_custom_model" label={words('cpu_custom_model')} required />
        ) : null}
      </FieldRow>
      {flag('nesting')}
      {flag('efi_boot')}
      {values.efi_boot || values.secure_boot ? flag('secure_boot', t('secureBootHint')) : null}
      {flag('hot_plug', resources('hotPlugHint'))}
      {flag('anti_spoofing', t('antiSpoofingHint'))}
      {flag('spice_enabled', t('spiceHint'))}
      <SettingFields control={control} values={values} />
      <StorageFields control={control} values={values} />
      <DiskFields control={control} values={values} />
      <InterfaceFields control={control} values={values} />
      <DropFields control={control} />
      <div className="grid grid-cols-2 gap-3 phone:grid-cols-1">
        {limitFields.map((field) => {
          const reason = lacking(allNeedsOf({ [field]: 1 })[0]?.capability)
          return (
            <NumberField
              key={field}
              control={control}
              name={field}
              label={words(field)}
              min={0}
              disabled={reason !== null}
              {...(reason !== null && { hint: reason })}
              {...(field.endsWith('mbitps') && { unit: resources('mbitUnit') })}
              placeholder={field.endsWith('weight') ? resources('usual') : resources('noLimit')}
            />
          )
        })}
      </div>
      {values.empty ? null : <ScriptFields control={control} values={values} />}
    </div>
  )
}

/** Where the disks go, for administrators of a cluster with several storages: one by name, or any that carries tags. */
function StorageFields({ control, values }: Pick<SectionProps, 'control' | 'values'>) {
  const t = useTranslations('newHost')
  const loadTags = useTagLoader()
  const storages = useStorages(values.cluster?.value, [{ field: 'storage', value: values.storage, none: MAIN_STORAGE }])
  if (storages.length < 2) return null
  return (
    <FieldRow columns={2}>
      <SelectField
        control={control}
        name="storage"
        label={t('fields.storage')}
        options={[{ value: MAIN_STORAGE, label: t('mainStorage') }, ...storages]}
      />
      {asksForTags(values) ? (
        <MultiPickerField
          control={control}
          name="storage_tags"
          label={t('fields.storage_tags')}
          hint={t('storageTagsHint')}
          load={loadTags}
        />
      ) : null}
    </FieldRow>
  )
}

/** Why no node of the cluster can do something; null when one can, or while that is not known. */
function useLacking(
  cluster: string | undefined,
): (capability: Capability | undefined, field?: string) => string | null {
  const t = useTranslations('newHost')
  const refusal = useRefusal()
  const { data } = useCluster(cluster)
  return (capability, field) => {
    if (capability && data && !isPossible(capability, data.virtualization_type, data.capabilities))
      return refusal(capability)
    // Only administrators are told of the cluster's switch.
    const isOff = data && 'spice_enabled' in data && !data.spice_enabled
    return field === 'spice_enabled' && isOff ? t('spiceOff') : null
  }
}
