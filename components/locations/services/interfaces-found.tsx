'use client'
import { useTranslations } from 'use-intl'
import type { Location } from '../../../server/domain/location/schema.ts'
import type { LocationServicesInside } from '../../../server/domain/location/services.ts'
import { paths } from '../../paths.ts'
import { State } from '../../ui/display/state-mark.tsx'
import { Mono, TextLink } from '../../ui/display/text.tsx'
import { Rows } from '../../ui/layout/rows.tsx'

type Found = Omit<LocationServicesInside['interfaces'][number], 'link' | 'mac'> & { link: boolean | null }

/** Network cards of the control host; while it does not answer, those that its last check found. */
export function InterfacesFound({
  location,
  inside,
}: {
  location: Location
  inside: LocationServicesInside | undefined
}) {
  const t = useTranslations('locations.services')
  const { setup_info, params_dhcp } = location
  const rows: Found[] =
    inside?.interfaces ??
    (setup_info.interfaces ?? []).map((name) => ({
      ...{ name, addresses: [], link: null, network: null },
      dhcp: params_dhcp.interfaces_4?.includes(name) ?? false,
    }))
  return (
    <Rows
      label={t('interfaces')}
      rows={rows}
      rowKey={({ name }) => name}
      columns={[
        { head: t('interface'), cell: ({ name }) => <Mono>{name}</Mono> },
        {
          head: t('address'),
          cell: ({ addresses }) =>
            addresses.map((one) => (
              <Mono key={one} className="block">
                {one}
              </Mono>
            )),
        },
        { head: t('network'), wide: true, cell: ({ network }) => <Network network={network} /> },
        { head: t('link'), cell: ({ link }) => <Link link={link} /> },
        {
          head: t('dhcpHere'),
          cell: ({ dhcp }) => <State kind={dhcp ? 'on' : 'off'}>{t(dhcp ? 'answers' : 'silent')}</State>,
        },
      ]}
    />
  )
}

function Network({ network }: Pick<Found, 'network'>) {
  const t = useTranslations('locations.services')
  if (!network) return <span className="text-fg-3">{t('ofNoNetwork')}</span>
  return <TextLink href={paths.network(network.id)}>{network.name}</TextLink>
}

function Link({ link }: Pick<Found, 'link'>) {
  const t = useTranslations('locations.services')
  if (link === null) return <State kind="unknown">{t('notKnown')}</State>
  return <State kind={link ? 'on' : 'off'}>{t(link ? 'linked' : 'unlinked')}</State>
}
