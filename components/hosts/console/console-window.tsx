'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { apiFault } from '../../api/fault.ts'
import { useTRPC } from '../../api/trpc.ts'
import { paths } from '../../paths.ts'
import { LiveNotice } from '../../shell/live-notice.tsx'
import { useTaskOf } from '../../shell/use-running-tasks.ts'
import { useTitle } from '../../shell/use-title.ts'
import { BrandMark } from '../../ui/display/brand-mark.tsx'
import { TextLink } from '../../ui/display/text.tsx'
import { ErrorState } from '../../ui/layout/error-state.tsx'
import { HostBadge } from '../host-state.tsx'
import { useHostActions } from '../use-host-actions.tsx'
import { LiveConsole } from './live-console.tsx'

/** A console in a window of its own: whose it is, its state, and the picture. */
export function ConsoleWindow({ id }: { id: number }) {
  const t = useTranslations('hosts')
  const trpc = useTRPC()
  const query = useQuery(trpc.vm.host.get.queryOptions({ params: { host_id: id } }))
  const actions = useHostActions()
  const task = useTaskOf()('host', id)
  const host = query.data
  useTitle(host?.name)
  const fault = query.error ? apiFault(query.error) : null
  if (!host || fault?.http === 404) {
    if (!fault) return <p className="animate-late p-6 text-fg-3">{t('page.loading')}</p>
    return (
      <div className="p-6">
        <h1 className="sr-only">{t('console.title', { name: String(id) })}</h1>
        <ErrorState
          title={fault.http === 404 ? t('page.missing', { id }) : t('page.unread')}
          cause={fault.http === 404 ? t('page.missingHint') : fault.msg}
          {...(fault.http !== 404 && { onRetry: () => void query.refetch() })}
        />
      </div>
    )
  }
  return (
    <>
      <header className="flex h-(--bar-h) flex-none items-center gap-3 border-b border-line bg-app px-6 phone:px-4">
        <BrandMark />
        <h1 className="min-w-0 truncate text-14 font-semibold">
          <TextLink plain href={paths.host(host.id)} title={t('console.toPage')}>
            {host.name}
          </TextLink>
        </h1>
        <HostBadge host={host} task={task} />
        <span className="ml-auto truncate text-12 text-fg-3 phone:hidden">
          {[host.os_name, host.ip_summary].filter(Boolean).join(', ')}
        </span>
      </header>
      <LiveNotice />
      <LiveConsole host={host} actions={actions} own />
      {actions.dialogs}
    </>
  )
}
