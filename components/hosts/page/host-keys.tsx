'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Host } from '../../../server/domain/host/record.ts'
import { Loaded } from '../../api/loaded.tsx'
import { useTRPC } from '../../api/trpc.ts'

/** The SSH keys that a newly installed system of a VM lets in: those of its owner. */
export function HostKeys({ host }: { host: Pick<Host, 'account'> }) {
  const t = useTranslations('hosts.system')
  const trpc = useTRPC()
  const params = { user_id: String(host.account?.id ?? 0) }
  const query = useQuery({
    ...trpc.auth.sshkey.list.queryOptions({ params, query: { orderby: 'name', limit: '0,100' } }),
    enabled: host.account !== null,
  })
  if (!host.account) return <p className="text-12 text-fg-3">{t('noKeys')}</p>
  return (
    <Loaded query={query} rows={1} label={t('keysLoading')} unread={t('keysUnread')}>
      {({ list }) =>
        list.length === 0 ? (
          <p className="text-12 text-fg-3">{t('noKeys')}</p>
        ) : (
          <ul aria-label={t('keys')} className="flex flex-wrap gap-x-4 gap-y-1 text-12">
            {list.map(({ id, name }) => (
              <li key={id}>{name}</li>
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}
