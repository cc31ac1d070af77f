'use client'
import { useQuery } from '@tanstack/react-query'
import { useFormatter, useTranslations } from 'use-intl'
import type { Location } from '../../../server/domain/location/schema.ts'
import { apiFault } from '../../api/fault.ts'
import { useTRPC } from '../../api/trpc.ts'
import { HealthBanner } from '../../health/health-banner.tsx'
import { paths } from '../../paths.ts'
import { Copyable } from '../../ui/controls/copy.tsx'
import { TextLink } from '../../ui/display/text.tsx'
import { RelativeTime } from '../../ui/display/time.tsx'
import { Facts } from '../../ui/layout/facts.tsx'
import { SidePanelSection, WithSidePanel } from '../../ui/layout/section.tsx'
import { LocationRacks } from './location-racks.tsx'

/** Racks, devices by kind, and what the check of the control host found. */
export function LocationOverview({ location }: { location: Location }) {
  const t = useTranslations('locations')
  return (
    <WithSidePanel label={t('page.facts')} side={<Side location={location} />}>
      <HealthBanner entity="location" id={location.id} health={location.health} className="mb-3" />
      <LocationRacks location={location} />
    </WithSidePanel>
  )
}

function Side({ location }: { location: Location }) {
  const t = useTranslations('locations')
  const format = useFormatter()
  const here = { f: `location_id:is:${location.id}` }
  const { addresses = [], interfaces = [] } = location.setup_info
  const count = (value: number, href: string) => <TextLink href={href}>{format.number(value)}</TextLink>
  return (
    <>
      <SidePanelSection title={t('page.devices')}>
        <Facts
          facts={[
            { term: t('fields.server_count'), value: count(location.server_count, paths.servers(here)) },
            { term: t('fields.switch_count'), value: count(location.switch_count, paths.switches(here)) },
            { term: t('fields.pdu_count'), value: count(location.pdu_count, paths.pdus(here)) },
            { term: t('page.vlans'), value: <TextLink href={paths.vlans(here)}>{t('page.showVlans')}</TextLink> },
          ]}
        />
      </SidePanelSection>
      <SidePanelSection title={t('page.controlHost')}>
        <Facts
          facts={[
            { term: t('fields.ssh_address'), value: <Copyable text={location.ssh_address} /> },
            { term: t('fields.ssh_port'), value: location.ssh_port },
            { term: t('fields.ssh_user'), value: <Copyable text={location.ssh_user} /> },
            { term: t('page.panelKey'), value: <PanelKey /> },
          ]}
        />
        <p className="pb-1 text-12 text-fg-2">{t('page.panelKeyHint', { user: location.ssh_user })}</p>
      </SidePanelSection>
      <SidePanelSection title={t('page.check')}>
        {location.checked_at === null ? (
          <p className="pb-1 text-fg-2">{t('page.neverChecked')}</p>
        ) : (
          <Facts
            facts={[
              { term: t('fields.checked_at'), value: <RelativeTime at={location.checked_at} /> },
              addresses.length > 0 && { term: t('page.addresses'), value: <Several texts={addresses} /> },
              interfaces.length > 0 && { term: t('page.interfaces'), value: interfaces.join(', ') },
            ]}
          />
        )}
      </SidePanelSection>
      <SidePanelSection title={t('page.facts')}>
        <Facts
          facts={[
            {
              term: t('fields.userspace'),
              value: (
                <>
                  {location.userspace}
                  <span className="block text-12 text-fg-3">{t('userspaceHint')}</span>
                </>
              ),
            },
            {
              term: t('fields.provisioning_vlan'),
              value: location.provisioning_vlan ?? t('form.provisioningNone'),
            },
            { term: t('fields.id'), value: <Copyable text={String(location.id)} /> },
          ]}
        />
      </SidePanelSection>
    </>
  )
}

function PanelKey() {
  const t = useTranslations('locations')
  const query = useQuery(useTRPC().vm.settings.sshKey.queryOptions())
  if (query.data) return <Copyable text={query.data.ssh_key} />
  return <span className="text-fg-3">{query.error ? apiFault(query.error).msg : t('page.panelKeyLoading')}</span>
}

function Several({ texts }: { texts: readonly string[] }) {
  return texts.map((text) => (
    <span key={text} className="block">
      <Copyable text={text} />
    </span>
  ))
}
