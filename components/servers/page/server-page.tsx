'use client'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import type { Server } from '../../../server/domain/server/record.ts'
import { useMe } from '../../api/me.tsx'
import { ObjectGate } from '../../api/object-gate.tsx'
import { useTRPC } from '../../api/trpc.ts'
import { paths } from '../../paths.ts'
import { PowerButton } from '../../power/power-button.tsx'
import { ObjectHead } from '../../resource/object-head.tsx'
import { ObjectTasks } from '../../tasks/object-tasks.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { StateBadge } from '../../ui/display/badge.tsx'
import { ConsoleIcon } from '../../ui/display/icons.tsx'
import { PageTabs } from '../../ui/layout/tabs.tsx'
import { ServerBadge } from '../server-state.tsx'
import { useServerActions } from '../use-server-actions.tsx'
import { ServerOverview } from './server-overview.tsx'
import { ServerPath } from './server-path.tsx'

const ServerTraffic = lazy(() => import('../../traffic/server-traffic.tsx'))
const ServerConsoleTab = lazy(() => import('../console/server-console-tab.tsx'))
const ServerPower = lazy(() => import('../../power/server-power.tsx'))
const ServerController = lazy(() => import('../../controllers/server-controller.tsx'))
const tabs = ['overview', 'power', 'console', 'controller', 'traffic', 'history'] as const

/** One server: what it is, where it stands, what it hangs on. */
export function ServerPage({ id }: { id: number }) {
  const trpc = useTRPC()
  const query = useQuery(trpc.dci.server.get.queryOptions({ params: { server_id: id } }))
  return <ObjectGate query={query}>{(server) => <Page server={server} />}</ObjectGate>
}

function Page({ server }: { server: Server }) {
  const t = useTranslations('servers')
  const { isAdmin } = useMe()
  const [tab] = useQueryState('tab', parseAsStringLiteral(tabs).withDefault('overview'))
  const actions = useServerActions()
  return (
    <>
      <ObjectHead
        name={server.name}
        badges={
          <>
            <ServerBadge server={server} />
            {server.is_protected ? <StateBadge kind="locked">{t('protected')}</StateBadge> : null}
            {server.is_new ? <StateBadge kind="pause">{t('isNew')}</StateBadge> : null}
          </>
        }
        actions={
          <>
            <PowerButton server={server} />
            {server.ipmi && tab !== 'console' ? <ConsoleButton server={server} why={actions.why} /> : null}
            {isAdmin ? (
              // A telephone has no room for it beside the others: it is in the menu as well.
              <Button className="phone:hidden" onClick={() => actions.ask({ command: 'edit', server })}>
                {t('commands.edit')}
              </Button>
            ) : null}
          </>
        }
        entries={actions.entries(server)}
        below={<ServerPath server={server} />}
      />
      <PageTabs
        label={t('page.tabs')}
        tabs={tabs.map((one) => ({
          href: paths.server(server.id, one === 'overview' ? undefined : one),
          label: t(`page.${one}`),
          current: one === tab,
        }))}
      />
      {tab === 'overview' ? (
        <ServerOverview server={server} />
      ) : tab === 'power' ? (
        <Suspense>
          <ServerPower server={server} />
        </Suspense>
      ) : tab === 'console' ? (
        <Suspense>
          <ServerConsoleTab server={server} />
        </Suspense>
      ) : tab === 'controller' ? (
        <Suspense>
          <ServerController server={server} />
        </Suspense>
      ) : tab === 'traffic' ? (
        <div className="px-6 py-1 phone:px-4">
          <Suspense>
            <ServerTraffic server_id={server.id} ports={server.switch_connection.length} />
          </Suspense>
        </div>
      ) : (
        <div className="max-w-200 px-6 py-3 phone:px-4">
          <ObjectTasks entity="server" id={server.id} count={100} />
        </div>
      )}
      {actions.dialogs}
    </>
  )
}

/** To the console of the server, within its page. */
function ConsoleButton({ server, why }: { server: Server; why: ReturnType<typeof useServerActions>['why'] }) {
  const t = useTranslations('servers')
  const router = useRouter()
  return (
    <Button
      icon={<ConsoleIcon />}
      disabledReason={why('console', server)}
      onClick={() => router.push(paths.server(server.id, 'console'))}
    >
      {t('page.console')}
    </Button>
  )
}
