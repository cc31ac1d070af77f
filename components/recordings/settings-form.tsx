'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { type RecordingSettings, recordingSettings } from '../../server/domain/recording/schema.ts'
import { type Role, roles } from '../../server/domain/shared/roles.ts'
import { apiFault } from '../api/fault.ts'
import { useTRPC, useTRPCClient } from '../api/trpc.ts'
import { CheckField, MultiPickerField, NumberField, SelectField } from '../form/fields.tsx'
import { FormShell } from '../form/form-shell.tsx'
import { pickedShape } from '../form/picked.ts'
import type { SubmitError } from '../form/submit-error.ts'
import { usePanelForm } from '../form/use-panel-form.ts'
import { together, typeahead } from '../resource/loaders.ts'
import type { LoadOptions, Option } from '../ui/controls/use-options.ts'
import { toast } from '../ui/floating/toast.tsx'
import { FieldRow, FormSection } from '../ui/layout/form-layout.tsx'

type Rule = { object: 'host' | 'server'; id: number; name: string; record: boolean }
export type ReadSettings = RecordingSettings & { rules: Rule[] }

const policy = recordingSettings.omit({ roles: true }).extend({
  admin: z.boolean(),
  user: z.boolean(),
  advanced: z.boolean(),
  always: z.array(pickedShape),
  never: z.array(pickedShape),
})
type PolicyValues = z.output<typeof policy>
const words = { '@admin': 'admin', '@user': 'user', '@advanced_user': 'advanced' } as const satisfies Record<
  Role,
  string
>
const toOptions = (rules: readonly Rule[], record: boolean): Option[] =>
  rules
    .filter((rule) => rule.record === record)
    .map(({ object, id, name }) => ({ value: `${object} ${id}`, label: name }))

/** Who and what is recorded, how much, and how long it is kept. */
export function SettingsForm({ settings }: { settings: ReadSettings }) {
  const t = useTranslations('recordings.form')
  const [loading, setLoading] = useState(false)
  const [submitError, setSubmitError] = useState<SubmitError | null>(null)
  const trpc = useTRPC()
  const queries = useQueryClient()
  const { dci } = useTRPCClient()
  const load = useLoadThings()
  const { rules, roles: recorded, ...rest } = settings
  const panel = usePanelForm({
    schema: policy,
    defaultValues: {
      ...rest,
      admin: recorded.includes('@admin'),
      user: recorded.includes('@user'),
      advanced: recorded.includes('@advanced_user'),
      always: toOptions(rules, true),
      never: toOptions(rules, false),
    },
  })
  const { control } = panel.form
  const save = async ({ always, never, admin, user, advanced, ...body }: PolicyValues) => {
    const chosen = { '@admin': admin, '@user': user, '@advanced_user': advanced }
    await dci.recording.setSettings.mutate({ body: { ...body, roles: roles.filter((role) => chosen[role]) } })
    const wanted = new Map<string, boolean>([
      ...never.map(({ value }) => [value, false] as const),
      ...always.map(({ value }) => [value, true] as const),
    ])
    const had = new Map(rules.map(({ object, id, record }) => [`${object} ${id}`, record]))
    for (const thing of new Set([...wanted.keys(), ...had.keys()])) {
      const record = wanted.get(thing) ?? null
      if (record === (had.get(thing) ?? null)) continue
      const [object, id] = thing.split(' ')
      const rule = { object: object as Rule['object'], object_id: Number(id), record }
      await dci.recording.setRule.mutate({ body: rule })
    }
  }
  return (
    <FormShell
      panel={panel}
      loading={loading}
      submitError={submitError}
      submitLabel={t('submit')}
      onSubmit={async (values) => {
        setLoading(true)
        setSubmitError(null)
        try {
          await save(values)
          await queries.invalidateQueries(trpc.dci.recording.settings.pathFilter())
          toast({ kind: 'ok', title: t('saved') })
        } catch (thrown) {
          const { msg: message, value } = apiFault(thrown)
          setSubmitError({ message, value })
          throw thrown
        } finally {
          setLoading(false)
        }
      }}
    >
      <FormSection title={t('who')}>
        <fieldset className="flex flex-col gap-1.5">
          <legend className="mb-1.5 font-medium">{t('roles')}</legend>
          {roles.map((role) => (
            <CheckField key={role} control={control} name={words[role]}>
              {t(`role.${words[role]}`)}
            </CheckField>
          ))}
        </fieldset>
      </FormSection>
      <FormSection title={t('what')}>
        <FieldRow columns={2}>
          <MultiPickerField control={control} name="always" label={t('always')} load={load} placeholder={t('things')} />
          <MultiPickerField control={control} name="never" label={t('never')} load={load} placeholder={t('things')} />
        </FieldRow>
      </FormSection>
      <FormSection title={t('limits')}>
        <div className="grid gap-3">
          <FieldRow columns={3}>
            <NumberField control={control} name="days" label={t('days')} min={1} max={3650} unit={t('daysUnit')} />
            <NumberField control={control} name="max_mib" label={t('max_mib')} min={1} max={4096} unit="MiB" />
            <NumberField
              control={control}
              name="min_free_mib"
              label={t('min_free_mib')}
              min={64}
              max={1_048_576}
              unit="MiB"
            />
          </FieldRow>
          <SelectField
            control={control}
            name="when_failing"
            label={t('when_failing')}
            options={(['end', 'go_on'] as const).map((value) => ({ value, label: t(`failing.${value}`) }))}
          />
        </div>
      </FormSection>
    </FormShell>
  )
}

/** VMs and servers together, found by typing. */
function useLoadThings(): LoadOptions {
  const t = useTranslations('recordings.objects')
  const { vm, dci } = useTRPCClient()
  return together(
    typeahead(vm.host.list.query, { more: ({ id }) => ({ value: `host ${id}`, hint: t('host') }) }),
    typeahead(dci.server.list.query, { more: ({ id }) => ({ value: `server ${id}`, hint: t('server') }) }),
  )
}
