'use client'
import Copy from 'lucide-react/icons/copy'
import FolderInput from 'lucide-react/icons/folder-input'
import Pin from 'lucide-react/icons/pin'
import PinOff from 'lucide-react/icons/pin-off'
import { lazy, Suspense, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { DiskBackup } from '../../server/domain/backup/schema.ts'
import { GRACE_DAYS } from '../../server/domain/backup/states.ts'
import { useMe } from '../api/me.tsx'
import { useTRPCClient } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { type BulkAction, type BulkChosen, planBy } from '../table/bulk.ts'
import { startBulkRun } from '../table/bulk-run.ts'
import { DeleteIcon } from '../ui/display/icons.tsx'
import { useBackupHindrance } from './use-backup-actions.tsx'

const BulkPlace = lazy(() => import('./bulk-place.tsx'))
const icons = { pin: <Pin />, unpin: <PinOff />, delete: <DeleteIcon />, copy: <Copy />, relocate: <FolderInput /> }
type Command = keyof typeof icons

const hrefOf = ({ host, name }: DiskBackup) =>
  host === null ? paths.backups({ q: name }) : paths.host(host, 'backups')

/** What can be done to many backups. Where copies go is the administrators'. */
export function useBackupBulk(): readonly BulkAction<DiskBackup>[] {
  const t = useTranslations('backups')
  const { isAdmin } = useMe()
  const { backup: calls } = useTRPCClient().vm
  const hindrance = useBackupHindrance()
  return useMemo(() => {
    const why = (command: Command, row: DiskBackup): string | undefined => {
      if (command === 'pin' || command === 'unpin')
        return row.pinned === (command === 'pin') ? t(`already.${command}`) : undefined
      if (command === 'delete') return row.state === 'crashed' ? undefined : hindrance(row)
      return hindrance(row)
    }
    const each = async (command: Command, { id }: DiskBackup, chosen: BulkChosen): Promise<number | null> => {
      const params = { backup_id: id }
      switch (command) {
        case 'pin':
        case 'unpin':
          await calls.edit.mutate({ params, body: { pinned: command === 'pin' } })
          return null
        case 'delete':
          return (await calls.delete.mutate({ params })).task
        case 'copy':
          return (await calls.copy.mutate({ params, body: { node: Number(chosen.place) } })).task
        case 'relocate': {
          const body = { destination_type: 'ssh' as const, destination: Number(chosen.place) }
          return (await calls.relocate.mutate({ params, body })).task
        }
      }
    }
    const commands: readonly Command[] = isAdmin
      ? ['delete', 'copy', 'relocate', 'pin', 'unpin']
      : ['delete', 'pin', 'unpin']
    return commands.map((command): BulkAction<DiskBackup> => {
      const run = (count: number) => t(`bulk.${command}`, { count })
      return {
        id: command,
        label: t(command === 'copy' || command === 'relocate' ? `${command}.short` : command),
        icon: icons[command],
        words: {
          title: run,
          go: (count) => t('bulk.go', { count }),
          skip: (count) => t('bulk.skip', { count }),
          run,
        },
        ...(command === 'delete' && {
          danger: { lost: (rows: readonly DiskBackup[]) => t('bulk.lost', { count: rows.length, days: GRACE_DAYS }) },
        }),
        ...((command === 'copy' || command === 'relocate') && {
          choices: {
            first: {},
            render: (_: readonly DiskBackup[], chosen: BulkChosen, onChange: (next: BulkChosen) => void) => (
              <Suspense>
                <BulkPlace kind={command === 'copy' ? 'node' : 'ssh'} chosen={chosen} onChange={onChange} />
              </Suspense>
            ),
          },
        }),
        plan: (rows) => planBy(rows, (row) => why(command, row)),
        run: async (rows, chosen) => {
          if ((command === 'copy' || command === 'relocate') && !chosen.place)
            throw new Error(t(command === 'copy' ? 'chooseNode' : 'choosePlace'))
          void startBulkRun({
            title: run(rows.length),
            rows,
            describe: (row) => ({ id: String(row.id), name: row.name, href: hrefOf(row) }),
            each: (row) => each(command, row, chosen),
          })
        },
      }
    })
  }, [t, isAdmin, calls, hindrance])
}
