'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { apiFault } from '../../api/fault.ts'
import { useTRPC } from '../../api/trpc.ts'
import { NotFound } from '../../frame/fault-page.tsx'
import { paths } from '../../paths.ts'
import { LiveNotice } from '../../shell/live-notice.tsx'
import { useTitle } from '../../shell/use-title.ts'
import { BrandMark } from '../../ui/display/brand-mark.tsx'
import { TextLink } from '../../ui/display/text.tsx'
import { ErrorState } from '../../ui/layout/error-state.tsx'
import { ServerBadge } from '../server-state.tsx'
import { LiveServerConsole } from './live-server-console.tsx'

/** The console of a server in a window of its own. */
export function ServerConsoleWindow({ id }: { id: number }) {
  const t = useTranslations('serverConsole')
  const trpc = useTRPC()
  const query = useQuery(trpc.dci.server.get.queryOptions({ params: { server_id: id } }))
  const server = query.data
  useTitle(server?.name)
  const fault = query.error ? apiFault(query.error) : null
  if (fault?.http === 404) return <NotFound />
  if (!server)
    return fault ? (
      <div className="p-6">
        <h1 className="sr-only">{t('title', { name: String(id) })}</h1>
        <ErrorState title={t('unread')} cause={fault.msg} onRetry={() => void query.refetch()} />
      </div>
    ) : (
      <p className="animate-late p-6 text-fg-3">{t('loading')}</p>
    )
  return (
    <>
      <header className="flex h-(--bar-h) flex-none items-center gap-3 border-b border-line bg-app px-6 phone:px-4">
        <BrandMark />
        <h1 className="min-w-0 truncate text-14 font-semibold">
          <TextLink plain href={paths.server(server.id)} title={t('toPage')}>
            {server.name}
          </TextLink>
        </h1>
        <ServerBadge server={server} />
        <span className="ml-auto truncate text-12 text-fg-3 phone:hidden">
          {[server.location.name, server.rack?.name].filter(Boolean).join(', ')}
        </span>
      </header>
      <LiveNotice />
      <LiveServerConsole server={server} own />
    </>
  )
}
