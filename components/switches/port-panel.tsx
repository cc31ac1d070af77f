'use client'
import X from 'lucide-react/icons/x'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { SwitchPort } from '../../server/domain/switch/record.ts'
import { Said } from '../i18n/said.tsx'
import { paths } from '../paths.ts'
import { Button, IconButton } from '../ui/controls/button.tsx'
import { Copyable } from '../ui/controls/copy.tsx'
import { StateBadge } from '../ui/display/badge.tsx'
import { MoreIcon } from '../ui/display/icons.tsx'
import { Notice } from '../ui/display/notice.tsx'
import { TextLink } from '../ui/display/text.tsx'
import { Menu } from '../ui/floating/menu.tsx'
import type { MenuEntry, MenuItem } from '../ui/floating/menu-entries.ts'
import { Facts } from '../ui/layout/facts.tsx'
import { SidePanelSection } from '../ui/layout/section.tsx'
import { useIntoSight } from '../ui/use-into-sight.ts'
import { usePortLabels } from './face/port-labels.ts'
import { vlansText } from './vlan-text.ts'

/** The picked port: what it is, what hangs on it, and what can be done with it. */
export function PortPanel(props: {
  port: SwitchPort
  vlans: ReadonlyMap<number, string>
  /** The most wanted, as buttons. */
  wanted: readonly MenuItem[]
  /** All of it, as the row of the port has it. */
  entries: readonly MenuEntry[]
  onClose: () => void
  children?: ReactNode
}) {
  const { port, vlans, wanted, entries, onClose, children } = props
  const t = useTranslations('device.port')
  const face = useTranslations('device.face')
  const words = usePortLabels()
  const head = useRef<HTMLHeadingElement>(null)
  // When a port is chosen by keyboard, the focus goes to its panel.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another port, another panel
  useEffect(() => {
    if (document.activeElement?.matches(':focus-visible')) head.current?.focus({ preventScroll: true })
  }, [port.id])
  useIntoSight(head, port.id)
  const vlanName = (id: number) => (vlans.has(id) ? `${id} ${vlans.get(id)}` : String(id))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc closes from anywhere inside of it
    <div
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        onClose()
      }}
    >
      <div className="-mx-5 border-b border-line px-5 py-3">
        <div className="flex items-center gap-2">
          <h2 ref={head} tabIndex={-1} className="mono min-w-0 truncate text-13 font-semibold outline-none">
            {words.name(port)}
          </h2>
          {port.task_id !== null ? (
            <StateBadge kind="run">{t('changing')}</StateBadge>
          ) : (
            <StateBadge kind={port.admin_status === 'down' ? 'locked' : port.oper_status === 'up' ? 'on' : 'off'}>
              {words.state(port)}
            </StateBadge>
          )}
          <span className="ml-auto flex">
            <IconButton label={face('close')} size="sm" onClick={onClose}>
              <X />
            </IconButton>
          </span>
        </div>
        <p className="mt-1 text-12 break-words text-fg-2">
          {port.server ? <TextLink href={paths.server(port.server.id)}>{port.server.name}</TextLink> : words.peer(port)}
        </p>
        <div className="mt-2.5 flex flex-wrap gap-2">
          {wanted.map((entry) => (
            <Button
              key={entry.label}
              size="sm"
              icon={entry.icon}
              kind={entry.danger ? 'danger' : 'default'}
              disabledReason={entry.disabledReason}
              onClick={() => entry.onSelect?.()}
            >
              {entry.label}
            </Button>
          ))}
          <Menu
            label={t('actionsOf', { name: words.name(port) })}
            entries={entries}
            trigger={
              <IconButton kind="default" size="sm" label={t('actionsOf', { name: words.name(port) })}>
                <MoreIcon />
              </IconButton>
            }
          />
        </div>
      </div>
      {port.fault ? (
        <Notice kind="fault" title={t('failed')} className="mt-3">
          <span className="break-words">
            <Said text={port.fault} />
          </span>
        </Notice>
      ) : null}
      {port.provisioning ? <InProvisioning port={port} held={port.provisioning} /> : null}
      <div className="py-3">
        <Facts
          facts={[
            port.vlan_id !== undefined && {
              term: port.is_trunk ? t('nativeVlan') : t('vlan'),
              value: vlanName(port.vlan_id),
            },
            port.is_trunk && { term: t('trunkMembers'), value: vlansText(port.trunk_members) || face('noMembers') },
            { term: t('speed'), value: port.speed },
            port.duplex !== 'unknown' && { term: face('duplex'), value: face(`duplexes.${port.duplex}`) },
            port.mac !== null && { term: face('mac'), value: <Copyable text={port.mac} /> },
            port.description !== '' && { term: face('description'), value: port.description },
            port.note !== '' && { term: t('note'), value: port.note },
            { term: face('ifIndex'), value: port.if_index },
          ]}
        />
      </div>
      {children ? <SidePanelSection title={face('trafficTitle')}>{children}</SidePanelSection> : null}
    </div>
  )
}

/** Why its VLANs are not its own now, and which these are. */
function InProvisioning({ port, held }: { port: SwitchPort; held: NonNullable<SwitchPort['provisioning']> }) {
  const t = useTranslations('device.port')
  const { vlan_id, is_trunk, trunk_members } = held.before
  const own = [
    t('vlanOf', { vlan: vlan_id }),
    is_trunk && trunk_members.length > 0 && t('taggedToo', { list: vlansText(trunk_members) }),
  ]
  return (
    <Notice
      kind={held.fault ? 'fault' : 'run'}
      title={t('provisioning', { vlan: held.vlan })}
      className="mt-3"
      {...(port.server &&
        held.operation !== null && {
          actions: (
            <TextLink href={paths.serverOperation(port.server.id, held.operation)}>{t('provisioningShow')}</TextLink>
          ),
        })}
    >
      <span className="break-words">
        {held.fault ? <Said text={held.fault} /> : t('provisioningBefore', { vlan: own.filter(Boolean).join(' ') })}
      </span>
    </Notice>
  )
}
