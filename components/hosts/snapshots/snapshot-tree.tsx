'use client'
import { useFormatter, useTranslations } from 'use-intl'
import type { Host } from '../../../server/domain/host/record.ts'
import type { HostState } from '../../../server/domain/host/states.ts'
import type { Snapshot } from '../../../server/domain/snapshot/schema.ts'
import { drawTree } from '../../../server/domain/snapshot/tree.ts'
import { Said } from '../../i18n/said.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { gib } from '../../ui/display/size.ts'
import { State } from '../../ui/display/state-mark.tsx'
import { RelativeTime } from '../../ui/display/time.tsx'
import { MoreMenu } from '../../ui/floating/more-menu.tsx'
import { Table, TableHead, Td, Th, Tr } from '../../ui/layout/table.tsx'
import { useIsPhone } from '../../ui/use-media.ts'
import type { HostActions } from '../use-host-actions.tsx'
import type { SnapshotQuestion } from './host-snapshots.tsx'
import { TreeLines } from './tree-lines.tsx'

type Props = {
  host: Host
  snapshots: readonly Snapshot[]
  actions: HostActions
  ask: (question: SnapshotQuestion) => void
}

/** The tree as a table: the present first, below it what was kept, the newest first; lines show what comes from what. */
export function SnapshotTree({ host, snapshots, actions, ask }: Props) {
  const t = useTranslations('hosts.snapshots')
  const states = useTranslations('hosts.states')
  const drawn = drawTree(snapshots)
  const current = snapshots.find(({ is_curr }) => is_curr)
  // On a phone a second line shows when it was taken and what it keeps.
  const row = useIsPhone() ? 58 : 38
  const height = { height: row }
  return (
    <div className="relative">
      <Table label={t('tree')} className="table-fixed">
        <TableHead>
          <Th style={{ width: 24 + 24 * (1 + Math.max(0, ...drawn.map(({ lane }) => lane))) }}>
            <span aria-hidden="true">{t('treeHead')}</span>
            <span className="sr-only">{t('comesFrom')}</span>
          </Th>
          <Th>{t('name')}</Th>
          <Th className="w-32 phone:hidden">{t('taken')}</Th>
          <Th className="w-36 phone:hidden">{t('kept')}</Th>
          <Th className="w-36 phone:hidden">{t('by')}</Th>
          <Th className="w-40 phone:w-28">
            <span className="sr-only">{t('actions')}</span>
          </Th>
        </TableHead>
        <tbody>
          <Tr aria-current="true">
            <Td style={height} />
            <Td style={height}>
              <span className="font-medium text-accent-text">{t('present')}</span>
              <span className="ml-1.5 text-12 text-fg-3">
                {current ? t('since', { name: current.ext_name }) : t('sinceNone')}
              </span>
            </Td>
            <Td style={height} className="phone:hidden">
              {t('now')}
            </Td>
            <Td style={height} className="phone:hidden">
              {states(host.state as HostState)}
            </Td>
            <Td style={height} className="phone:hidden" />
            <Td style={height} />
          </Tr>
          {drawn.map(({ snapshot, parentRow }) => (
            <Tr key={snapshot.id}>
              <Td style={height}>
                <span className="sr-only">
                  {parentRow === null ? t('root') : t('from', { name: drawn[parentRow]?.snapshot.ext_name ?? '' })}
                </span>
              </Td>
              <Td style={height}>
                <Name snapshot={snapshot} />
                <div className="hidden truncate text-12 text-fg-3 phone:block">
                  <RelativeTime at={snapshot.created} />
                  {', '}
                  <Kept snapshot={snapshot} />
                </div>
              </Td>
              <Td style={height} quiet className="phone:hidden">
                <RelativeTime at={snapshot.created} />
              </Td>
              <Td style={height} quiet className="phone:hidden">
                <Kept snapshot={snapshot} />
              </Td>
              <Td style={height} quiet className="phone:hidden" title={snapshot.made_by ?? undefined}>
                {snapshot.made_by ?? '-'}
              </Td>
              <Td style={height}>
                <div className="flex justify-end gap-1.5">
                  <Button
                    size="sm"
                    aria-label={t('revert.named', { name: snapshot.ext_name })}
                    disabledReason={
                      snapshot.state === 'ok'
                        ? actions.refused(snapshot.with_ram ? 'snapshot_resume' : 'snapshot_revert', host)
                        : { text: t(`notTaken.${snapshot.state}`) }
                    }
                    onClick={() => ask({ what: 'revert', snapshot })}
                  >
                    {t('revert.open')}
                  </Button>
                  <MoreMenu
                    label={t('more', { name: snapshot.ext_name })}
                    entries={[
                      {
                        label: t('delete.open'),
                        danger: true,
                        ...disabled(actions.refused('snapshot_delete', host)?.text),
                        onSelect: () => ask({ what: 'delete', snapshot }),
                      },
                    ]}
                  />
                </div>
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
      <TreeLines drawn={drawn} row={row} />
    </div>
  )
}

const disabled = (text: unknown) => (typeof text === 'string' ? { disabledReason: text } : {})

function Name({ snapshot }: { snapshot: Snapshot }) {
  const t = useTranslations('hosts.snapshots')
  return (
    <>
      <span className="font-medium" title={snapshot.ext_name}>
        {snapshot.ext_name}
      </span>
      {snapshot.state === 'ok' ? null : (
        <span className="ml-1.5">
          <State kind={snapshot.state === 'creation' ? 'run' : snapshot.state === 'fail' ? 'fault' : 'unknown'}>
            {t(`states.${snapshot.state}`)}
          </State>
        </span>
      )}
      {snapshot.fault ? (
        <span className="ml-1.5 text-12 text-fg-2">
          <Said text={snapshot.fault} />
        </span>
      ) : snapshot.description ? (
        <span className="ml-1.5 text-12 text-fg-3" title={snapshot.description}>
          {snapshot.description}
        </span>
      ) : null}
    </>
  )
}

function Kept({ snapshot }: { snapshot: Snapshot }) {
  const t = useTranslations('hosts.snapshots')
  const format = useFormatter()
  if (snapshot.with_ram)
    return t('withRam', { size: format.number(gib(snapshot.ram_mib), { maximumFractionDigits: 1 }) })
  // Null: nothing was to be frozen.
  if (snapshot.quiesced === false) return <State kind="warn">{t('notFrozen')}</State>
  return t(snapshot.quiesced ? 'frozen' : 'disksOnly')
}
