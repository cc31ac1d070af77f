'use client'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { ipmiTypes } from '../../server/domain/ipmi/kinds.ts'
import type { Machine, MachineDetail } from '../../server/domain/machine/schema.ts'
import { useTRPC, useTRPCClient } from '../api/trpc.ts'
import { CheckField, PickerField, TextField } from '../form/fields.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { usePanelForm } from '../form/use-panel-form.ts'
import { paths } from '../paths.ts'
import { pickedId, useLoaders } from '../resource/loaders.ts'
import { ControllerFields, controllerNames } from '../servers/controller-fields.tsx'
import { PlaceFields } from '../servers/place-fields.tsx'
import { FieldRow } from '../ui/layout/form-layout.tsx'
import { AdoptSummary } from './adopt-summary.tsx'
import { machineName } from './machine-name.ts'
import { useDiagnostics } from './use-diagnostics.ts'

const names = { rack: 'rack', unit: 'unit', chassis: 'chassis', slot: 'slot' } as const

/** Makes a server of a machine, with what was found of its place and controller filled in. */
export function AdoptMachine({ machine, onClose }: { machine: Machine; onClose: () => void }) {
  const trpc = useTRPC()
  const { data } = useQuery(trpc.dci.machine.get.queryOptions({ params: { machine_id: machine.id } }))
  const template = useDiagnostics(machine.location.id)
  return data && template !== undefined ? <AdoptForm machine={data} template={template} onClose={onClose} /> : null
}

type AdoptFormProps = { machine: MachineDetail; template: number | null; onClose: () => void }

function AdoptForm({ machine, template, onClose }: AdoptFormProps) {
  const t = useTranslations('machines')
  const server = useTranslations('servers')
  const router = useRouter()
  const trpc = useTRPC()
  const { dci } = useTRPCClient()
  const { platforms, accounts } = useLoaders()
  const rack = machine.place?.rack ?? null
  const panel = usePanelForm({
    schema: async () =>
      (await import('./adopt-rules.ts')).adoptSchema({
        platform: server('form.platformFirst'),
        controller: server('form.controllerWhole'),
      }),
    defaultValues: {
      ...{ name: '', barcode: '', platform: null, owner: null, chassis: null, slot: '', diagnose: template !== null },
      setup_ipmi: false,
      rack: rack && { value: String(rack.id), label: rack.name },
      unit: String(machine.units[0] ?? ''),
      controller_type: ipmiTypes[0] as (typeof ipmiTypes)[number],
      controller_ip: machine.report?.controller?.address ?? '',
      ...{ controller_username: '', controller_password: '' },
    },
    secret: ['controller_password'],
  })
  const { control } = panel.form
  const values = panel.form.watch()
  const platformId = pickedId(values.platform)
  const { data: platform } = useQuery(
    trpc.dci.platform.get.queryOptions(platformId === null ? skipToken : { params: { platform_id: platformId } }),
  )
  return (
    <FormDialog
      panel={panel}
      width="lg"
      title={t('adopt.title', { name: machineName(machine) })}
      submitLabel={t('adopt.label')}
      onClose={onClose}
      onSubmit={async (sent) => {
        const { adoptBody } = await import('./adopt-rules.ts')
        const made = await dci.machine.adopt.mutate({
          params: { machine_id: machine.id },
          body: adoptBody(sent, platform?.type ?? 'server', template),
          if_match: machine.version,
        })
        router.push(paths.server(made.id))
      }}
    >
      <FieldRow>
        <TextField control={control} name="name" label={server('fields.name')} required />
        <PickerField
          control={control}
          name="platform"
          label={server('fields.platform')}
          load={platforms.load}
          required
        />
      </FieldRow>
      <PlaceFields
        control={control}
        names={names}
        frame={platform ? { type: platform.type, size: platform.server_size, width: platform.width } : null}
        rack={pickedId(values.rack)}
        chassis={pickedId(values.chassis)}
      />
      <FieldRow>
        <PickerField
          control={control}
          name="owner"
          label={server('fields.owner')}
          load={accounts.load}
          placeholder={server('owner.none')}
          clearable
          optional
        />
        <TextField control={control} name="barcode" label={server('fields.barcode')} mono optional />
      </FieldRow>
      <h3 className="font-semibold">{t('adopt.controller')}</h3>
      <ControllerFields control={control} names={controllerNames} />
      <AdoptSummary
        machine={machine}
        controller={values.controller_username === '' ? null : values.controller_ip}
        makesUser={values.diagnose && values.setup_ipmi}
      />
      <CheckField
        control={control}
        name="diagnose"
        disabled={template === null}
        hint={template === null ? t('adopt.noDiagnostics', { location: machine.location.name }) : undefined}
      >
        {t('adopt.diagnose')}
      </CheckField>
      {machine.report?.controller ? (
        <CheckField
          control={control}
          name="setup_ipmi"
          disabled={!values.diagnose}
          hint={values.diagnose ? undefined : t('adopt.setupNeeds')}
        >
          {t('adopt.setup')}
        </CheckField>
      ) : null}
    </FormDialog>
  )
}
