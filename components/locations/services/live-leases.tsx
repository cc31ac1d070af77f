'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { LocationServicesInside } from '../../../server/domain/location/services.ts'
import { useSaid } from '../../i18n/said.tsx'
import { machineName } from '../../machines/machine-name.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Mono, TextLink } from '../../ui/display/text.tsx'
import { Duration, useNow } from '../../ui/display/time.tsx'
import { Rows } from '../../ui/layout/rows.tsx'
import { SidePanelSection } from '../../ui/layout/section.tsx'

type Leases = LocationServicesInside['leases']

/** So many are seen without being asked for. */
const FIRST = 8

const secondsLeft = (expires_at: string, now: number) => Math.max(0, (Date.parse(expires_at) - now) / 1000)

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
  const now = useNow(true)
  const [all, setAll] = useState(false)
  if (fault !== null) return <p className="pb-1 text-12 text-fault-fg">{said(fault)}</p>
  if (total === 0) return <p className="pb-1 text-fg-2">{t('noLeases')}</p>
  return (
    <>
      <Rows
        label={t('leases')}
        compact
        rows={all ? list : list.slice(0, FIRST)}
        rowKey={({ ip }) => ip}
        columns={[
          { head: t('address'), cell: ({ ip }) => <Mono>{ip}</Mono> },
          { head: t('client'), className: 'whitespace-normal', cell: (lease) => <Client lease={lease} /> },
          {
            head: t('expires'),
            right: true,
            quiet: true,
            cell: ({ expires_at }) => <Duration seconds={secondsLeft(expires_at, now)} />,
          },
        ]}
      />
      {!all && list.length > FIRST ? (
        <Button size="sm" kind="quiet" className="mt-1" onClick={() => setAll(true)}>
          {t('allLeases')}
        </Button>
      ) : null}
      {total > list.length ? (
        <p className="pt-2 text-12 text-fg-3">{t('newestLeases', { shown: list.length, total })}</p>
      ) : null}
    </>
  )
}

function Client({ lease: { server, machine, mac } }: { lease: Leases['list'][number] }) {
  const t = useTranslations('locations.services')
  if (server) return <TextLink href={paths.server(server.id)}>{server.name}</TextLink>
  if (machine)
    return (
      <>
        <TextLink href={paths.unacceptedServers({ machine: machine.id })}>{machineName({ ...machine, mac })}</TextLink>
        <span className="block text-12 text-fg-3">{t('newServer')}</span>
      </>
    )
  return (
    <>
      <Mono>{mac}</Mono>
      <span className="block text-12 text-fg-3">{t('notKnown')}</span>
    </>
  )
}
