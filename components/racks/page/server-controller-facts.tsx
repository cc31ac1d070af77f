'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Server } from '../../../server/domain/server/record.ts'
import { whyNotServer } from '../../../server/domain/server/rules.ts'
import { useMe } from '../../api/me.tsx'
import { useTRPC } from '../../api/trpc.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Copyable } from '../../ui/controls/copy.tsx'
import { ConsoleIcon } from '../../ui/display/icons.tsx'
import type { Fact } from '../../ui/layout/facts.tsx'

/** What the controller of a server says of it: how warm the air is that goes in, and its serial number. */
export function useControllerFacts(server: Server | null): Fact[] {
  const t = useTranslations('racks.panel')
  const words = useTranslations('controllers')
  const trpc = useTRPC()
  const params = { ipmi_id: server?.ipmi?.id ?? 0 }
  const enabled = Boolean(server?.ipmi)
  const controller = useQuery(trpc.dci.ipmi.get.queryOptions({ params }, { enabled })).data
  const inventory = useQuery(trpc.dci.ipmi.sensor.inventory.queryOptions({ params }, { enabled })).data?.inventory
  // The temperature of a server whose controller does not answer is unknown.
  const warm = controller && controller.status !== 'fail' ? controller.temperature : null
  const serial = inventory?.serial
  return [
    ...(warm === null ? [] : [{ term: t('inlet'), value: words('celsius', { value: warm }) }]),
    ...(serial ? [{ term: t('serial'), value: <Copyable text={serial} /> }] : []),
  ]
}

/** To the console of a server, in a window of its own. */
export function ConsoleLink({ server }: { server: Server }) {
  const t = useTranslations('racks.panel')
  const words = useTranslations('servers.stays')
  const { isAdmin } = useMe()
  if (!server.ipmi) return null
  const why = whyNotServer('console', server, { isAdmin })
  return (
    <Button
      size="sm"
      icon={<ConsoleIcon />}
      disabledReason={why && words(why)}
      onClick={() => window.open(paths.serverConsole(server.id), '_blank', 'noopener')}
    >
      {t('console')}
    </Button>
  )
}
