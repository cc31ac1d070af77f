'use client'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { Recording } from '../../server/domain/recording/schema.ts'
import {
  recordedKinds,
  recordedModes,
  recordedObjects,
  recordingStates,
  type RecordingState as State,
} from '../../server/domain/recording/states.ts'
import { useSaid } from '../i18n/said.tsx'
import { paths } from '../paths.ts'
import { NameLink } from '../table/cells.tsx'
import type { Column } from '../table/columns.ts'
import type { FilterField } from '../table/filters.ts'
import { useColumn } from '../table/use-column.ts'
import { State as Mark, type StateKind } from '../ui/display/state-mark.tsx'
import { RelativeTime } from '../ui/display/time.tsx'
import { clock } from '../ui/display/time-labels.ts'
import { useFileSize } from './use-file-size.ts'

const kinds = { running: 'run', complete: 'ok', cut: 'warn' } as const satisfies Record<State, StateKind>

/** Whether a recording is whole, with the cause when it is not. */
export function RecordingState({ recording, bare }: { recording: Recording; bare?: boolean }) {
  const t = useTranslations('recordings.states')
  const said = useSaid()
  const { state, fault } = recording
  return (
    <Mark kind={kinds[state]} {...(fault && !bare && { detail: said(fault) })}>
      {t(state)}
    </Mark>
  )
}

export function useRecordingColumns(): readonly Column<Recording>[] {
  const t = useTranslations('recordings')
  const plain = useColumn('recordings')
  const size = useFileSize()
  return useMemo(
    (): Column<Recording>[] => [
      plain('object_name', 180, (row) => <NameLink href={paths.recording(row.id)}>{row.object_name}</NameLink>, {
        always: true,
      }),
      plain('object', 90, (row) => t(`objects.${row.object}`)),
      plain('kind', 170, (row) => t(`kinds.${row.kind}`)),
      plain('account_email', 220, (row) => row.account_email),
      plain('mode', 110, (row) => t(`modes.${row.mode}`)),
      plain('started_at', 120, (row) => <RelativeTime at={row.started_at} />),
      plain('duration_ms', 90, (row) => clock(row.duration_ms / 1000), { right: true }),
      plain('bytes', 90, (row) => size(row.bytes), { right: true }),
      plain('state', 220, (row) => <RecordingState recording={row} />),
    ],
    [t, size, plain],
  )
}

export function useRecordingFilters(): readonly FilterField[] {
  const t = useTranslations('recordings')
  return useMemo(() => {
    const choice = <Value extends string>(values: readonly Value[], label: (value: Value) => string) =>
      values.map((value) => ({ value, label: label(value) }))
    return [
      { name: 'object_name', label: t('fields.object_name'), type: 'text' },
      {
        name: 'object',
        label: t('fields.object'),
        type: 'enum' as const,
        options: choice(recordedObjects, (value) => t(`objects.${value}`)),
      },
      {
        name: 'kind',
        label: t('fields.kind'),
        type: 'enum' as const,
        options: choice(recordedKinds, (value) => t(`kinds.${value}`)),
      },
      { name: 'account_email', label: t('fields.account_email'), type: 'text' },
      {
        name: 'mode',
        label: t('fields.mode'),
        type: 'enum' as const,
        options: choice(recordedModes, (value) => t(`modes.${value}`)),
      },
      {
        name: 'state',
        label: t('fields.state'),
        type: 'enum' as const,
        options: choice(recordingStates, (value) => t(`states.${value}`)),
      },
      { name: 'started_at', label: t('fields.started_at'), type: 'time' },
    ]
  }, [t])
}
