'use client'
import { useFieldArray } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { packetDirections } from '../../../server/domain/host/packet-rules.ts'
import { NumberField, SelectField } from '../../form/fields.tsx'
import { useLabel } from '../../form/labels.ts'
import { dropProtocols } from './addressings.ts'
import type { SectionProps } from './place-section.tsx'
import { RowList } from './row-list.tsx'

/** Packets that are dropped from the first start on. */
export function DropFields({ control }: Pick<SectionProps, 'control'>) {
  const t = useTranslations('newHost.drops')
  const words = useTranslations('hosts.network.rules')
  const { fields, append, remove } = useFieldArray({ control, name: 'firewall_rules' })
  useLabel(control, 'firewall_rules', t('title'))
  return (
    <RowList
      title={t('title')}
      hint={t('hint')}
      rows={fields}
      add={t('add')}
      off={fields.length >= 64 ? t('most') : null}
      // As many want it at first: no mail to the outside.
      onAdd={() => append({ direction: 'out', protocol: 'tcp', portstart: 25, portend: null })}
      onRemove={remove}
      nameOf={(place) => t('one', { number: place + 1 })}
    >
      {(place) => (
        <div className="grid grid-cols-4 items-start gap-2 phone:grid-cols-1">
          <SelectField
            control={control}
            name={`firewall_rules.${place}.direction`}
            label={words('direction')}
            options={packetDirections.map((value) => ({ value, label: words(`directions.${value}`) }))}
          />
          <SelectField
            control={control}
            name={`firewall_rules.${place}.protocol`}
            label={words('what')}
            options={dropProtocols.map((value) => ({ value, label: words(`protocols.${value}`) }))}
          />
          <NumberField
            control={control}
            name={`firewall_rules.${place}.portstart`}
            label={words('portstart')}
            min={1}
            max={65_535}
            placeholder={words('allPorts')}
          />
          <NumberField
            control={control}
            name={`firewall_rules.${place}.portend`}
            label={words('portend')}
            min={1}
            max={65_535}
            placeholder={words('samePort')}
          />
        </div>
      )}
    </RowList>
  )
}
