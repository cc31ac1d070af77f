'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Pdu } from '../../server/domain/pdu/schema.ts'
import type { Switch } from '../../server/domain/switch/record.ts'
import { useTRPC } from '../api/trpc.ts'
import { usePlaceWords } from '../datacenter/place-path.tsx'
import { paths } from '../paths.ts'
import { Copyable } from '../ui/copy.tsx'
import { type Fact, Facts } from '../ui/facts.tsx'
import { SidePanelSection } from '../ui/section.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { TextLink } from '../ui/text.tsx'
import { RelativeTime } from '../ui/time.tsx'

/** Facts of a switch or PDU: what it is, where it stands, when it answered, which secrets are kept. */
export function GearSide({ gear, more = [] }: { gear: Switch | Pdu; more?: readonly (Fact | false)[] }) {
  const t = useTranslations('gear')
  const words = useTranslations('dc')
  const place = usePlaceWords()
  const trpc = useTRPC()
  const isSwitch = 'server_connection' in gear
  const supported = useQuery(
    isSwitch ? trpc.dci.switch.supported.queryOptions({}) : trpc.dci.pdu.supported.queryOptions({}),
  )
  const label = supported.data?.list.find((one) => one.name === gear.device)?.label
  const kind = label ?? (supported.isPending ? <Skeleton className="my-1 w-32" /> : gear.device)
  const version = gear.snmp_params.version
  return (
    <>
      <SidePanelSection title={t('side.device')}>
        <Facts
          facts={[
            { term: t('fields.ip'), value: <Copyable text={gear.ip} /> },
            { term: t('fields.device'), value: kind },
            ...more,
            { term: t('fields.id'), value: <Copyable text={String(gear.id)} /> },
          ]}
        />
      </SidePanelSection>
      <SidePanelSection title={t('fields.place')}>
        <Facts
          facts={[
            {
              term: t('fields.location'),
              value: <TextLink href={paths.location(gear.location.id)}>{gear.location.name}</TextLink>,
            },
            { term: t('fields.rack'), value: <TextLink href={paths.rack(gear.rack.id)}>{gear.rack.name}</TextLink> },
            { term: t('fields.unit'), value: place(gear.unit, gear.face) },
            { term: t('fields.size'), value: words('sizeUnits', { size: gear.size }) },
          ]}
        />
      </SidePanelSection>
      <SidePanelSection title={t('side.poll')}>
        <Facts
          facts={[
            {
              term: t('fields.last_update'),
              value: gear.last_update ? <RelativeTime at={gear.last_update} /> : t('side.never'),
            },
            {
              term: t('fields.last_success_update'),
              value: gear.last_success_update ? <RelativeTime at={gear.last_success_update} /> : t('side.never'),
            },
            version !== undefined && { term: 'SNMP', value: t(`versions.${version}`) },
            {
              term: t('side.secrets'),
              value:
                gear.secrets_set.length === 0 ? t('side.noSecrets') : gear.secrets_set.map(secretName(t)).join(', '),
            },
          ]}
        />
      </SidePanelSection>
      {gear.note ? (
        <SidePanelSection title={t('fields.note')}>
          <p className="pb-1 whitespace-pre-wrap">{gear.note}</p>
        </SidePanelSection>
      ) : null}
    </>
  )
}

/** `snmp_params.community` in words, and which protocol a password belongs to. */
function secretName(t: ReturnType<typeof useTranslations<'gear'>>) {
  return (name: string): string => {
    const [params = '', field = ''] = name.split('.')
    const words = t.has(`params.${field as 'password'}`) ? t(`params.${field as 'password'}`) : field
    return field === 'password' ? `${words} (${params.replace('_params', '').toUpperCase()})` : words
  }
}
