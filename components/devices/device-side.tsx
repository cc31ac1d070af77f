'use client'
import { useTranslations } from 'use-intl'
import type { Pdu } from '../../server/domain/pdu/schema.ts'
import type { Switch } from '../../server/domain/switch/record.ts'
import { usePlaceLabel } from '../locations/place-path.tsx'
import { paths } from '../paths.ts'
import { Copyable } from '../ui/controls/copy.tsx'
import { TextLink } from '../ui/display/text.tsx'
import { RelativeTime } from '../ui/display/time.tsx'
import { type Fact, Facts } from '../ui/layout/facts.tsx'
import { SidePanelSection } from '../ui/layout/section.tsx'
import { Skeleton } from '../ui/layout/skeleton.tsx'
import { driverLabel, useDrivers } from './use-drivers.ts'

/** Facts of a switch or PDU: what it is, where it stands, when it answered, which secrets are kept. */
export function DeviceSide({ device, more = [] }: { device: Switch | Pdu; more?: readonly (Fact | false)[] }) {
  const t = useTranslations('device')
  const words = useTranslations('dc')
  const place = usePlaceLabel()
  const isSwitch = 'server_connection' in device
  const { drivers, isPending } = useDrivers(isSwitch ? 'switch' : 'pdu')
  const kind = isPending ? <Skeleton className="my-1 w-32" /> : driverLabel(drivers, device.device)
  const version = device.snmp_params.version
  return (
    <>
      <SidePanelSection title={t('side.device')}>
        <Facts
          facts={[
            { term: t('fields.ip'), value: <Copyable text={device.ip} /> },
            { term: t('fields.device'), value: kind },
            ...more,
            { term: t('fields.id'), value: <Copyable text={String(device.id)} /> },
          ]}
        />
      </SidePanelSection>
      <SidePanelSection title={t('fields.place')}>
        <Facts
          facts={[
            {
              term: t('fields.location'),
              value: <TextLink href={paths.location(device.location.id)}>{device.location.name}</TextLink>,
            },
            {
              term: t('fields.rack'),
              value: <TextLink href={paths.rack(device.rack.id)}>{device.rack.name}</TextLink>,
            },
            { term: t('fields.unit'), value: place(device.unit, device.face) },
            { term: t('fields.size'), value: words('sizeUnits', { size: device.size }) },
          ]}
        />
      </SidePanelSection>
      <SidePanelSection title={t('side.poll')}>
        <Facts
          facts={[
            {
              term: t('fields.last_update'),
              value: device.last_update ? <RelativeTime at={device.last_update} /> : t('side.never'),
            },
            {
              term: t('fields.last_success_update'),
              value: device.last_success_update ? <RelativeTime at={device.last_success_update} /> : t('side.never'),
            },
            version !== undefined && { term: 'SNMP', value: t(`versions.${version}`) },
            {
              term: t('side.secrets'),
              value:
                device.secrets_set.length === 0
                  ? t('side.noSecrets')
                  : device.secrets_set.map(secretName(t)).join(', '),
            },
          ]}
        />
      </SidePanelSection>
      {device.note ? (
        <SidePanelSection title={t('fields.note')}>
          <p className="pb-1 whitespace-pre-wrap">{device.note}</p>
        </SidePanelSection>
      ) : null}
    </>
  )
}

/** `snmp_params.community` in words, and which protocol a password belongs to. */
function secretName(t: ReturnType<typeof useTranslations<'device'>>) {
  return (name: string): string => {
    const [params = '', field = ''] = name.split('.')
    const words = t.has(`params.${field as 'password'}`) ? t(`params.${field as 'password'}`) : field
    return field === 'password' ? `${words} (${params.replace('_params', '').toUpperCase()})` : words
  }
}
