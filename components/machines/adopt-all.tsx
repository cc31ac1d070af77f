'use client'
import { useQueries } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import type { Machine, MachineDetail } from '../../server/domain/machine/schema.ts'
import { useTRPC, useTRPCClient } from '../api/trpc.ts'
import { PickerField, TextField } from '../form/fields.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { neededShape } from '../form/picked.ts'
import { usePanelForm } from '../form/use-panel-form.ts'
import { paths } from '../paths.ts'
import { useLoaders } from '../resource/loaders.ts'
import { startBulkRun } from '../table/bulk-run.ts'
import { FieldRow } from '../ui/layout/form-layout.tsx'
import { Rows } from '../ui/layout/rows.tsx'
import { machineName } from './machine-name.ts'
import { NUMBER, namesOf } from './names.ts'

type Placed = { machine: MachineDetail; rack: number; unit: number | undefined }

/** Each in a unit of its own: two machines at neighbouring ports are thought to be in the same ones. */
function placesOf(machines: readonly MachineDetail[]): Placed[] {
  const taken = new Set<string>()
  return machines.flatMap((machine) => {
    const rack = machine.place?.rack?.id
    if (rack === undefined) return []
    const unit = machine.units.find((one) => !taken.has(`${rack} ${one}`))
    taken.add(`${rack} ${unit}`)
    return [{ machine, rack, unit }]
  })
}

/** Makes servers of machines that are alike: of one platform, named by a pattern, each at its most likely place. */
export function AdoptAll({ machines, onClose }: { machines: readonly Machine[]; onClose: () => void }) {
  const t = useTranslations('machines')
  const server = useTranslations('servers')
  const trpc = useTRPC()
  const { dci } = useTRPCClient()
  const { platforms } = useLoaders()
  const details = useQueries({
    queries: machines.map(({ id }) => trpc.dci.machine.get.queryOptions({ params: { machine_id: id } })),
  })
  const places = placesOf(details.flatMap(({ data }) => data ?? []))
  const fitting = places.filter((one): one is Placed & { unit: number } => one.unit !== undefined)
  const panel = usePanelForm({
    schema: z.object({
      pattern: z.string().refine((text) => text.includes(NUMBER), t('all.patternWrong')),
      first: z.string().regex(/^\d{1,9}$/, t('all.firstWrong')),
      platform: neededShape(server('form.platformFirst')),
    }),
    defaultValues: { pattern: `srv-${NUMBER}`, first: '0001', platform: null },
  })
  const { control } = panel.form
  const { pattern, first } = panel.form.watch()
  const names = /^\d{1,9}$/.test(first) ? namesOf(pattern, first, fitting.length) : []
  return (
    <FormDialog
      panel={panel}
      width="lg"
      title={t('all.title', { count: fitting.length })}
      description={t('all.about')}
      submitLabel={t('adopt.run', { count: fitting.length })}
      disabledReason={fitting.length === 0 ? t('placeNotKnown') : undefined}
      onClose={onClose}
      onSubmit={async (values) => {
        const chosen = namesOf(values.pattern, values.first, fitting.length)
        void startBulkRun({
          title: t('adopt.run', { count: fitting.length }),
          rows: fitting.map((one, at) => ({ ...one, name: chosen[at] ?? '' })),
          describe: ({ machine, name }) => ({
            id: String(machine.id),
            name,
            href: paths.unacceptedServers({ machine: machine.id }),
          }),
          each: async ({ machine, rack, unit, name }) => {
            const body = { name, rack, unit, platform: Number(values.platform?.value) }
            await dci.machine.adopt.mutate({ params: { machine_id: machine.id }, body, if_match: machine.version })
            return null
          },
        })
      }}
    >
      <FieldRow>
        <TextField
          control={control}
          name="pattern"
          label={t('all.pattern')}
          hint={t('all.patternHint')}
          mono
          required
        />
        <TextField control={control} name="first" label={t('all.first')} mono required />
      </FieldRow>
      <PickerField control={control} name="platform" label={server('fields.platform')} load={platforms.load} required />
      <Rows
        label={t('all.rows')}
        rows={places}
        rowKey={({ machine }) => machine.id}
        columns={[
          { head: t('one'), cell: ({ machine }) => machineName(machine), name: true },
          {
            head: server('fields.name'),
            cell: (row) => names[fitting.findIndex(({ machine }) => machine === row.machine)] ?? '',
          },
          {
            head: t('fields.place'),
            cell: ({ machine, unit }) =>
              unit === undefined ? t('placeNotKnown') : `${machine.place?.rack?.name}, U${unit}`,
          },
        ]}
      />
    </FormDialog>
  )
}
