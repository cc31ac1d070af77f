'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Server } from '../../server/domain/server/record.ts'
import { apiFault } from '../api/fault.ts'
import { faultToast } from '../api/fault-toast.ts'
import { useMe } from '../api/me.tsx'
import { useTRPC, useTRPCClient } from '../api/trpc.ts'
import { Button } from '../ui/controls/button.tsx'
import { Copyable } from '../ui/controls/copy.tsx'
import { Notice } from '../ui/display/notice.tsx'
import { toast } from '../ui/floating/toast.tsx'
import { Facts } from '../ui/layout/facts.tsx'
import { SidePanelSection } from '../ui/layout/section.tsx'
import { SkeletonRows } from '../ui/layout/skeleton.tsx'
import type { ControllerActions } from './use-controller-actions.tsx'

/** Hardware of the server as its controller reports it, and which platform that may be. */
export function Inventory(props: { ipmi_id: number; server: Server; ask: ControllerActions['ask'] }) {
  const { ipmi_id, server, ask } = props
  const t = useTranslations('controllers.inventory')
  const trpc = useTRPC()
  const { dci } = useTRPCClient()
  const { isAdmin } = useMe()
  const query = useQuery(trpc.dci.ipmi.sensor.inventory.queryOptions({ params: { ipmi_id } }))
  const { inventory, platforms } = query.data ?? { inventory: null, platforms: [] }
  const accept = (platform: number, name: string) =>
    dci.server.edit
      .mutate({ params: { server_id: server.id }, body: { platform }, if_match: server.version })
      .then(() => void toast({ kind: 'ok', title: t('accepted', { name }) }), faultToast(t('notAccepted', { name })))
  const named = [inventory?.manufacturer, inventory?.model].filter(Boolean).join(' ')
  return (
    <SidePanelSection title={t('title')}>
      {query.isPending ? (
        <SkeletonRows rows={4} label={t('title')} />
      ) : query.error ? (
        <p className="pb-1 text-12 text-fg-2">{apiFault(query.error).msg}</p>
      ) : inventory === null ? (
        <p className="pb-1 text-fg-2">{t('none')}</p>
      ) : (
        <Facts
          facts={[
            inventory.manufacturer !== '' && { term: t('manufacturer'), value: inventory.manufacturer },
            inventory.model !== '' && { term: t('model'), value: inventory.model },
            inventory.part !== '' && { term: t('part'), value: inventory.part },
            inventory.serial !== '' && { term: t('serial'), value: <Copyable text={inventory.serial} /> },
            inventory.asset !== '' && { term: t('asset'), value: inventory.asset },
            inventory.board.product !== '' && {
              term: t('board'),
              value: [inventory.board.manufacturer, inventory.board.product].filter(Boolean).join(' '),
            },
            inventory.board.serial !== '' && {
              term: t('boardSerial'),
              value: <Copyable text={inventory.board.serial} />,
            },
            inventory.board.manufactured !== null && { term: t('made'), value: inventory.board.manufactured },
            inventory.chassis.serial !== '' &&
              inventory.chassis.serial !== inventory.serial && {
                term: t('chassisSerial'),
                value: <Copyable text={inventory.chassis.serial} />,
              },
          ]}
        />
      )}
      {isAdmin && platforms.length > 0 ? (
        <Notice
          kind="run"
          mark="unknown"
          className="mt-2"
          title={t('other', { platform: server.platform?.name ?? '' })}
          actions={platforms.map(({ id, name }) => (
            <Button key={id} size="sm" onClick={() => void accept(id, name)}>
              {t('accept', { name })}
            </Button>
          ))}
        >
          {t('says', { named })}
        </Notice>
      ) : isAdmin && inventory && inventory.model !== '' && !isSame(server.platform?.name, inventory.model) ? (
        <p className="pt-2">
          <Button size="sm" onClick={() => ask({ command: 'platform', name: plainName(inventory.model) })}>
            {t('make')}
          </Button>
        </p>
      ) : null}
    </SidePanelSection>
  )
}

const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
/** A name of a platform begins with the model. */
const isSame = (platform: string | undefined, model: string) => plain(platform ?? '').includes(plain(model))
/** Names of platforms have letters, digits, spaces and hyphens. */
const plainName = (model: string) =>
  model
    .replace(/[^\w -]/g, ' ')
    .replace(/^[^\w]+/, '')
    .trim()
    .slice(0, 49)
