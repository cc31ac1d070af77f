'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { DiskBackup } from '../../server/domain/backup/schema.ts'
import { GRACE_DAYS } from '../../server/domain/backup/states.ts'
import { faultToast } from '../api/fault-toast.ts'
import { Loaded } from '../api/loaded.tsx'
import { useTRPC, useTRPCClient } from '../api/trpc.ts'
import { Button } from '../ui/controls/button.tsx'
import { RelativeTime } from '../ui/display/time.tsx'
import { Dialog } from '../ui/floating/dialog.tsx'
import { Rows } from '../ui/layout/rows.tsx'

const MOST = 200

type Props = {
  /** Those of one VM; null: of all. */
  host: { id: number; name: string } | null
  onClose: () => void
}

/** Backups that were deleted lately, each of which can be brought back. */
export function DeletedBackups({ host, onClose }: Props) {
  const t = useTranslations('backups')
  const query = useQuery(
    useTRPC().vm.backup.deleted.queryOptions({
      query: { ...(host && { where: `host EQ ${host.id}` }), orderby: 'deleted_at desc', limit: `0,${MOST}` },
    }),
  )
  const { backup: calls } = useTRPCClient().vm
  const bringBack = (row: DiskBackup) =>
    calls.bringBack.mutate({ params: { backup_id: row.id } }).catch(faultToast(t('deleted.failed', { name: row.name })))
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      width="lg"
      title={host ? t('deleted.titleOf', { name: host.name }) : t('deleted.title')}
      description={t('deleted.about', { days: GRACE_DAYS })}
    >
      <Loaded query={query} rows={2} label={t('loading')} unread={t('unread')}>
        {({ list, size }) =>
          list.length === 0 ? (
            <p>{t(host ? 'deleted.noneOf' : 'deleted.none')}</p>
          ) : (
            <>
              <Rows
                label={t('deleted.title')}
                rows={list}
                columns={[
                  { head: t('fields.name'), name: true, cell: ({ name }) => name },
                  host === null && { head: t('fields.host'), quiet: true, cell: (row) => row.host_name ?? '-' },
                  { head: t('fields.taken'), cell: (row) => <RelativeTime at={row.made_at ?? row.date_create} /> },
                  {
                    head: t('deleted.at'),
                    quiet: true,
                    wide: true,
                    cell: (row) => row.deleted_at && <RelativeTime at={row.deleted_at} />,
                  },
                  {
                    head: <span className="sr-only">{t('actions')}</span>,
                    right: true,
                    cell: (row) => (
                      <Button size="sm" onClick={() => void bringBack(row)}>
                        {t('deleted.bringBack')}
                      </Button>
                    ),
                  },
                ]}
              />
              {size > MOST ? <p className="pt-1 text-12 text-fg-2">{t('deleted.newest', { count: MOST })}</p> : null}
            </>
          )
        }
      </Loaded>
    </Dialog>
  )
}
