'use client'
import { useTranslations } from 'use-intl'
import type { Location } from '../../../server/domain/location/schema.ts'
import type { LocationServicesInside } from '../../../server/domain/location/services.ts'
import { paths } from '../../paths.ts'
import { State } from '../../ui/display/state-mark.tsx'
import { Mono, TextLink } from '../../ui/display/text.tsx'
import { Rows } from '../../ui/layout/rows.tsx'

type Found = LocationServicesInside['interfaces'][number]

/** Network cards of the control host; while it has not answered, the names that its last check found. */
export function InterfacesFound({
  location,
  inside,
}: {
  location: Location
  inside: LocationServicesInside | undefined
}) {
  const t = useTranslations('locations.services')
  const { setup_info, params_dhcp } = location
  const rows =
    inside?.interfaces ??
    (setup_info.interfaces ?? []).map(
      (name): Found => ({
        ...{ name, mac: '', addresses: [], link: false, network: null },
        dhcp: params_dhcp.interfaces_4?.includes(name) ?? false,
      }),
    )
  // What a check does not read is not shown before it is known.
  const known = inside !== undefined
  return (
    <Rows
      label={t('interfaces')}
      rows={rows}
      rowKey={({ name }) => name}
      columns={[
        { head: t('interface'), cell: ({ name }) => <Mono>{name}</Mono> },
        known && { head: t('address'), cell: ({ addresses }) => <Addresses addresses={addresses} /> },
        known && { head: t('network'), wide: true, cell: ({ network }) => <Network network={network} /> },
        known && {
          head: t('link'),
          cell: ({ link }) => <State kind={link ? 'on' : 'off'}>{t(link ? 'linked' : 'unlinked')}</State>,
        },
        {
          head: t('dhcpHere'),
          cell: ({ dhcp }) => <State kind={dhcp ? 'on' : 'off'}>{t(dhcp ? 'answers' : 'silent')}</State>,
        },
      ]}
    />
  )
}

const Addresses = ({ addresses }: Pick<Found, 'addresses'>) =>
  addresses.map((one) => (
    <Mono key={one} className="block">
      {one}
    </Mono>
  ))

function Network({ network }: Pick<Found, 'network'>) {
  const t = useTranslations('locations.services')
  if (!network) return <span className="text-fg-3">{t('ofNoNetwork')}</span>
  return <TextLink href={paths.network(network.id)}>{network.name}</TextLink>
}
