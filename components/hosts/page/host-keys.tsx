'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Host } from '../../../server/domain/host/record.ts'
import { Loaded } from '../../api/loaded.tsx'
import { useTRPC } from '../../api/trpc.ts'
import { GuestKeys } from './guest-keys.tsx'

/** The SSH keys of the owner, which a newly installed system of a VM lets in, beside those that the running one does. */
export function HostKeys({ host }: { host: Host }) {
  const t = useTranslations('hosts.system')
  const trpc = useTRPC()
  const params = { user_id: String(host.account?.id ?? 0) }
  const query = useQuery({
    ...trpc.auth.sshkey.list.queryOptions({ params, query: { orderby: 'name', limit: '0,100' } }),
    enabled: host.account !== null,
  })
  if (!host.account) return <GuestKeys host={host} keys={[]} />
  return (
    <Loaded query={query} rows={1} label={t('keysLoading')} unread={t('keysUnread')}>
      {({ list }) => <GuestKeys host={host} keys={list} />}
    </Loaded>
  )
}
