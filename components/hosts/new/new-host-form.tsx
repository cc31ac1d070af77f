'use client'
import { useRouter } from 'next/navigation'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { apiFault } from '../../api/fault.ts'
import { useTRPCClient } from '../../api/trpc.ts'
import { NumberField, TextareaField } from '../../form/fields.tsx'
import { DraftNote, FormShell } from '../../form/form-shell.tsx'
import { optionOf } from '../../form/option-of.ts'
import type { SubmitError } from '../../form/submit-error.ts'
import { usePanelForm } from '../../form/use-panel-form.ts'
import { paths } from '../../paths.ts'
import { startBulkRun } from '../../table/bulk-run.ts'
import { Button } from '../../ui/controls/button.tsx'
import { CopyButton } from '../../ui/controls/copy.tsx'
import { gib } from '../../ui/display/size.ts'
import { FormSection } from '../../ui/layout/form-layout.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { useIsPhone } from '../../ui/use-media.ts'
import { showPassword } from '../made-passwords.ts'
import { AccessSection } from './access-section.tsx'
import { AddressSection } from './address-section.tsx'
import { PlaceSection } from './place-section.tsx'
import type { NewHost, System, ValueLabels } from './rules.ts'
import { NewHostSide } from './side.tsx'
import { SizeSection } from './size-section.tsx'
import { SystemSection } from './system-section.tsx'
import { defaults, hasMore, numbered, toBody } from './values.ts'

type Props = { clusters: readonly { id: number; name: string; node_count?: number }[] }

/** Few open them, and they bring much along. */
const MoreFields = lazy(() => import('./more-fields.tsx').then((m) => ({ default: m.MoreFields })))

const secret = ['password', 'password_made', 'values'] as const

/** Name and place, system, size, network, access; beside them what will be made and where. */
export function NewHostForm({ clusters }: Props) {
  const t = useTranslations('newHost')
  const router = useRouter()
  const client = useTRPCClient()
  const schema = useSchema()
  const isPhone = useIsPhone()
  const [busy, setBusy] = useState(false)
  const [more, setMore] = useState(false)
  const [refusal, setRefusal] = useState<SubmitError | null>(null)
  const panel = usePanelForm({ schema, defaultValues: defaults, draftKey: 'host.new', secret })
  const { control, watch, setValue, resetField } = panel.form
  const values = watch()
  // As a draft had them.
  if (!more && hasMore(values)) setMore(true)

  // A cluster that can take VMs is chosen beforehand, as a default, which does not count as a draft.
  const first = clusters.find((cluster) => (cluster.node_count ?? 1) > 0) ?? clusters[0]
  const nowhere = values.cluster === null
  useEffect(() => {
    if (nowhere && first) resetField('cluster', { defaultValue: optionOf(first) })
  }, [nowhere, first, resetField])

  const create = async (wanted: NewHost) => {
    setRefusal(null)
    const names = numbered(wanted.name, wanted.count)
    if (names.length > 1) {
      void startBulkRun({
        title: t('createCount', { count: names.length }),
        rows: names,
        describe: (name) => ({ id: name, name, href: paths.hosts({ q: name }) }),
        each: async (name) => (await client.vm.host.create.mutate({ body: toBody(wanted, name) })).task,
        parallel: 3,
      })
      router.push(paths.hosts({ q: wanted.name }))
      return
    }
    setBusy(true)
    try {
      const made = await client.vm.host.create.mutate({ body: toBody(wanted, wanted.name) })
      if (wanted.password && wanted.os) showPassword(made.id, { user: wanted.os.login_user, password: wanted.password })
      router.push(paths.host(made.id))
    } catch (thrown) {
      const fault = apiFault(thrown)
      setRefusal({ message: fault.msg, value: fault.value })
      setBusy(false)
      throw thrown
    }
  }
  return (
    <>
      <PageHeader
        title={t('title')}
        sub={<DraftNote panel={panel} />}
        {...(!isPhone && { actions: <CopyButton withWord label={t('copyCall')} text={apiCall(values)} /> })}
      />
      <FormShell
        panel={panel}
        loading={busy}
        submitError={refusal}
        onSubmit={create}
        submitLabel={values.count > 1 ? t('createCount', { count: values.count }) : t('create')}
        onCancel={() => router.push(paths.hosts())}
        sideLabel={t('side.made')}
        side={<NewHostSide values={values} />}
        footer={
          <span className="mr-2 flex items-center gap-2 text-12 text-fg-2">
            <span aria-hidden="true">{t('howMany')}</span>
            <NumberField
              control={control}
              name="count"
              label={t('howMany')}
              min={1}
              max={100}
              className="w-14 [&>div:first-child]:sr-only"
            />
          </span>
        }
      >
        <PlaceSection control={control} values={values} setValue={setValue} />
        <SystemSection values={values} setValue={setValue} resetField={resetField} control={control} />
        <SizeSection control={control} values={values} setValue={setValue} />
        <AddressSection control={control} values={values} setValue={setValue} />
        {values.empty ? null : <AccessSection control={control} values={values} />}
        <FormSection title={t('sections.more')}>
          {more ? (
            <Suspense>
              <MoreFields control={control} values={values} />
            </Suspense>
          ) : (
            <Button size="sm" aria-expanded={false} onClick={() => setMore(true)}>
              {t('moreHint')}
            </Button>
          )}
        </FormSection>
        <FormSection title={t('sections.notes')}>
          <TextareaField control={control} name="comment" label={t('fields.comment')} rows={2} />
        </FormSection>
      </FormShell>
    </>
  )
}

function useSchema() {
  const t = useTranslations('newHost')
  const format = useFormatter()
  return useMemo(() => {
    const size = (mib: number) => format.number(gib(mib), { maximumFractionDigits: 2 })
    const needs = (os: System, mib: number) => t('needs', { system: os.name, size: size(mib) })
    const words: ValueLabels = {
      notName: (better) => (better ? t('notNameTry', { better }) : t('notName')),
      chooseCluster: t('chooseCluster'),
      nameModel: t('nameModel'),
      needsUefi: t('needsUefi'),
      chooseSystem: t('chooseSystem'),
      choosePool: t('choosePool'),
      notAddress: t('notAddress'),
      oneAddress: t('oneAddress'),
      needsRam: (os) => needs(os, os.min_ram_mib),
      needsDisk: (os) => needs(os, os.hdd_mib_required),
      notDomain: t('notDomain'),
      portsWrong: t('drops.portsWrong'),
    }
    return async () => (await import('./rules.ts')).newHostSchema(words)
  }, [t, format])
}

/** The same as a command for a terminal; the password and the token are left to be filled in. */
function apiCall(values: NewHost): string {
  const { password, ...body } = toBody(values, values.name)
  const text = JSON.stringify({ ...body, ...(password && { password: 'PASSWORD' }) }).replaceAll("'", "'\\''")
  const origin = typeof window === 'undefined' ? '' : window.location.origin
  return `curl -X POST '${origin}/vm/v3/host' -H "x-xsrf-token: $TOKEN" -d '${text}'`
}
