'use client'
import { useFormatter, useTranslations } from 'use-intl'
import type { Platform } from '../../../server/domain/platform/schema.ts'
import { Facts } from '../../ui/layout/facts.tsx'
import { SidePanelSection } from '../../ui/layout/section.tsx'
import type { NewServer } from './rules.ts'

/** What will be added: the model's facts, and the place in one line. */
export function NewServerSide({ platform, values }: { platform: Platform | null; values: NewServer }) {
  const t = useTranslations('servers')
  const hardware = useTranslations('hardware')
  const words = useTranslations('dc')
  const format = useFormatter()
  const place =
    values.type === 'blade'
      ? [values.chassis?.label, values.slot && words('slot', { slot: Number(values.slot) })]
      : [values.rack?.label, values.unit && words('unit', { unit: Number(values.unit) })]
  return (
    <>
      <SidePanelSection title={t('form.summary')}>
        <Facts
          facts={[
            { term: t('fields.name'), value: values.name || '-' },
            { term: t('fields.place'), value: place.filter(Boolean).join(' › ') || '-' },
            { term: t('fields.owner'), value: values.owner?.label ?? t('owner.none') },
          ]}
        />
      </SidePanelSection>
      <SidePanelSection title={t('fields.platform')}>
        {platform ? (
          <Facts
            facts={[
              { term: hardware('fields.name'), value: platform.name },
              { term: hardware('fields.type'), value: hardware(`types.${platform.type}`) },
              {
                term: hardware('fields.server_size'),
                value: hardware(`sizes.${platform.type}`, { count: platform.server_size }),
              },
              {
                term: hardware('fields.cpu_socket'),
                value: words('times', { count: platform.cpu_socket_count, what: platform.cpu_socket_name }),
              },
              {
                term: hardware('fields.max_ram'),
                value: hardware('gib', { size: format.number(platform.max_ram) }),
              },
              { term: hardware('fields.hdd_slot_count'), value: format.number(platform.hdd_slot_count) },
            ]}
          />
        ) : (
          <p className="pb-1 text-fg-2">{t('form.noPlatform')}</p>
        )}
      </SidePanelSection>
    </>
  )
}
