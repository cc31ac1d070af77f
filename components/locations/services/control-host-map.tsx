'use client'
import { useTranslations } from 'use-intl'
import type { Location, LocationComponent } from '../../../server/domain/location/schema.ts'
import type { LocationServicesInside } from '../../../server/domain/location/services.ts'
import { State } from '../../ui/display/state-mark.tsx'
import { Mono } from '../../ui/display/text.tsx'
import { Wires } from '../../ui/display/wires.tsx'

const ROW = 50
const GAP = 8
/** More of them are in the table of interfaces. */
const MOST = 6
const shown = ['dhcp', 'tftp', 'web', 'artefacts'] as const satisfies LocationComponent['component'][]

type Props = { location: Location; interfaces: LocationServicesInside['interfaces'] }

/** The way from the panel over the control host into the networks that it serves, where there is room: the tables below say all of it. */
export function ControlHostMap({ location, interfaces }: Props) {
  const t = useTranslations('locations.services')
  const networks = interfaces.slice(0, MOST)
  const faultOf = (name: LocationComponent['component']) =>
    location.components.find(({ component }) => component === name)?.fault ?? null
  const reached = faultOf('host') === null
  return (
    <div className="@container mb-2">
      <div className="hidden items-center @min-[720px]:flex">
        <div className="flex-none rounded-md border border-line bg-subtle px-3 py-2.5">
          <span className="block font-semibold">{t('map.panel')}</span>
          <State kind={reached ? 'on' : 'fault'}>{t(reached ? 'map.reached' : 'map.away')}</State>
        </div>
        <Wires wires={[{ state: reached ? 'on' : 'off' }]} row={ROW} gap={GAP} />
        <div className="min-w-0 flex-none rounded-md border border-line-strong bg-raised px-3 py-2.5">
          <Mono className="block font-semibold">{location.ssh_address}</Mono>
          <ul aria-label={t('title')} className="mt-1 grid grid-cols-2 gap-x-4 gap-y-0.5 text-12">
            {shown.map((name) => (
              <li key={name}>
                <State kind={faultOf(name) === null ? 'on' : 'fault'}>{t(`parts.${name}`)}</State>
              </li>
            ))}
          </ul>
        </div>
        <Wires wires={networks.map(({ link }) => ({ state: link ? 'on' : 'off' }))} row={ROW} gap={GAP} fans />
        <ul aria-label={t('interfaces')} className="flex min-w-0 flex-1 flex-col" style={{ gap: GAP }}>
          {networks.map(({ name, addresses, link, dhcp, network }) => (
            <li
              key={name}
              style={{ height: ROW }}
              className="flex min-w-0 items-center gap-3 rounded-md border border-line bg-subtle px-3"
            >
              <span className="min-w-0 flex-1">
                <span className="block truncate">{network?.name ?? name}</span>
                <Mono className="block truncate text-12 text-fg-3">{addresses[0] ?? name}</Mono>
              </span>
              <span className="flex-none text-12 text-fg-2">
                {t(!link ? 'unlinked' : dhcp ? 'map.dhcp' : 'map.noDhcp')}
              </span>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
