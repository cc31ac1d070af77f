'use client'
import { useQuery } from '@tanstack/react-query'
import Eye from 'lucide-react/icons/eye'
import { useTranslations } from 'use-intl'
import { useTRPC } from '../../api/trpc.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../ui/controls/link.tsx'
import { Tooltip } from '../../ui/floating/tooltip.tsx'

/** Other viewers of the VM's console; nothing while there are none. */
export function HostWatchers({ hostId }: { hostId: number }) {
  const t = useTranslations('hosts')
  const trpc = useTRPC()
  const { data } = useQuery(trpc.vm.console.viewers.queryOptions({ params: { host_id: hostId } }))
  const emails = [...new Set((data?.list ?? []).filter((one) => !one.self).map(({ account }) => account.email))]
  if (emails.length === 0) return null
  const [first = ''] = emails
  const names = first.split('@')[0] + (emails.length > 1 ? ` +${emails.length - 1}` : '')
  return (
    <Tooltip text={emails.join(', ')}>
      <Link
        href={paths.host(hostId, 'console')}
        className="inline-flex min-w-0 items-center gap-1.5 rounded-xs text-12 text-fg-2 hover:text-fg"
      >
        <Eye className="size-3.5 flex-none" />
        <span className="truncate">{t('watched', { names, count: emails.length })}</span>
      </Link>
    </Tooltip>
  )
}
