'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useTRPC } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { TextLink } from '../ui/display/text.tsx'
import { RelativeTime } from '../ui/display/time.tsx'

/** On how many servers the system of a template is, as a link to them, and when the last of them got it. */
export function TemplateUse({ id }: { id: number }) {
  const t = useTranslations('osTemplates.use')
  const query = { where: `os_template EQ ${id}`, orderby: 'installed.at desc', limit: '0,1' }
  const { data } = useQuery(useTRPC().dci.server.list.queryOptions({ query }))
  if (!data) return '…'
  const last = data.list[0]?.installed?.at
  if (data.size === 0 || !last) return t('none')
  return (
    <>
      <TextLink href={paths.servers({ f: `os_template:is:${id}` })}>{t('servers', { count: data.size })}</TextLink>
      {', '}
      {t.rich('last', { time: () => <RelativeTime at={last} /> })}
    </>
  )
}
