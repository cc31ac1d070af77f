'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useTRPC } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { State } from '../ui/display/state-mark.tsx'
import { TextLink } from '../ui/display/text.tsx'

/** Where machines that nobody knows are let in; leads to where that is switched. */
export function DiscoveryState() {
  const t = useTranslations('machines')
  const trpc = useTRPC()
  const { data } = useQuery(trpc.dci.location.list.queryOptions({ query: { orderby: 'name', limit: '0,500' } }))
  if (!data) return null
  const on = data.list.filter(({ params_dhcp, status }) => params_dhcp.discovery === true && status === 'ok')
  const names = on.map(({ name }) => name)
  const [first] = on
  return (
    <TextLink href={first && on.length === 1 ? paths.location(first.id, 'services') : paths.locations()}>
      {first ? (
        <State kind="on">
          {names.length > 2
            ? t('discovery.many', { count: names.length })
            : t('discovery.on', { names: names.join(', ') })}
        </State>
      ) : (
        <State kind="off">{t('discovery.off')}</State>
      )}
    </TextLink>
  )
}
