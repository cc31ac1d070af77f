'use client'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Os, OsNode } from '../../server/domain/os/schema.ts'
import { apiFault } from '../api/fault.ts'
import { useTRPC, useTRPCClient } from '../api/trpc.ts'
import { useSaid } from '../i18n/said.tsx'
import { paths } from '../paths.ts'
import { quiet } from '../table/cells.tsx'
import { Notice } from '../ui/display/notice.tsx'
import { State } from '../ui/display/state-mark.tsx'
import { TextLink } from '../ui/display/text.tsx'
import { RelativeTime } from '../ui/display/time.tsx'
import { Dialog } from '../ui/floating/dialog.tsx'
import type { MenuEntry } from '../ui/floating/menu-entries.ts'
import { MoreMenu } from '../ui/floating/more-menu.tsx'
import { EmptyState } from '../ui/layout/empty-state.tsx'
import { ErrorState } from '../ui/layout/error-state.tsx'
import { Rows } from '../ui/layout/rows.tsx'
import { SkeletonRows } from '../ui/layout/skeleton.tsx'

const SHOWN = 200

/** On which nodes a system lies and is used; each can be left out, and its image removed. */
export function SystemNodes({ os, onClose }: { os: Os; onClose: () => void }) {
  const t = useTranslations('images.onNodes')
  const trpc = useTRPC()
  const [fault, setFault] = useState<string | null>(null)
  const query = useQuery(
    trpc.vm.os.nodes.queryOptions({ params: { os_id: os.id }, query: { limit: `0,${SHOWN}`, orderby: 'name' } }),
  )
  const { entries } = useActions(os, setFault)
  const rows = query.data?.list
  return (
    <Dialog open onOpenChange={onClose} width="lg" title={t('title', { name: os.name })} description={t('hint')}>
      {fault && <Notice kind="fault" title={fault} />}
      {query.error && !rows ? (
        <ErrorState title={t('notRead')} cause={apiFault(query.error).msg} onRetry={() => void query.refetch()} />
      ) : !rows ? (
        <SkeletonRows label={t('title', { name: os.name })} />
      ) : rows.length === 0 ? (
        <EmptyState title={t('none')}>{t('noneHint')}</EmptyState>
      ) : (
        <Rows
          label={t('title', { name: os.name })}
          rows={rows}
          columns={[
            { head: t('node'), name: true, cell: ({ id, name }) => <TextLink href={paths.node(id)}>{name}</TextLink> },
            { head: t('cluster'), quiet: true, wide: true, cell: ({ cluster }) => cluster.name },
            { head: t('image'), cell: (row) => <ImageState row={row} /> },
            {
              head: t('copied'),
              quiet: true,
              wide: true,
              cell: ({ updated_at }) => (updated_at ? <RelativeTime at={updated_at} /> : quiet),
            },
            {
              head: t('use'),
              cell: ({ disabled }) =>
                disabled ? <State kind="off">{t('disabled')}</State> : <State kind="on">{t('used')}</State>,
            },
            {
              head: <span className="sr-only">{t('actions')}</span>,
              right: true,
              cell: (row) => <MoreMenu label={t('actionsOf', { name: row.name })} entries={entries(row)} />,
            },
          ]}
        />
      )}
    </Dialog>
  )
}

/** What can be done to a system on one node; a refusal is shown in the dialog, which is above toasts. */
function useActions(os: Os, said: (fault: string | null) => void) {
  const t = useTranslations('images.onNodes')
  const { vm } = useTRPCClient()
  const run = (call: Promise<unknown>) => {
    said(null)
    call.catch((fault: unknown) => said(apiFault(fault).msg))
  }
  const entries = ({ id, state, disabled }: OsNode): MenuEntry[] => {
    const params = { os_id: os.id, node_id: id }
    return [
      disabled
        ? { label: t('enable'), onSelect: () => run(vm.os.enable.mutate({ params })) }
        : { label: t('disable'), onSelect: () => run(vm.os.disable.mutate({ params })) },
      { kind: 'line' },
      {
        label: t('remove'),
        danger: true,
        ...(state !== 'ready' && state !== 'outdated' && { disabledReason: t(`notRemoved.${state}`) }),
        onSelect: () => run(vm.os.deleteOnNode.mutate({ params })),
      },
    ]
  }
  return { entries }
}

const marks = {
  absent: 'off',
  copying: 'run',
  ready: 'ok',
  outdated: 'warn',
  deleting: 'run',
} as const satisfies Record<OsNode['state'], ComponentProps<typeof State>['kind']>

/** A removal that was refused says why, until the next one. */
function ImageState({ row: { state, fault } }: { row: OsNode }) {
  const t = useTranslations('images.onNodes.states')
  const said = useSaid()
  return (
    <>
      <State kind={marks[state]}>{t(state)}</State>
      {fault && <p className="max-w-prose py-0.5 text-12 whitespace-normal text-fg-2">{said(fault)}</p>}
    </>
  )
}
