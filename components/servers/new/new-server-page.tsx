'use client'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { parseAsInteger, useQueryStates } from 'nuqs'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { serverFields } from '../../../server/domain/server/fields.ts'
import { apiFault } from '../../api/fault.ts'
import { faultToast } from '../../api/fault-toast.ts'
import { useTRPC, useTRPCClient } from '../../api/trpc.ts'
import { PickerField, TextareaField } from '../../form/fields.tsx'
import { DraftNote, FormShell } from '../../form/form-shell.tsx'
import type { SubmitError } from '../../form/submit-error.ts'
import { usePanelForm } from '../../form/use-panel-form.ts'
import { PageCrumbs } from '../../frame/crumbs.tsx'
import { paths } from '../../paths.ts'
import { pickedId, useLoaders } from '../../resource/loaders.ts'
import { OwnField, OwnFields } from '../../resource/own-fields.tsx'
import { FieldRow, FormSection } from '../../ui/layout/form-layout.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { ControllerFields, controllerNames } from '../controller-fields.tsx'
import { PlaceFields } from '../place-fields.tsx'
import { NewServerSide } from './new-server-side.tsx'
import type { NewServer } from './rules.ts'
import { blank, controllerBody, serverBody } from './values.ts'

const names = { rack: 'rack', unit: 'unit', chassis: 'chassis', slot: 'slot' } as const
/** A new server as people think of it: which model, where it stands, what it is called. `?rack=&unit=` come from the diagram. */
export function NewServerPage() {
  const t = useTranslations('servers')
  const router = useRouter()
  const trpc = useTRPC()
  const { dci } = useTRPCClient()
  const { platforms, accounts } = useLoaders()
  const [failure, setFailure] = useState<SubmitError | null>(null)
  const [busy, setBusy] = useState(false)
  const panel = usePanelForm({
    schema: async () =>
      (await import('./rules.ts')).newServerSchema({
        place: t('form.placeFirst'),
        platform: t('form.platformFirst'),
        mac: t('form.macWrong'),
        controller: t('form.controllerWhole'),
      }),
    defaultValues: blank,
    draftKey: 'server.new',
    secret: ['controller_password'],
  })
  const { control, setValue } = panel.form
  const [platformOption, rackOption, chassisOption] = panel.form.watch(['platform', 'rack', 'chassis'])
  const platformId = pickedId(platformOption)
  const platform = useQuery(
    trpc.dci.platform.get.queryOptions(platformId === null ? skipToken : { params: { platform_id: platformId } }),
  )
  const frame = platform.data
    ? { type: platform.data.type, size: platform.data.server_size, width: platform.data.width }
    : null
  const type = frame?.type
  useEffect(() => {
    if (type) setValue('type', type)
  }, [type, setValue])
  useAskedPlace((name, value) => setValue(name, value as never))
  /** The server exists: what of it fails now is shown, and done on its own page. */
  const addToServer = async (server_id: number, values: NewServer) => {
    const params = { server_id }
    const controller = controllerBody(values)
    const steps = [
      values.owner && {
        title: t('form.ownerNotSet'),
        run: () => dci.server.setOwner.mutate({ params, body: { owner: Number(values.owner?.value) } }),
      },
      controller && {
        title: t('form.controllerNotAdded'),
        run: () => dci.ipmi.add.mutate({ params, body: controller }),
      },
    ]
    for (const step of steps)
      if (step)
        await step.run().catch((thrown: unknown) => {
          faultToast(step.title)(thrown)
        })
  }
  const own = { control, fields: serverFields, words: 'servers', optional: true } as const
  return (
    <>
      <PageCrumbs crumbs={[{ label: t('create') }]} />
      <PageHeader title={t('create')} sub={<DraftNote panel={panel} />} />
      <FormShell
        panel={panel}
        loading={busy}
        submitError={failure}
        submitLabel={t('create')}
        onCancel={() => router.push(paths.servers())}
        side={<NewServerSide platform={platform.data ?? null} values={panel.form.watch()} />}
        sideLabel={t('form.summary')}
        onSubmit={async (values) => {
          setBusy(true)
          setFailure(null)
          try {
            const { id } = await dci.server.create.mutate({ body: serverBody(values) })
            await addToServer(id, values)
            router.push(paths.server(id))
          } catch (fault) {
            const { msg, value } = apiFault(fault)
            setFailure({ message: msg, value })
            throw fault
          } finally {
            setBusy(false)
          }
        }}
      >
        <FormSection title={t('form.model')} hint={t('form.modelHint')}>
          <PickerField control={control} name="platform" label={t('fields.platform')} load={platforms.load} required />
        </FormSection>
        <FormSection title={t('form.place')} hint={t(type === 'blade' ? 'form.bladeHint' : 'form.placeHint')}>
          <PlaceFields
            control={control}
            names={names}
            frame={frame}
            rack={pickedId(rackOption)}
            chassis={pickedId(chassisOption)}
          />
        </FormSection>
        <FormSection title={t('form.identity')}>
          <div className="flex flex-col gap-3">
            <FieldRow>
              <OwnField {...own} name="name" />
              <PickerField
                control={control}
                name="owner"
                label={t('fields.owner')}
                load={accounts.load}
                placeholder={t('owner.none')}
                clearable
                optional
              />
            </FieldRow>
            <TextareaField
              control={control}
              name="mac"
              label={t('fields.mac')}
              mono
              rows={2}
              hint={t('form.macHint')}
              optional
            />
          </div>
        </FormSection>
        <FormSection title={t('form.controller')} hint={t('form.controllerHint')}>
          <div className="flex flex-col gap-3">
            <ControllerFields control={control} names={controllerNames} />
          </div>
        </FormSection>
        <FormSection title={t('form.more')}>
          <div className="flex flex-col gap-3">
            <OwnFields {...own} body="create" without={['name']} />
          </div>
        </FormSection>
      </FormShell>
    </>
  )
}

/** The rack, unit, chassis or slot that the address names, filled in once. */
function useAskedPlace(set: (name: 'rack' | 'unit' | 'chassis' | 'slot', value: unknown) => void) {
  const trpc = useTRPC()
  const [{ rack, unit, chassis, slot }] = useQueryStates({
    rack: parseAsInteger,
    unit: parseAsInteger,
    chassis: parseAsInteger,
    slot: parseAsInteger,
  })
  const inRack = useQuery(trpc.dci.rack.get.queryOptions(rack === null ? skipToken : { params: { rack_id: rack } }))
  const inChassis = useQuery(
    trpc.dci.chassis.get.queryOptions(chassis === null ? skipToken : { params: { chassis_id: chassis } }),
  )
  const rackName = inRack.data?.name
  const chassisName = inChassis.data?.name
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each name that arrives, not for each render
  useEffect(() => {
    if (rackName !== undefined) {
      set('rack', { value: String(rack), label: rackName })
      if (unit !== null) set('unit', String(unit))
    }
    if (chassisName !== undefined) {
      set('chassis', { value: String(chassis), label: chassisName })
      if (slot !== null) set('slot', String(slot))
    }
  }, [rackName, chassisName])
}
