'use client'
import { useFieldArray } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { interfaceModels } from '../../../server/domain/host/network.ts'
import { NumberField, SelectField } from '../../form/fields.tsx'
import { useLabel } from '../../form/labels.ts'
import { interfaceAddressings } from './addressings.ts'
import type { SectionProps } from './place-section.tsx'
import { RowList } from './row-list.tsx'

type Props = Pick<SectionProps, 'control' | 'values'>
const models = interfaceModels.map((value) => ({ value, label: value }))

/** Interfaces beside the one on the main network. */
export function InterfaceFields({ control, values }: Props) {
  const t = useTranslations('newHost.interfaces')
  const words = useTranslations('hosts.network')
  const { fields, append, remove } = useFieldArray({ control, name: 'custom_interfaces' })
  useLabel(control, 'custom_interfaces', t('title'))
  return (
    <RowList
      title={t('title')}
      hint={t('hint')}
      rows={fields}
      add={t('add')}
      off={fields.length >= 7 ? t('most') : null}
      onAdd={() => append({ network: 'second', model: 'virtio', how: 'dhcp', count: 1 })}
      onRemove={remove}
      nameOf={(place) => t('one', { number: place + 2 })}
    >
      {(place) => (
        <div className="grid grid-cols-4 items-start gap-2 phone:grid-cols-1">
          <SelectField
            control={control}
            name={`custom_interfaces.${place}.network`}
            label={words('network')}
            options={[
              { value: 'main', label: words('mainNetwork') },
              { value: 'second', label: words('secondNetwork') },
            ]}
          />
          <SelectField
            control={control}
            name={`custom_interfaces.${place}.model`}
            label={words('model')}
            options={models}
          />
          <SelectField
            control={control}
            name={`custom_interfaces.${place}.how`}
            label={words('how')}
            options={interfaceAddressings.map((value) => ({ value, label: words(`hows.${value}`) }))}
          />
          {values.custom_interfaces[place]?.how === 'addresses' ? (
            <NumberField
              control={control}
              name={`custom_interfaces.${place}.count`}
              label={words('count')}
              min={1}
              max={256}
              required
            />
          ) : null}
        </div>
      )}
    </RowList>
  )
}
