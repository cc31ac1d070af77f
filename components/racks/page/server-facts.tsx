'use client'
import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { Server } from '../../../server/domain/server/record.ts'
import { paths } from '../../paths.ts'
import { Copyable } from '../../ui/controls/copy.tsx'
import { NodeIcon } from '../../ui/display/icons.tsx'
import { TextLink } from '../../ui/display/text.tsx'
import { SidePanelSection } from '../../ui/layout/section.tsx'

/** What is known of a server besides: its addresses, the node on it, notes, MAC addresses. */
export function ServerFacts({ server }: { server: Server }) {
  const t = useTranslations('racks')
  const format = useFormatter()
  const rows: ReactNode[] = server.ip.map((address) => (
    <li key={address.id} className="flex h-6.5 items-center gap-2">
      <Copyable text={address.name} />
      {address.is_main ? <span className="text-12 text-fg-3">{t('panel.main')}</span> : null}
    </li>
  ))
  return (
    <>
      {rows.length > 0 ? (
        <SidePanelSection title={t('panel.addresses')}>
          <ul>{rows}</ul>
        </SidePanelSection>
      ) : null}
      {server.node ? (
        <SidePanelSection title={t('panel.onIt')}>
          <p className="flex h-6.5 items-center gap-2">
            <NodeIcon className="text-fg-3" />
            <TextLink href={paths.node(server.node.id)}>{t('panel.node', { name: server.node.name })}</TextLink>
          </p>
        </SidePanelSection>
      ) : null}
      {server.note ? (
        <SidePanelSection title={t('fields.note')}>
          <p className="pb-1 whitespace-pre-wrap text-fg-2">{server.note}</p>
        </SidePanelSection>
      ) : null}
      {server.mac.length > 0 ? (
        <SidePanelSection title={t('panel.macs', { count: format.number(server.mac.length) })}>
          <ul>
            {server.mac.map((mac) => (
              <li key={mac} className="h-6.5">
                <Copyable text={mac} />
              </li>
            ))}
          </ul>
        </SidePanelSection>
      ) : null}
    </>
  )
}
