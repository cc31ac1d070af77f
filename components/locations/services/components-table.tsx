'use client'
import { useTranslations } from 'use-intl'
import type { LocationComponent } from '../../../server/domain/location/schema.ts'
import type { LocationServicesInside } from '../../../server/domain/location/services.ts'
import { locationComponents } from '../../../server/domain/location/states.ts'
import { useSaid } from '../../i18n/said.tsx'
import { State } from '../../ui/display/state-mark.tsx'
import { RelativeTime } from '../../ui/display/time.tsx'
import { useByteSizes } from '../../ui/display/use-byte-sizes.ts'
import { Rows } from '../../ui/layout/rows.tsx'

type Props = { list: readonly LocationComponent[]; inside: LocationServicesInside | undefined }

const programs = { dhcp: 'Kea', web: 'nginx', tftp: 'dnsmasq' } as const
const isProgram = (name: string): name is keyof typeof programs => name in programs

/** A version of a Debian package without what Debian adds to it. */
const upstream = (version: string) => version.replace(/^\d+:/, '').replace(/-[^-]*$/, '')

/** The parts of the boot services: what each is, how it is, and what it has to do now. */
export function ComponentsTable({ list, inside }: Props) {
  const t = useTranslations('locations.services')
  const said = useSaid()
  const detailOf = useDetails(inside)
  const versionOf = (name: LocationComponent['component']) => {
    const version = isProgram(name) ? inside?.versions[name] : undefined
    return isProgram(name) && version ? `${programs[name]} ${upstream(version)}` : ''
  }
  return (
    <Rows
      label={t('title')}
      rows={locationComponents.flatMap((name) => list.find(({ component }) => component === name) ?? [])}
      rowKey={({ component }) => component}
      columns={[
        {
          head: t('part'),
          name: true,
          cell: ({ component }) => (
            <>
              {t(`parts.${component}`)}
              <span className="hidden text-12 font-normal text-fg-2 phone:block">
                {[versionOf(component), detailOf(component)].filter(Boolean).join(', ')}
              </span>
            </>
          ),
        },
        { head: t('version'), wide: true, quiet: true, cell: ({ component }) => versionOf(component) },
        {
          head: t('state'),
          cell: ({ fault, since }) => (
            <>
              <State kind={fault === null ? 'ok' : 'fault'}>{t(fault === null ? 'good' : 'wrong')}</State>
              {fault === null ? null : (
                <span className="block text-12 whitespace-normal text-fg-2">
                  {said(fault)}
                  {since ? (
                    <>
                      {' · '}
                      <RelativeTime at={since} />
                    </>
                  ) : null}
                </span>
              )}
            </>
          ),
        },
        { head: t('detail'), wide: true, quiet: true, cell: ({ component }) => detailOf(component) },
        { head: t('checked'), wide: true, quiet: true, cell: ({ checked_at }) => <RelativeTime at={checked_at} /> },
      ]}
    />
  )
}

function useDetails(inside: LocationServicesInside | undefined) {
  const t = useTranslations('locations.services')
  const size = useByteSizes()
  return (component: LocationComponent['component']): string => {
    if (!inside) return ''
    const { leases, disk, files } = inside
    if (component === 'dhcp' && leases.fault === null) return t('leasesCount', { count: leases.total })
    if (component === 'disk') return t('diskFree', { free: size(disk.free_bytes), bytes: size(disk.bytes) })
    if (component === 'artefacts') return t('filesCount', { count: files.total, bytes: size(files.bytes) })
    return ''
  }
}
