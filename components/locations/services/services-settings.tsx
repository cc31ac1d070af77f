'use client'
import { useTranslations } from 'use-intl'
import type { Location } from '../../../server/domain/location/schema.ts'
import { Facts } from '../../ui/layout/facts.tsx'

/** What the services were set up with. */
export function ServicesSettings({ location: { params_dhcp: dhcp, params_web: web } }: { location: Location }) {
  const t = useTranslations('locations.services')
  const ranges = (dhcp.ranges ?? []).map(({ first, last }) => `${first} - ${last}`)
  return (
    <Facts
      facts={[
        { term: t('form.interfaces'), value: dhcp.interfaces_4?.join(', ') ?? '-' },
        { term: t('form.ranges'), value: ranges.join(', ') || t('noRange') },
        { term: t('form.nameservers'), value: dhcp.nameservers?.join(', ') || '-' },
        { term: t('form.port'), value: web.port ?? 8080 },
        { term: t('form.discovery'), value: t(dhcp.discovery ? 'yes' : 'no') },
      ]}
    />
  )
}
