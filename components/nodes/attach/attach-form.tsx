'use client'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { parseAsInteger, useQueryState } from 'nuqs'
import { useEffect, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Node } from '../../../server/domain/node/record.ts'
import { apiFault } from '../../api/fault.ts'
import { useTRPC, useTRPCClient } from '../../api/trpc.ts'
import { NumberField, PasswordField, PickerField, TextField } from '../../form/fields.tsx'
import { FormShell } from '../../form/form-shell.tsx'
import type { SubmitError } from '../../form/submit-error.ts'
import { usePanelForm } from '../../form/use-panel-form.ts'
import { Said } from '../../i18n/said.tsx'
import { paths } from '../../paths.ts'
import { useLoaders } from '../../resource/loaders.ts'
import type { TaskStep } from '../../tasks/steps.ts'
import { CommandLine } from '../../ui/controls/copy.tsx'
import { Radio, RadioGroup } from '../../ui/controls/radio.tsx'
import { Notice } from '../../ui/display/notice.tsx'
import { FieldRow, FormSection } from '../../ui/layout/form-layout.tsx'
import { SidePanelSection } from '../../ui/layout/section.tsx'
import type { AttachFault } from './attach-fault.ts'
import { attachSteps } from './attach-steps.ts'
import type { AttachValues } from './rules.ts'
import { StepsList } from './steps-list.tsx'

/** As far as the name that follows from it needs to know. */
const isIpv4 = (text: string) => /^\d{1,3}(\.\d{1,3}){3}$/.test(text)

const rules = async () => (await import('./rules.ts')).attachSchema

const defaults: AttachValues = {
  ip: '',
  ssh_port: 22,
  ssh_user: 'root',
  password: '',
  name: '',
  place: 'known',
  cluster: null,
  cluster_name: '',
  again: false,
}

/** The name a node gets when none is typed. */
const nameOf = (ip: string) => `node-${ip.replaceAll('.', '-')}`

/** What the operator runs on the server when nothing is installed yet. */
const install = 'apt-get install -y libvirt-daemon-system qemu-system-x86 qemu-utils'
/** Where a cluster made here keeps what nodes share; the page of the cluster shows it. */
const clusterDefaults = {
  virtualization_type: 'kvm',
  os_storage_path: '/share',
  image_storage_path: '/images',
} as const

export type AttachFormProps = {
  node: Node | null
  failed: (AttachFault & { task: number; words: string | null; steps: readonly TaskStep[] }) | null
  onStarted: (node: number, task: number) => void
}

/** Address, sign-in and cluster of a node. After a failure it says why and keeps what was typed. */
export function AttachForm({ node, failed, onStarted }: AttachFormProps) {
  const t = useTranslations('attach')
  const router = useRouter()
  const client = useTRPCClient()
  const loaders = useLoaders()
  const [loading, setLoading] = useState(false)
  const [submitError, setSubmitError] = useState<SubmitError | null>(null)
  const panel = usePanelForm({
    schema: rules,
    defaultValues: node
      ? { ...defaults, ip: node.ip, ssh_port: node.port, ssh_user: node.ssh_user, name: node.name, again: true }
      : defaults,
    ...(node === null && { draftKey: 'node.new' }),
    secret: ['password'],
  })
  const { control, setValue, watch, setFocus, getValues, clearErrors } = panel.form
  const known = node !== null
  useEffect(() => setValue('again', known), [known, setValue])
  const { none: noCluster, only } = useClusters()
  useEffect(() => {
    if (known) return
    if (noCluster) {
      setValue('place', 'new')
      if (getValues('cluster_name') === '') setValue('cluster_name', t('firstCluster'))
    } else if (only && getValues('cluster') === null) {
      setValue('cluster', only)
      // The form may have been submitted before the list was there, and shown it as missing.
      clearErrors('cluster')
    }
  }, [noCluster, only, known, setValue, getValues, clearErrors, t])
  const culprit = failed?.field
  const attempt = failed?.task
  useEffect(() => {
    // Each attempt anew: the second may fail at the same field.
    if (culprit && attempt !== undefined) setFocus(culprit, { shouldSelect: true })
  }, [culprit, attempt, setFocus])

  const send = async (values: AttachValues) => {
    setLoading(true)
    setSubmitError(null)
    try {
      const { ip, ssh_port, ssh_user, password } = values
      const machine = { ip, ssh_port, ssh_user, ...(password !== '' && { password }) }
      if (node) {
        if (failed) await client.vm.task.dismiss.mutate({ params: { task_id: failed.task } }).catch(() => {})
        // A name made from the address follows it.
        if (node.name === nameOf(node.ip) && ip !== node.ip)
          await client.vm.node.edit.mutate({ params: { node_id: node.id }, body: { name: nameOf(ip) } })
        const { id, task } = await client.vm.node.create.mutate({ body: { id: node.id, ...machine } })
        onStarted(id, task)
        return
      }
      let cluster = values.place === 'known' ? Number(values.cluster?.value) : 0
      if (values.place === 'new') {
        const made = await client.vm.cluster.create.mutate({ body: { name: values.cluster_name, ...clusterDefaults } })
        cluster = made.id
        // Should the node be refused now, the cluster is there already and is not made twice.
        setValue('cluster', { value: String(made.id), label: values.cluster_name })
        setValue('place', 'known')
      }
      const { id, task } = await client.vm.node.create.mutate({
        body: { ...machine, name: values.name || nameOf(ip), cluster },
      })
      onStarted(id, task)
    } catch (thrown) {
      const { msg, value } = apiFault(thrown)
      setSubmitError({ message: msg, value: values.place === 'new' && value === 'name' ? 'cluster_name' : value })
      throw thrown
    } finally {
      setLoading(false)
    }
  }
  const ip = watch('ip')
  const place = watch('place')
  const steps = attachSteps(failed?.steps ?? [], false, 0)
  return (
    <FormShell
      panel={panel}
      loading={loading}
      submitError={submitError}
      onSubmit={send}
      submitLabel={known ? t('submitAgain') : t('submit')}
      onCancel={() => router.push(node ? paths.node(node.id) : paths.nodes())}
      sideLabel={t('steps')}
      side={
        <>
          <SidePanelSection title={failed ? t('stepsLast') : t('steps')}>
            <StepsList steps={steps} />
          </SidePanelSection>
          <SidePanelSection title={t('needs')}>
            <p className="mb-2 text-12 text-fg-2">{t('needsText')}</p>
            <CommandLine command={install} />
            <p className="mt-3 text-12 text-fg-2">{t('bridgeText')}</p>
          </SidePanelSection>
        </>
      }
    >
      {failed ? <Failed failed={failed} /> : null}
      <FormSection title={t('machine')}>
        <FieldRow columns={2}>
          <TextField
            control={control}
            name="ip"
            label={t('ip')}
            hint={t('ipHint')}
            mono
            autoFocus={!known}
            autoComplete="off"
            required
          />
          <NumberField control={control} name="ssh_port" label={t('port')} min={1} max={65535} />
        </FieldRow>
      </FormSection>
      <FormSection title={t('signIn')} hint={t('signInHint')}>
        <FieldRow columns={2}>
          <TextField control={control} name="ssh_user" label={t('user')} mono autoComplete="off" required />
          <PasswordField
            control={control}
            name="password"
            label={t('password')}
            autoComplete="off"
            hint={known ? t('passwordAgain') : t('passwordHint')}
          />
        </FieldRow>
      </FormSection>
      {known ? null : (
        <FormSection title={t('placement')}>
          {noCluster ? null : (
            <RadioGroup label={t('cluster')} hideLabel className="mb-3 flex-row gap-5">
              {(['known', 'new'] as const).map((one) => (
                <Radio
                  key={one}
                  name="place"
                  value={one}
                  checked={place === one}
                  onChange={() => setValue('place', one)}
                >
                  {t(`places.${one}`)}
                </Radio>
              ))}
            </RadioGroup>
          )}
          <FieldRow columns={2}>
            {place === 'known' ? (
              <PickerField
                control={control}
                name="cluster"
                label={t('cluster')}
                load={loaders.clusters.load}
                placeholder={t('clusterPick')}
              />
            ) : (
              <TextField
                control={control}
                name="cluster_name"
                label={t('clusterName')}
                hint={noCluster ? t('clusterFirst') : t('clusterHint')}
              />
            )}
            <TextField
              control={control}
              name="name"
              label={t('name')}
              placeholder={isIpv4(ip) ? nameOf(ip) : ''}
              hint={t('nameHint')}
              autoComplete="off"
            />
          </FieldRow>
        </FormSection>
      )}
    </FormShell>
  )
}

/** Whether there is no cluster yet, and the one to choose by itself: the asked for, or the only one. */
function useClusters() {
  const trpc = useTRPC()
  // The page of a cluster names it in its link.
  const [asked] = useQueryState('cluster', parseAsInteger)
  const { data } = useQuery(trpc.vm.cluster.list.queryOptions({ query: { orderby: 'id', limit: '0,2' } }))
  const named = useQuery(
    trpc.vm.cluster.get.queryOptions(asked === null ? skipToken : { params: { cluster_id: asked } }),
  )
  const first = named.data ?? (data?.size === 1 && asked === null ? data.list[0] : undefined)
  const id = first?.id
  const name = first?.name
  const only = useMemo(() => (id === undefined ? null : { value: String(id), label: name ?? '' }), [id, name])
  return { none: data?.size === 0, only }
}

function Failed({ failed }: { failed: NonNullable<AttachFormProps['failed']> }) {
  const t = useTranslations('attach')
  return (
    <Notice
      kind={failed.kind === 'stopped' ? 'plain' : 'fault'}
      {...(failed.kind === 'stopped' && { mark: 'off' as const })}
      className="my-4"
      title={t(`faults.${failed.kind}`)}
    >
      {failed.words && failed.kind !== 'stopped' ? (
        <p className="text-fg">
          <Said text={failed.words} />
        </p>
      ) : null}
      <p>{t(`nextSteps.${failed.kind}`)}</p>
    </Notice>
  )
}
