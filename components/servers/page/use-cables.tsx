'use client'
import Unplug from 'lucide-react/icons/unplug'
import { lazy } from 'react'
import { useTranslations } from 'use-intl'
import type { Server } from '../../../server/domain/server/record.ts'
import { faultToast } from '../../api/fault-toast.ts'
import { useTRPCClient } from '../../api/trpc.ts'
import { useAsking } from '../../form/use-asking.tsx'
import type { MenuEntry } from '../../ui/floating/menu-entries.ts'
import { MoreMenu } from '../../ui/floating/more-menu.tsx'
import type { RowsColumn } from '../../ui/layout/rows.tsx'
import type { Plug } from './connect-server.tsx'

const ConnectServer = lazy(() => import('./connect-server.tsx'))

/** What an administrator can do to the cables of a server. Put `dialogs` on the page once. */
export function useCables(server: Server, to: Plug) {
  const t = useTranslations('servers.cables')
  const { dci } = useTRPCClient()
  const { ask, dialogs } = useAsking<Plug>((asked, close) => (
    <ConnectServer server={server} to={asked} onClose={close} />
  ))
  /** @param name of the port or outlet, for the words of a failure */
  const entries = (connection_id: number, name: string): MenuEntry[] => {
    const params = { connection_id }
    return [
      {
        label: t('disconnect'),
        icon: <Unplug />,
        onSelect: () =>
          void (
            to === 'port'
              ? dci.switch.connection.delete.mutate({ params })
              : dci.pdu.connection.delete.mutate({ params })
          ).catch(faultToast(t('notDone', { name }))),
      },
    ]
  }
  /** The menu of one cable; the name says which it is. */
  const menuOf = (connection_id: number, name: string) => (
    <MoreMenu label={t('actionsOf', { name })} entries={entries(connection_id, name)} />
  )
  /** The column of their menus. */
  const menu = <Row extends { connection_id: number }>(nameOf: (row: Row) => string): RowsColumn<Row> => ({
    head: <span className="sr-only">{t('actions')}</span>,
    right: true,
    className: 'w-10',
    cell: (row) => menuOf(row.connection_id, nameOf(row)),
  })
  return { connect: () => ask(to), menu, menuOf, dialogs }
}
