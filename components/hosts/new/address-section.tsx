'use client'
import { useTranslations } from 'use-intl'
import { useMe } from '../../api/me.tsx'
import { useTRPCClient } from '../../api/trpc.ts'
import { MultiPickerField, NumberField, SelectField, TextField } from '../../form/fields.tsx'
import { typeahead } from '../../resource/loaders.ts'
import type { LoadOptions } from '../../ui/controls/use-options.ts'
import { FieldRow, FormSection } from '../../ui/layout/form-layout.tsx'
import { type Addressing, addressings, type Ipv6Choice, ipv6Choices } from './addressings.ts'
import type { SectionProps } from './place-section.tsx'

/** Source of its addresses. Pools are for administrators; all users may leave the choice to the cluster. */
export function AddressSection({ control, values }: SectionProps) {
  const t = useTranslations('newHost')
  const network = useTranslations('hosts.network')
  const { isAdmin } = useMe()
  const load = usePools(values.cluster?.value)
  const load6 = usePools(values.cluster?.value, 6)
  const options = addressings.filter((one) => isAdmin || one !== 'pools')
  const counted = values.addressing === 'auto' || values.addressing === 'pools'
  return (
    <FormSection title={t('sections.network')}>
      <FieldRow columns={3}>
        <SelectField<typeof values, Addressing>
          control={control}
          name="addressing"
          label={t('fields.addressing')}
          hint={t(`addressing.${values.addressing}Hint`)}
          options={options.map((value) => ({ value, label: t(`addressing.${value}`) }))}
        />
        {values.addressing === 'pools' ? (
          <MultiPickerField
            control={control}
            name="ipv4_pool"
            label={t('fields.ipv4_pool')}
            hint={t('poolsHint')}
            load={load}
          />
        ) : null}
        {values.addressing === 'named' ? (
          <TextField
            control={control}
            name="ip_addr"
            label={t('fields.ip_addr')}
            mono
            placeholder="192.0.2.44"
            autoComplete="off"
          />
        ) : null}
        {counted ? (
          <NumberField control={control} name="ipv4_number" label={t('fields.ipv4_number')} min={1} max={64} />
        ) : null}
      </FieldRow>
      <FieldRow columns={3} className="mt-3">
        <SelectField<typeof values, Ipv6Choice>
          control={control}
          name="ipv6"
          label={t('fields.ipv6')}
          options={ipv6Choices.map((value) => ({ value, label: t(`ipv6.${value}`) }))}
        />
        {values.ipv6 === 'subnet' ? (
          <NumberField
            control={control}
            name="ipv6_prefix"
            label={network('bits')}
            hint={network('bitsHint')}
            min={32}
            max={125}
          />
        ) : null}
        {isAdmin && values.ipv6 !== 'none' ? (
          <MultiPickerField
            control={control}
            name="ipv6_pool"
            label={t('fields.ipv6_pool')}
            hint={t('ipv6PoolHint')}
            load={load6}
          />
        ) : null}
      </FieldRow>
    </FormSection>
  )
}

/** Pools of the cluster, each with what is free in it; of IPv6 that is beyond counting. */
function usePools(cluster: string | undefined, family: 4 | 6 = 4): LoadOptions {
  const t = useTranslations('newHost')
  const { vm } = useTRPCClient()
  return typeahead(vm.ippool.list.query, {
    where: cluster && `cluster EQ ${Number(cluster)}`,
    more: ({ ipv4, ipv6 }) => {
      const free = family === 6 ? ipv6.total : ipv4.total - ipv4.used
      return {
        ...(family === 4 && { hint: t('free', { count: free }) }),
        ...(free <= 0 && { disabledReason: t('nothingFree') }),
      }
    },
  })
}
