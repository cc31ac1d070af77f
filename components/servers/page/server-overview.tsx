'use client'
import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { serverFields } from '../../../server/domain/server/fields.ts'
import type { Server } from '../../../server/domain/server/record.ts'
import { useMe } from '../../api/me.tsx'
import { MainSensorsWait } from '../../controllers/main-sensors-wait.tsx'
import { HealthBanner } from '../../health/health-banner.tsx'
import { paths } from '../../paths.ts'
import { PowerState } from '../../power/power-state.tsx'
import { useOwnFacts } from '../../resource/own-facts.tsx'
import { ObjectTasks } from '../../tasks/object-tasks.tsx'
import { Copyable } from '../../ui/controls/copy.tsx'
import { Notice } from '../../ui/display/notice.tsx'
import { TextLink } from '../../ui/display/text.tsx'
import { Facts } from '../../ui/layout/facts.tsx'
import { SidePanelSection, WithSidePanel } from '../../ui/layout/section.tsx'
import { ServerWeb } from '../web/server-web.tsx'
import { InstalledSystem } from './installed-system.tsx'
import { ServerAddresses } from './server-addresses.tsx'
import { ServerPorts, ServerPowerInputs } from './server-links-tables.tsx'

const MainSensors = lazy(() => import('../../controllers/main-sensors.tsx'))
const HardwareSummary = lazy(() => import('../../hardware-reports/hardware-summary.tsx'))

/** What it is fed by, draws, is plugged into and made of; facts at the side. */
export function ServerOverview({ server }: { server: Server }) {
  const t = useTranslations('servers.page')
  const { isAdmin } = useMe()
  return (
    <WithSidePanel label={t('facts')} side={<Side server={server} />}>
      {server.maintenance && server.state_info ? (
        <Notice kind="warn" className="mb-3">
          {server.state_info}
        </Notice>
      ) : null}
      <HealthBanner entity="server" id={server.id} health={server.health} className="mb-3" />
      <div className="flex flex-col gap-3">
        <ServerPowerInputs server={server} />
        {server.ipmi ? (
          <Suspense fallback={<MainSensorsWait />}>
            <MainSensors ipmi_id={server.ipmi.id} />
          </Suspense>
        ) : null}
        <ServerPorts server={server} />
        <ServerAddresses server={server} />
        {isAdmin ? (
          <Suspense>
            <HardwareSummary server_id={server.id} />
          </Suspense>
        ) : null}
      </div>
    </WithSidePanel>
  )
}

function Side({ server }: { server: Server }) {
  const t = useTranslations('servers')
  const hardware = useTranslations('hardware')
  const words = useTranslations('resource')
  const { isAdmin } = useMe()
  const own = useOwnFacts(serverFields, 'servers')
  const { node, platform, owner } = server
  return (
    <>
      <SidePanelSection title={t('page.facts')}>
        <Facts
          facts={[
            { term: t('fields.power_status'), value: <PowerState server={server} /> },
            isAdmin && {
              term: t('fields.owner'),
              value:
                owner === null ? (
                  t('owner.none')
                ) : (
                  <TextLink href={paths.user(owner)}>{server.owner_email ?? owner}</TextLink>
                ),
            },
            ...own(server, { without: ['name', 'note'] }),
            { term: t('fields.id'), value: <Copyable text={String(server.id)} /> },
          ]}
        />
      </SidePanelSection>
      <InstalledSystem server={server} />
      <ServerWeb server={server} />
      <SidePanelSection title={t('page.hardware')}>
        <Facts
          facts={[
            platform && { term: t('fields.platform'), value: platform.name },
            {
              term: hardware('fields.server_size'),
              value: hardware(`sizes.${server.type}`, { count: server.size }),
            },
            server.width === 'half' && { term: hardware('fields.width'), value: hardware('widths.half') },
            server.mac.length > 0 && {
              term: t('fields.mac'),
              value: server.mac.map((mac) => (
                <span key={mac} className="block">
                  <Copyable text={mac} />
                </span>
              )),
            },
            server.settings.efi !== undefined && {
              term: t('fields.firmware'),
              value: server.settings.efi ? 'UEFI' : 'BIOS',
            },
          ]}
        />
      </SidePanelSection>
      {isAdmin ? (
        <SidePanelSection title={t('page.node')}>
          {node ? (
            <TextLink href={paths.node(node.id)}>{node.name}</TextLink>
          ) : (
            <p className="pb-1 text-fg-2">{t('page.noNode')}</p>
          )}
        </SidePanelSection>
      ) : null}
      <SidePanelSection
        title={words('tabs.history')}
        action={<TextLink href={paths.server(server.id, 'history')}>{t('page.allHistory')}</TextLink>}
      >
        <ObjectTasks entity="server" id={server.id} count={4} />
      </SidePanelSection>
      {isAdmin && server.note ? (
        <SidePanelSection title={t('fields.note')}>
          <p className="pb-1 whitespace-pre-wrap">{server.note}</p>
        </SidePanelSection>
      ) : null}
    </>
  )
}
