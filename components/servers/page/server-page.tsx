'use client'
import { useQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { useRouter } from 'next/navigation'
import { lazy } from 'react'
import { useTranslations } from 'use-intl'
import type { Server } from '../../../server/domain/server/record.ts'
import { ObjectGate } from '../../api/object-gate.tsx'
import { useTRPC } from '../../api/trpc.ts'
import { paths } from '../../paths.ts'
import { PowerButton } from '../../power/power-button.tsx'
import { ObjectPage } from '../../resource/object-page.tsx'
import { usePageTab } from '../../resource/object-tabs.ts'
import { ObjectHistory } from '../../tasks/object-history.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { StateBadge } from '../../ui/display/badge.tsx'
import { ConsoleIcon } from '../../ui/display/icons.tsx'
import { MenuButton } from '../../ui/floating/menu-button.tsx'
import { OperationBanner } from '../operation/operation-banner.tsx'
import { ServerBadge } from '../server-state.tsx'
import { useServerActions } from '../use-server-actions.tsx'
import { ServerOverview } from './server-overview.tsx'
import { ServerPath } from './server-path.tsx'

const ServerHardware = lazy(() => import('../../hardware-reports/server-hardware.tsx'))
const ServerTraffic = lazy(() => import('../../traffic/server-traffic.tsx'))
const ServerConsoleTab = lazy(() => import('../console/server-console-tab.tsx'))
const ServerPower = lazy(() => import('../../power/server-power.tsx'))
const ServerController = lazy(() => import('../../controllers/server-controller.tsx'))
const ServerOperations = lazy(() => import('../operation/server-operations.tsx'))
const tabs = ['overview', 'hardware', 'power', 'console', 'controller', 'traffic', 'operations', 'history'] as const

/** One server: what it is, where it stands, what it hangs on. */
export function ServerPage({ id }: { id: number }) {
  const trpc = useTRPC()
  const query = useQuery(trpc.dci.server.get.queryOptions({ params: { server_id: id } }))
  return <ObjectGate query={query}>{(server) => <Page server={server} />}</ObjectGate>
}

function Page({ server }: { server: Server }) {
  const t = useTranslations('servers')
  const install = useTranslations('installing')
  const tab = usePageTab(tabs)
  const actions = useServerActions()
  return (
    <ObjectPage
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
          {server.ipmi && tab !== 'console' ? <ConsoleButton server={server} why={actions.why} /> : null}
          <PowerButton server={server} />
          {/* A telephone has no room for it beside the others: it is in the menu as well. */}
          <span className="contents phone:hidden">
            <MenuButton
              icon={<Download />}
              menuLabel={install('menuOf', { name: server.name })}
              entries={actions.operations(server)}
            >
              {install('menu')}
            </MenuButton>
          </span>
        </>
      }
      entries={actions.entries(server)}
      below={<ServerPath server={server} />}
      banner={<OperationBanner server={server} />}
      href={(one) => paths.server(server.id, one)}
      tabs={{
        overview: { show: () => <ServerOverview server={server} /> },
        hardware: { show: () => <ServerHardware server={server} /> },
        power: { show: () => <ServerPower server={server} /> },
        console: { show: () => <ServerConsoleTab server={server} /> },
        controller: { show: () => <ServerController server={server} /> },
        traffic: {
          show: () => (
            <div className="px-6 py-1 phone:px-4">
              <ServerTraffic server_id={server.id} ports={server.switch_connection.length} />
            </div>
          ),
        },
        operations: { show: () => <ServerOperations server={server} /> },
        history: { show: () => <ObjectHistory entity="server" id={server.id} /> },
      }}
    >
      {actions.dialogs}
    </ObjectPage>
  )
}

/** To the console of the server, within its page. */
function ConsoleButton({ server, why }: { server: Server; why: ReturnType<typeof useServerActions>['why'] }) {
  const words = useTranslations('resource')
  const router = useRouter()
  return (
    <Button
      icon={<ConsoleIcon />}
      disabledReason={why('console', server)}
      onClick={() => router.push(paths.server(server.id, 'console'))}
    >
      {words('tabs.console')}
    </Button>
  )
}
