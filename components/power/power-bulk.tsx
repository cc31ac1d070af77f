'use client'
import { lazy, Suspense, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { bulkPowerActions, powerRules } from '../../server/domain/server/power-rules.ts'
import type { Server } from '../../server/domain/server/record.ts'
import { useMe } from '../api/me.tsx'
import { useTRPCClient } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import type { BulkAction, BulkChosen } from '../table/bulk.ts'
import { startBulkRun } from '../table/bulk-run.ts'
import type { PowerCommand, PowerServer } from './facts.ts'
import { powerIcons } from './use-power-menu.tsx'

const BulkChoices = lazy(() => import('./bulk-choices.tsx'))

/** One request takes so many servers. */
const AT_ONCE = 200
/** Seconds between two starts unless said otherwise, so that their inrush currents do not meet. */
const STAGGER = 2
const first: BulkChosen = { stagger: STAGGER, force: false }
const nodesOf = (rows: readonly Server[]) => rows.filter(({ node }) => node !== null).length

type Answer = { task?: number | undefined; refused?: string | undefined }

/** The power commands for many servers: one request, a task each, one after another where they start. */
export function usePowerBulk(
  why: (command: PowerCommand, server: PowerServer) => string | undefined,
): readonly BulkAction<Server>[] {
  const t = useTranslations('power')
  const { isAdmin } = useMe()
  const { dci } = useTRPCClient()
  return useMemo(() => {
    const ask = async (
      action: (typeof bulkPowerActions)[number],
      rows: readonly Server[],
      { stagger, force }: BulkChosen,
    ) => {
      const answers = new Map<number, Answer>()
      for (let at = 0; at < rows.length; at += AT_ONCE) {
        const servers = rows.slice(at, at + AT_ONCE).map(({ id }) => id)
        const { list } = await dci.power.many.mutate({
          body: {
            ...{ servers, action },
            ...(powerRules[action].inrush && { stagger_seconds: Number(stagger) }),
            ...(force === true && { force }),
          },
        })
        for (const one of list) answers.set(one.server, one)
      }
      return answers
    }
    return bulkPowerActions.map((action): BulkAction<Server> => {
      const run = (count: number) => t(`bulk.${action}`, { count })
      return {
        id: action,
        label: t(`commands.${action}`),
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
            lost: (rows: readonly Server[], { force }: BulkChosen) =>
              t(force ? 'bulk.lostForced' : 'bulk.lost', { count: rows.length, nodes: nodesOf(rows) }),
          },
        }),
        plan: (rows) => {
          const judged = rows.map((row) => ({ row, reason: why(action, row) }))
          return {
            go: judged.filter((one) => one.reason === undefined).map((one) => one.row),
            skip: judged.flatMap(({ row, reason }) => (reason === undefined ? [] : [{ row, reason }])),
          }
        },
        run: async (rows, chosen) => {
          const answers = ask(action, rows, chosen)
          void startBulkRun({
            title: run(rows.length),
            rows,
            describe: (row) => ({ id: String(row.id), name: row.name, href: paths.server(row.id) }),
            each: async ({ id }) => {
              const { task, refused } = (await answers).get(id) ?? {}
              if (refused !== undefined) throw new Error(refused)
              return task ?? null
            },
          })
        },
      }
    })
  }, [t, dci, why, isAdmin])
}
