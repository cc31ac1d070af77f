'use client'
import Ban from 'lucide-react/icons/ban'
import { useTranslations } from 'use-intl'
import type { Node } from '../../server/domain/node/record.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import type { BulkAction } from '../table/bulk.ts'
import { usePlainBulk } from '../table/use-plain-bulk.tsx'

/** Closes many nodes for new VMs, and opens them again. */
export function useNodeBulk(): readonly BulkAction<Node>[] {
  const t = useTranslations('nodes')
  const client = useTRPCClient()
  const plainBulk = usePlainBulk()
  return (['block', 'unblock'] as const).map((command) =>
    plainBulk<Node>({
      id: command,
      label: t(`commands.${command}`),
      icon: <Ban />,
      href: ({ id }) => paths.node(id),
      why: (node) => (node.host_creation_blocked === (command === 'block') ? t(`already.${command}`) : undefined),
      each: async ({ id }) => {
        const body = { host_creation_blocked: command === 'block' }
        await client.vm.node.edit.mutate({ params: { node_id: id }, body })
        return null
      },
    }),
  )
}
