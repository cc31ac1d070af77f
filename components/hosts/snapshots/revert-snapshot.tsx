'use client'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Host } from '../../../server/domain/host/record.ts'
import { mostSnapshots, notAllowed } from '../../../server/domain/snapshot/limits.ts'
import type { Snapshot } from '../../../server/domain/snapshot/schema.ts'
import { useTRPCClient } from '../../api/trpc.ts'
import { withErrorText } from '../../api/with-error-text.ts'
import { useSaid } from '../../i18n/said.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { ConfirmDialog } from '../../ui/floating/confirm-dialog.tsx'
import { type Kept, keepFirst, LONGEST_MINUTES } from './keep-first.ts'
import { RevertLosses } from './revert-losses.tsx'

const PAUSE_MS = 1000

type Props = { host: Host; snapshot: Snapshot; snapshots: readonly Snapshot[]; onClose: () => void }

/** Asks before a VM goes back; keeps its present state before, unless that is turned off. What could not be kept is not lost. */
export function RevertSnapshot({ host, snapshot, snapshots, onClose }: Props) {
  const t = useTranslations('hosts.snapshots.revert')
  const off = useTranslations('hosts.snapshots.off')
  const { snapshot: calls } = useTRPCClient().vm
  const stands = notAllowed(host, false)
  // A snapshot is taken of what is running or off.
  const [keeps, setKeeps] = useState(!stands && (host.state === 'active' || host.state === 'stopped'))
  const [busy, setBusy] = useState(false)
  const keep = useKeep(host, t('keepName', { name: snapshot.ext_name }).slice(0, 255))
  const revert = async () => {
    setBusy(true)
    try {
      if (keeps) await keep()
      await withErrorText(calls.revert.mutate({ params: { snapshot_id: snapshot.id } }))
    } finally {
      setBusy(false)
    }
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      onConfirm={revert}
      title={t('title', { host: host.name, name: snapshot.ext_name })}
      lost={<RevertLosses host={host} snapshot={snapshot} snapshots={snapshots} />}
      name={host.name}
      action={t('action')}
    >
      <div className="mb-3">
        <Checkbox
          checked={keeps}
          disabled={stands !== undefined || busy}
          onChange={(event) => setKeeps(event.target.checked)}
          hint={
            stands
              ? off(stands, { most: mostSnapshots(host) })
              : t('keepHint', { name: t('keepName', { name: snapshot.ext_name }) })
          }
        >
          {t('keep')}
        </Checkbox>
        <p role="status" className="text-12 text-fg-2">
          {busy && keeps ? t('keeping') : null}
        </p>
      </div>
    </ConfirmDialog>
  )
}

/** Takes a snapshot of the present state and waits for it, as long as the dialog is open. Throws in words when it is not there at the end. */
function useKeep(host: Host, name: string) {
  const t = useTranslations('hosts.snapshots.revert')
  const said = useSaid()
  const { snapshot: calls, host: hosts } = useTRPCClient().vm
  const leaving = useRef<AbortController>(undefined)
  useEffect(() => () => leaving.current?.abort(), [])
  const reason = (kept: Exclude<Kept, { as: 'ok' }>) => {
    if (kept.as === 'fail') return kept.fault === null ? '' : said(kept.fault)
    return kept.as === 'gone' ? t('keepGone') : t('keepSlow', { minutes: LONGEST_MINUTES })
  }
  return async () => {
    leaving.current = new AbortController()
    const { signal } = leaving.current
    const params = { host_id: host.id }
    const kept = await keepFirst(
      {
        take: async () =>
          (await withErrorText(calls.create.mutate({ params, body: { name, with_ram: false, quiesce: true } }))).id,
        read: async (id) => {
          const asked = calls.ofHost.query({ params, query: { where: `id EQ ${id}` } }, { signal })
          const [found] = (await withErrorText(asked)).list
          if (found?.state !== 'ok') return found
          // A revert has to be alone: the task of the snapshot ends a moment after it is there.
          const { queue } = await withErrorText(hosts.get.query({ params }, { signal }))
          return queue.length === 0 ? found : { ...found, state: 'creation' }
        },
        pause: () => new Promise((go) => setTimeout(go, PAUSE_MS)),
      },
      signal,
    ).catch((fault: Error) => {
      throw new Error(t('keepFailed', { reason: fault.message }))
    })
    if (kept.as !== 'ok') throw new Error(t('keepFailed', { reason: reason(kept) }))
  }
}
