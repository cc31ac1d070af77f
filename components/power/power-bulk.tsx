'use client'
import { lazy, Suspense, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { isForced, serverVerbs } from '../../server/domain/power/vocabulary.ts'
import { bulkPowerActions, powerRules } from '../../server/domain/server/power-rules.ts'
import type { Server } from '../../server/domain/server/record.ts'
import { useMe } from '../api/me.tsx'
import { useTRPCClient } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { type BulkAction, type BulkChosen, planBy } from '../table/bulk.ts'
import { type RowResult, startBulkRun } from '../table/bulk-run.ts'
import type { PowerCommand, PowerServer } from './facts.ts'
import { usePowerLabel } from './labels.ts'
import { powerIcons } from './use-power-menu.tsx'

const BulkChoices = lazy(() => import('./bulk-choices.tsx'))

/** Default seconds between two starts, so that their inrush currents do not add up. */
const STAGGER = 2
const first: BulkChosen = { stagger: STAGGER, force: false }
const nodesOf = (rows: readonly Server[]) => rows.filter(({ node }) => node !== null).length

const reasons = ['suspended', 'busy', 'operation', 'protected', 'noController', 'nothing', 'node', 'not_found'] as const
const statuses = { on: 'isOn', off: 'isOff' } as const
/** Key of the words for a reason of the server's, so that those who share it stand together and in one's own language. */
const wordsOf = (reason: string | undefined) =>
  reasons.find((one) => one === reason) ?? (reason === 'on' || reason === 'off' ? statuses[reason] : undefined)

/** The power commands for many servers: one request, a task each, one after another where they start. */
export function usePowerBulk(
  why: (command: PowerCommand, server: PowerServer) => string | undefined,
): readonly BulkAction<Server>[] {
  const t = useTranslations('power')
  const label = usePowerLabel()
  const { isAdmin } = useMe()
  const { dci } = useTRPCClient()
  return useMemo(() => {
    /** One order for all of them, so that they have their turns one after another. */
    const ask = async (
      action: (typeof bulkPowerActions)[number],
      rows: readonly Server[],
      { stagger, force }: BulkChosen,
    ): Promise<RowResult[]> => {
      const { list } = await dci.power.many.mutate({
        body: {
          servers: rows.map(({ id }) => id),
          action,
          ...(powerRules[action].inrush && { stagger_seconds: Number(stagger) }),
          ...(force === true && { force }),
        },
      })
      const answers = new Map(list.map((one) => [one.server, one]))
      return rows.map(({ id }) => {
        const { task = null, refused, reason } = answers.get(id) ?? {}
        if (refused === undefined) return { state: 'sent', task }
        const known = wordsOf(reason)
        return { state: 'refused', reason: known ? t(`why.${known}`) : refused }
      })
    }
    return bulkPowerActions.map((action): BulkAction<Server> => {
      const run = (count: number) => t(`bulk.${action}`, { count })
      return {
        id: action,
        label: label(action),
        icon: powerIcons[action],
        words: {
          title: run,
          go: (count) => t('bulk.go', { count }),
          skip: (count) => t('bulk.skip', { count }),
          run,
        },
        choices: {
          first,
          render: (rows, chosen, onChange) => (
            <Suspense>
              <BulkChoices
                chosen={chosen}
                onChange={onChange}
                inrush={powerRules[action].inrush && rows.length > 1}
                nodes={isAdmin && powerRules[action].ends ? nodesOf(rows) : 0}
              />
            </Suspense>
          ),
        },
        ...(powerRules[action].ends && {
          danger: {
            level: isForced(serverVerbs[action]) ? 'force' : 'ask',
            lost: (rows: readonly Server[], { force }: BulkChosen) =>
              t(force ? 'bulk.lostForced' : 'bulk.lost', { count: rows.length, nodes: nodesOf(rows) }),
          },
        }),
        plan: (rows) => planBy(rows, (row) => why(action, row)),
        run: async (rows, chosen) => {
          void startBulkRun({
            title: run(rows.length),
            rows,
            describe: (row) => ({ id: String(row.id), name: row.name, href: paths.server(row.id) }),
            together: (all) => ask(action, all, chosen),
          })
        },
      }
    })
  }, [t, label, dci, why, isAdmin])
}
