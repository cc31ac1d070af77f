'use client'
import Wrench from 'lucide-react/icons/wrench'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { Server } from '../../server/domain/server/record.ts'
import { paths } from '../paths.ts'
import { type BulkAction, planBy } from '../table/bulk.ts'
import { startBulkRun } from '../table/bulk-run.ts'
import { DeleteIcon, LockIcon } from '../ui/display/icons.tsx'
import type { ServerActions } from './use-server-actions.tsx'

const commands = ['maintenance', 'inService', 'protect', 'unprotect', 'delete'] as const
type Command = (typeof commands)[number]
const icons = { maintenance: Wrench, inService: Wrench, protect: LockIcon, unprotect: LockIcon, delete: DeleteIcon }

/** Commands for many servers, with the reason for each that stays as it is. */
export function useServerBulk({
  protect,
  maintain,
  destroy,
  why: whyOne,
}: Pick<ServerActions, 'protect' | 'maintain' | 'destroy' | 'why'>): readonly BulkAction<Server>[] {
  const t = useTranslations('servers')
  return useMemo(() => {
    const why = (command: Command, server: Server): string | undefined => {
      if (command === 'delete') return whyOne('delete', server)
      const already = {
        maintenance: server.maintenance,
        inService: !server.maintenance,
        protect: server.is_protected,
        unprotect: !server.is_protected,
      }[command]
      return already ? t(`already.${command}`) : undefined
    }
    const each = async (command: Command, { id }: Server): Promise<null> => {
      if (command === 'delete') await destroy(id)
      else if (command === 'maintenance' || command === 'inService') await maintain(id, command === 'maintenance')
      else await protect(id, command === 'protect')
      return null
    }
    return commands.map((command): BulkAction<Server> => {
      const Icon = icons[command]
      const run = (count: number) => t(`bulk.${command}.run`, { count })
      return {
        id: command,
        label: t(`bulk.${command}.label`),
        icon: <Icon />,
        words: {
          title: run,
          go: (count) => t('bulk.go', { count }),
          skip: (count) => t('bulk.skip', { count }),
          run,
        },
        ...(command === 'delete' && {
          danger: { lost: (rows: readonly Server[]) => t('bulk.lost', { count: rows.length }) },
        }),
        plan: (rows) => planBy(rows, (row) => why(command, row)),
        // It goes on by itself; its results stand at the foot of the panel.
        run: async (rows) => {
          void startBulkRun({
            title: run(rows.length),
            rows,
            describe: (row) => ({ id: String(row.id), name: row.name, href: paths.server(row.id) }),
            each: (row) => each(command, row),
          })
        },
      }
    })
  }, [t, protect, maintain, destroy, whyOne])
}
