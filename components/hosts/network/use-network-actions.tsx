'use client'
import { lazy, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { MOST_WAITING, whyNotHost } from '../../../server/domain/host/allowed.ts'
import type { InterfaceRecord } from '../../../server/domain/host/network.ts'
import type { PacketRule, PacketRules } from '../../../server/domain/host/packet-rules.ts'
import type { Host } from '../../../server/domain/host/record.ts'
import type { IpRecord } from '../../../server/domain/ip/schema.ts'
import { useMe } from '../../api/me.tsx'
import { useAsking } from '../../form/use-asking.tsx'

const NetworkDialogs = lazy(() => import('./network-dialogs.tsx'))

/**
 * What is asked in the tab Network. `rules` are the VM's own, `at` the place of one among them; null: a new one; `of`: the actions
 * that its node knows, and the groups that the rules name.
 */
export type NetworkAsking =
  | { command: 'addInterface' | 'addAddress' }
  | { command: 'removeInterface' | 'editInterface'; face: InterfaceRecord }
  | { command: 'release'; address: IpRecord }
  | { command: 'ruleSet'; rules: readonly PacketRule[] }
  | { command: 'rule'; rules: readonly PacketRule[]; of: Pick<PacketRules, 'actions' | 'groups'>; at: number | null }

export type NetworkActions = {
  ask: (asked: NetworkAsking) => void
  /** Why the network cannot be changed now. */
  off: string | undefined
  dialogs: ReactNode
}

/** The one definition of what can be done to the network of a VM. Put `dialogs` on the page once. */
export function useNetworkActions(host: Host): NetworkActions {
  const t = useTranslations('hosts')
  const { isAdmin } = useMe()
  const { ask, dialogs } = useAsking<NetworkAsking>((asked, close) => (
    <NetworkDialogs host={host} asked={asked} onClose={close} />
  ))
  const why = whyNotHost('network', host, { isAdmin })
  const words = () => {
    if (why?.why === 'protected') return t(`protectedNow.${why.by}`)
    if (why?.why === 'full') return t('full', { count: MOST_WAITING })
    return why?.why === 'handed_over' ? t('handedOver') : t('refusals.network')
  }
  return { ask, off: why && words(), dialogs }
}
