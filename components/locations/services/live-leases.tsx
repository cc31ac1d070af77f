'use client'
import { useTranslations } from 'use-intl'
import type { LocationServicesInside } from '../../../server/domain/location/services.ts'
import { useSaid } from '../../i18n/said.tsx'
import { paths } from '../../paths.ts'
import { Mono, TextLink } from '../../ui/display/text.tsx'
import { RelativeTime } from '../../ui/display/time.tsx'
import { Rows } from '../../ui/layout/rows.tsx'
import { SidePanelSection } from '../../ui/layout/section.tsx'

type Leases = LocationServicesInside['leases']

/** Who has which address now, the newest first. */
export function LiveLeases({ leases }: { leases: Leases }) {
  const t = useTranslations('locations.services')
  return (
    <SidePanelSection
      title={t('leases')}
      action={<span className="num text-fg-3">{t('inUse', { count: leases.total })}</span>}
    >
      <Body leases={leases} />
    </SidePanelSection>
  )
}

function Body({ leases: { fault, list, total } }: { leases: Leases }) {
  const t = useTranslations('locations.services')
  const said = useSaid()
  if (fault !== null) return <p className="pb-1 text-12 text-fault-fg">{said(fault)}</p>
  if (total === 0) return <p className="pb-1 text-fg-2">{t('noLeases')}</p>
  return (
    <>
      <Rows
        label={t('leases')}
        compact
        rows={list}
        rowKey={({ ip }) => ip}
        columns={[
          { head: t('address'), cell: ({ ip }) => <Mono>{ip}</Mono> },
          { head: t('client'), className: 'whitespace-normal', cell: (lease) => <Client lease={lease} /> },
          { head: t('expires'), right: true, quiet: true, cell: ({ expires_at }) => <RelativeTime at={expires_at} /> },
        ]}
      />
      {total > list.length ? (
        <p className="pt-2 text-12 text-fg-3">{t('newestLeases', { shown: list.length, total })}</p>
      ) : null}
    </>
  )
}

function Client({ lease: { server, mac } }: { lease: Leases['list'][number] }) {
  const t = useTranslations('locations.services')
  if (server) return <TextLink href={paths.server(server.id)}>{server.name}</TextLink>
  return (
    <>
      <Mono>{mac}</Mono> <span className="text-12 text-fg-3">{t('notKnown')}</span>
    </>
  )
}
