'use client'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { useTRPCClient } from '../api/trpc.ts'
import { NumberField, TextField } from '../form/fields.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { usePanelForm } from '../form/use-panel-form.ts'
import { paths } from '../paths.ts'
import { RecordDialogs } from '../resource/record-dialogs.tsx'
import type { DialogsProps } from '../resource/use-record-actions.tsx'
import { Button } from '../ui/controls/button.tsx'
import { Link } from '../ui/controls/link.tsx'
import { Dialog } from '../ui/floating/dialog.tsx'
import { isItem, type MenuEntry } from '../ui/floating/menu-entries.ts'
import { FieldRow } from '../ui/layout/form-layout.tsx'
import { AddChassisForm, AddServerForm } from './add-forms.tsx'
import { RackForm } from './rack-form.tsx'
import type { RackAsking, RackPart } from './use-rack-actions.tsx'

/** Dialogs of the commands on racks. */
export default function RackDialogs({ asked, onClose }: DialogsProps<RackAsking>) {
  const { dci } = useTRPCClient()
  switch (asked.command) {
    case 'place':
      return <PlaceForm rack={asked.record} onClose={onClose} />
    case 'reserve':
      return <ReserveForm rack={asked.record} unit={asked.unit} onClose={onClose} />
    case 'addServer':
      return <AddServerForm rack={asked.record} unit={asked.unit} onClose={onClose} />
    case 'addChassis':
      return <AddChassisForm rack={asked.record} unit={asked.unit} onClose={onClose} />
    case 'add':
      return <ChooseKind rack={asked.record} unit={asked.unit} entries={asked.entries} onClose={onClose} />
    default:
      return (
        <RecordDialogs<RackPart>
          asked={asked}
          onClose={onClose}
          words="racks"
          form={(form) => <RackForm {...form} {...(asked.command === 'create' && asked)} />}
          remove={({ id, location }) => ({
            page: paths.rack(id),
            list: paths.racks({ location: location.id }),
            run: () => dci.rack.delete.mutate({ params: { rack_id: id } }),
          })}
        />
      )
  }
}

/** After a click on a free unit: what shall stand there? */
function ChooseKind(props: { rack: RackPart; unit: number | null; entries: MenuEntry[]; onClose: () => void }) {
  const t = useTranslations('racks')
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : props.onClose())}
      title={t('addAt', { unit: props.unit ?? 1, rack: props.rack.name })}
      footer={<Button onClick={props.onClose}>{t('move.cancel')}</Button>}
    >
      <div className="grid grid-cols-2 gap-2 phone:grid-cols-1">
        {props.entries.filter(isItem).map((entry) =>
          entry.href ? (
            <Button key={entry.label} asChild size="lg" icon={entry.icon} className="justify-start">
              <Link href={entry.href} prefetch={false} onClick={props.onClose}>
                {entry.label}
              </Link>
            </Button>
          ) : (
            <Button key={entry.label} size="lg" icon={entry.icon} className="justify-start" onClick={entry.onSelect}>
              {entry.label}
            </Button>
          ),
        )}
      </div>
    </Dialog>
  )
}

/** Keeps units free on purpose. */
function ReserveForm({ rack, unit, onClose }: { rack: RackPart; unit: number | null; onClose: () => void }) {
  const t = useTranslations('racks')
  const { dci } = useTRPCClient()
  const panel = usePanelForm({
    schema: z.object({
      unit: z.int().min(1).max(rack.size),
      size: z.int().min(1).max(rack.size),
      note: z.string().trim().max(200),
    }),
    defaultValues: { unit: unit ?? 1, size: 1, note: '' },
  })
  const { control } = panel.form
  return (
    <FormDialog
      panel={panel}
      title={t('form.reserveTitle', { name: rack.name })}
      description={t('form.reserveHint')}
      submitLabel={t('commands.reserve')}
      onClose={onClose}
      onSubmit={async ({ note, ...where }) => {
        await dci.rack.reserve.mutate({ params: { rack_id: rack.id }, body: { ...where, ...(note && { note }) } })
      }}
    >
      <FieldRow>
        <NumberField control={control} name="unit" label={t('form.unit')} required autoFocus />
        <NumberField control={control} name="size" label={t('form.units')} required />
      </FieldRow>
      <TextField control={control} name="note" label={t('form.forWhat')} />
    </FormDialog>
  )
}

/** Row and place are counted from 1 by people, from 0 by the panel. */
function PlaceForm({ rack, onClose }: { rack: RackPart; onClose: () => void }) {
  const t = useTranslations('racks')
  const common = useTranslations('resource')
  const { dci } = useTRPCClient()
  const panel = usePanelForm({
    schema: z.object({ hall_row: z.int().min(1).max(1000), hall_place: z.int().min(1).max(1000) }),
    defaultValues: { hall_row: rack.hall_row + 1, hall_place: rack.hall_place + 1 },
  })
  const { control } = panel.form
  const labels = { hall_row: t('fields.hall_row'), hall_place: t('fields.hall_place') }
  return (
    <FormDialog
      panel={panel}
      title={t('form.placeTitle', { name: rack.name })}
      description={t('form.placeHint')}
      submitLabel={common('save')}
      onClose={onClose}
      onSubmit={async ({ hall_row, hall_place }) => {
        const body = { hall_row: hall_row - 1, hall_place: hall_place - 1 }
        await dci.rack.place.mutate({ params: { rack_id: rack.id }, body })
      }}
    >
      <FieldRow>
        <NumberField control={control} name="hall_row" label={labels.hall_row} required autoFocus />
        <NumberField control={control} name="hall_place" label={labels.hall_place} required />
      </FieldRow>
    </FormDialog>
  )
}
