'use client'
import { useTranslations } from 'use-intl'
import type { Server } from '../../../server/domain/server/record.ts'
import { paths } from '../../paths.ts'
import { Copyable } from '../../ui/controls/copy.tsx'
import { TextLink } from '../../ui/display/text.tsx'
import { ExactTime } from '../../ui/display/time.tsx'
import { Facts } from '../../ui/layout/facts.tsx'
import { SidePanelSection } from '../../ui/layout/section.tsx'
import { mainAddress } from '../operation/main-address.ts'

/** What was installed on a server, by whom, and how one signs in; nothing where the panel installed nothing. */
export function InstalledSystem({ server }: { server: Server }) {
  const t = useTranslations('servers.installed')
  const operations = useTranslations('operations')
  const { installed } = server
  const address = mainAddress(server)
  if (!installed) return null
  return (
    <SidePanelSection title={t('title')}>
      <Facts
        facts={[
          {
            term: t('system'),
            value: (
              <TextLink href={paths.serverOperation(server.id, installed.operation)}>
                {installed.system ?? t('unnamed')}
              </TextLink>
            ),
          },
          installed.disks.length > 0 && {
            term: t('disks'),
            value: (
              <>
                {installed.raid === 'no_raid' ? null : operations(`values.hdd_raid.${installed.raid}`)}
                {installed.disks.map((disk) => (
                  <span key={disk} className="block">
                    <Copyable text={disk} />
                  </span>
                ))}
              </>
            ),
          },
          { term: t('by'), value: installed.by },
          { term: t('at'), value: <ExactTime at={installed.at} /> },
          address && { term: operations('signIn'), value: <Copyable text={`ssh root@${address.name}`} /> },
        ]}
      />
    </SidePanelSection>
  )
}
