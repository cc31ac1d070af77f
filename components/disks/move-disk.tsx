'use client'
import { useQuery } from '@tanstack/react-query'
import { useFormatter, useTranslations } from 'use-intl'
import { z } from 'zod'
import type { MoveOption } from '../../server/domain/disk/move.ts'
import type { Disk } from '../../server/domain/disk/schema.ts'
import { Loaded } from '../api/loaded.tsx'
import { useTRPC, useTRPCClient } from '../api/trpc.ts'
import { CheckField, NumberField } from '../form/fields.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { usePanelForm } from '../form/use-panel-form.ts'
import { useSaid } from '../i18n/said.tsx'
import { Radio, RadioGroup } from '../ui/controls/radio.tsx'
import { Notice } from '../ui/display/notice.tsx'
import { gib } from '../ui/display/size.ts'
import { FieldRow } from '../ui/layout/form-layout.tsx'

type Props = {
  disk: Disk
  onClose: () => void /** Whether its VM runs; null for a disk without one. */
  runs: boolean | null
}

const keyOf = ({ id, node }: MoveOption) => `${id}:${node.id}`

/** Another place for a disk: all that there are, and why some are none for it. */
export default function MoveDisk({ disk, runs, onClose }: Props) {
  const t = useTranslations('disks.move')
  const said = useSaid()
  const trpc = useTRPC()
  const { vm } = useTRPCClient()
  const params = { disk_id: disk.id }
  const local = useQuery(trpc.vm.disk.migrateLocal.queryOptions({ params }))
  const network = useQuery(trpc.vm.disk.migrateNetwork.queryOptions({ params }))
  const panel = usePanelForm({
    schema: z.object({
      place: z.string().regex(/^\d+:\d+$/, t('choose')),
      limit_mbitps: z.int().min(1).max(1_000_000).nullable(),
      plain: z.boolean(),
    }),
    defaultValues: { place: '', limit_mbitps: null, plain: true },
  })
  const { control, setValue, watch, formState } = panel.form
  // That the disk is moved is no reason against the move that is being asked for.
  const never = formState.isSubmitting ? null : local.data?.reason
  return (
    <FormDialog
      panel={panel}
      title={t('title', { name: disk.name })}
      description={t(runs === null ? 'aboutFree' : runs ? 'about' : 'aboutOff')}
      submitLabel={t('submit')}
      disabledReason={never ? said(never) : undefined}
      onClose={onClose}
      onSubmit={({ place, limit_mbitps, plain }) => {
        const [storage = 0, node = 0] = place.split(':').map(Number)
        const body = {
          storage,
          plain,
          ...(node !== disk.node?.id && { node }),
          ...(limit_mbitps !== null && { limit_mbitps }),
        }
        return vm.disk.migrate.mutate({ params, body })
      }}
    >
      {never ? <Notice kind="warn" title={said(never)} /> : null}
      <Loaded query={network.data ? local : network} rows={3} label={t('loading')} unread={t('unread')}>
        {() => (
          <Places
            options={[...(local.data?.list ?? []), ...(network.data?.list ?? [])]}
            here={disk.node?.id}
            chosen={watch('place')}
            error={formState.errors.place?.message}
            onChoose={(place) => setValue('place', place, { shouldDirty: true, shouldValidate: true })}
          />
        )}
      </Loaded>
      <FieldRow columns={2}>
        <NumberField
          control={control}
          name="limit_mbitps"
          label={t('limit')}
          hint={t('limitHint')}
          unit={t('limitUnit')}
          min={1}
          optional
        />
      </FieldRow>
      <CheckField control={control} name="plain" hint={t('plainHint')}>
        {t('plain')}
      </CheckField>
    </FormDialog>
  )
}

type PlacesProps = {
  options: readonly MoveOption[]
  here: number | undefined
  chosen: string
  error: string | undefined
  onChoose: (place: string) => void
}

function Places({ options, here, chosen, error, onChoose }: PlacesProps) {
  const t = useTranslations('disks.move')
  const said = useSaid()
  const format = useFormatter()
  const free = (mib: number) => format.number(gib(mib), { maximumFractionDigits: 1 })
  if (options.every(({ reason }) => reason !== null) && options.length < 2)
    return <p className="text-12 text-fg-3">{t('none')}</p>
  return (
    <RadioGroup label={t('places')} className="max-h-60 overflow-y-auto">
      {error ? (
        <p role="alert" className="text-12 text-fault-fg">
          {error}
        </p>
      ) : null}
      {options.map((one) => (
        <Radio
          key={keyOf(one)}
          name="place"
          value={keyOf(one)}
          checked={chosen === keyOf(one)}
          disabled={one.reason !== null}
          onChange={() => onChoose(keyOf(one))}
          hint={one.reason === null ? t('free', { size: free(one.available_mib) }) : said(one.reason)}
        >
          {one.node.id === here ? one.name : t('place', { name: one.name, node: one.node.name })}
        </Radio>
      ))}
    </RadioGroup>
  )
}
