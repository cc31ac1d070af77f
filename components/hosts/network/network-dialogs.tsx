'use client'
import type { Host } from '../../../server/domain/host/record.ts'
import { AddAddress, ReleaseAddress } from './address-dialogs.tsx'
import { AddInterface, EditInterface, RemoveInterface } from './interface-dialogs.tsx'
import { RuleDialog } from './rule-dialog.tsx'
import { RuleSetDialog } from './rule-set-dialog.tsx'
import type { NetworkAsking } from './use-network-actions.tsx'

type Props = { host: Host; asked: NetworkAsking; onClose: () => void }

/** What a command on the network of a VM asks before it is done. Loaded with the first of them. */
export default function NetworkDialogs({ asked, ...props }: Props) {
  switch (asked.command) {
    case 'addInterface':
      return <AddInterface {...props} />
    case 'editInterface':
      return <EditInterface {...props} face={asked.face} />
    case 'removeInterface':
      return <RemoveInterface {...props} face={asked.face} />
    case 'addAddress':
      return <AddAddress {...props} />
    case 'release':
      return <ReleaseAddress {...props} address={asked.address} />
    case 'ruleSet':
      return <RuleSetDialog {...props} rules={asked.rules} />
    case 'rule':
      return <RuleDialog {...props} rules={asked.rules} of={asked.of} at={asked.at} />
  }
}
