'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useTRPC } from '../../api/trpc.ts'
import { paths } from '../../paths.ts'
import { Notice } from '../../ui/display/notice.tsx'
import { TextLink } from '../../ui/display/text.tsx'

/** Which networks servers can boot in; with the way to add one while the location has none. */
export function BootNetworks({ location }: { location: number }) {
  const t = useTranslations('locations.services')
  const { data } = useQuery(
    useTRPC().dci.ipmgr.ipnet.list.queryOptions({
      query: { where: `(location.id EQ ${location}) AND (family EQ 2)`, limit: '1' },
    }),
  )
  if (data?.size !== 0) return <p className="text-12 text-fg-2">{t('networksHint')}</p>
  return (
    <Notice kind="warn" title={t('noNetwork')} action={<TextLink href={paths.networks()}>{t('toNetworks')}</TextLink>}>
      {t('networksHint')}
    </Notice>
  )
}
