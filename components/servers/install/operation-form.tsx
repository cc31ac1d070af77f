'use client'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { noLiveSystem } from '../../../server/domain/operation/fitting.ts'
import type { InstallPlan } from '../../../server/domain/operation/plan.ts'
import { whyNotRaid } from '../../../server/domain/operation/raids.ts'
import type { Server } from '../../../server/domain/server/record.ts'
import { apiFault } from '../../api/fault.ts'
import { FormShell } from '../../form/form-shell.tsx'
import type { SubmitError } from '../../form/submit-error.ts'
import { usePanelForm } from '../../form/use-panel-form.ts'
import { PasswordMade } from '../../hosts/password-made.tsx'
import { useSaid } from '../../i18n/said.tsx'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Segmented } from '../../ui/controls/segmented.tsx'
import { Notice } from '../../ui/display/notice.tsx'
import { FormSection } from '../../ui/layout/form-layout.tsx'
import { useWhyNoOperation } from '../use-why-no-operation.ts'
import { AccessSection } from './access-section.tsx'
import { ClearChoice } from './clear-choice.tsx'
import { DisksSection } from './disks-section.tsx'
import { Erases, TypedName } from './erase-bar.tsx'
import { InstallHead } from './install-head.tsx'
import { InstallSide } from './install-side.tsx'
import { NetworkPreview } from './network-preview.tsx'
import { TemplateCards } from './template-cards.tsx'
import type { Begun } from './types.ts'
import { useBegin } from './use-begin.ts'
import { useKeys } from './use-keys.ts'
import { apiCall, bodyOf, defaults, erasedBy, expectedOf, templateOf, templatesFor } from './values.ts'

const secret = ['password', 'password_made', 'typed'] as const

type Props = { type: Begun; types: readonly Begun[]; plan: InstallPlan; server: Server }

/** One operation as it is begun: what is chosen, what that does, and the typed name before something is erased. */
export function OperationForm({ type, types, plan, server }: Props) {
  const t = useTranslations('installing')
  const said = useSaid()
  const router = useRouter()
  const why = useWhyNoOperation()(server)
  const keys = useKeys(server)
  const begin = useBegin(server.id)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<SubmitError | null>(null)
  const schema = useRules(type, plan)
  const panel = usePanelForm({ schema, defaultValues: defaults, draftKey: `server.${server.id}.${type}`, secret })
  const { control, setValue } = panel.form
  const values = panel.form.watch()
  const own = keys.map(({ key }) => key)
  const erased = erasedBy(type, plan, values)
  const erases = type === 'install' || type === 'clear_hdd' || (type === 'diag' && values.clear_hdd !== 'none')
  const expected = expectedOf(plan, server.name)
  const stays = useStays(type, plan, erases, values.typed === expected.text ? null : expected.text)
  const count = erased?.length ?? null
  const template = templateOf(type, plan, values)

  const submit = async (wanted: typeof values) => {
    setRefusal(null)
    setBusy(true)
    try {
      router.push(await begin(type, bodyOf[type](wanted, plan, own)))
    } catch (thrown) {
      const { msg, value } = apiFault(thrown)
      setRefusal({ message: msg, value })
      setBusy(false)
      throw thrown
    }
  }
  const go = {
    install: template ? t('go.installOf', { name: template.name }) : t('go.install'),
    rescue: t('go.rescue'),
    diag: t(erases ? 'go.diagClear' : 'go.diag'),
    clear_hdd: t('go.clear_hdd', { count: count ?? 0 }),
  }[type]
  return (
    <>
      <InstallHead
        type={type}
        server={server}
        plan={plan}
        call={(origin) => apiCall(type, server.id, bodyOf[type](values, plan, own), origin)}
      />
      <FormShell
        panel={panel}
        loading={busy}
        submitError={refusal}
        onSubmit={submit}
        submitLabel={go}
        submitKind={erases ? 'destroy' : 'primary'}
        onCancel={() => router.push(paths.server(server.id))}
        disabledReason={
          why
            ? { text: why.disabledReason, ...(why.fix && { fix: <Link href={why.fix.href}>{why.fix.label}</Link> }) }
            : stays
        }
        note={<Erases disks={count} />}
        {...(erases && {
          footer: (
            <TypedName
              name={server.name}
              expected={expected}
              typed={values.typed}
              onType={(text) => setValue('typed', text)}
            />
          ),
        })}
        sideLabel={t('side.label')}
        side={<InstallSide {...{ type, plan, server, values }} />}
      >
        {why ? (
          <Notice
            kind="warn"
            className="mt-4"
            {...(why.fix && {
              action: (
                <Button size="sm" asChild>
                  <Link href={why.fix.href}>{why.fix.label}</Link>
                </Button>
              ),
            })}
          >
            {why.disabledReason}
          </Notice>
        ) : null}
        <FormSection
          title={t(`sections.${type}`)}
          hint={type === 'clear_hdd' ? undefined : t('templates.count', { count: templatesFor(type, plan).length })}
        >
          <div className="flex flex-col gap-2.5">
            <Segmented
              label={t('tabsLabel')}
              value={type}
              onValueChange={(next) => router.replace(paths.serverInstall(server.id, next))}
              options={types.map((value) => ({ value, label: t(`tabs.${value}`) }))}
            />
            {type === 'clear_hdd' ? (
              <ClearChoice type={type} control={control} />
            ) : (
              <TemplateCards {...{ type, plan, server, control }} />
            )}
          </div>
        </FormSection>
        {type === 'diag' ? (
          <FormSection title={t('sections.clear_hdd')}>
            <ClearChoice type={type} control={control} />
          </FormSection>
        ) : null}
        {type === 'install' || erases ? <DisksSection {...{ type, plan, server, values, control }} /> : null}
        {type === 'install' ? (
          <>
            <NetworkPreview plan={plan} server={server} />
            <AccessSection {...{ plan, server, control, keys }} />
          </>
        ) : null}
        {type === 'rescue' ? (
          <FormSection title={t('sections.access')}>
            <div className="max-w-100">
              <PasswordMade
                control={control}
                name="password"
                label={t('access.passwordRescue')}
                hint={t('access.passwordHint')}
              />
            </div>
          </FormSection>
        ) : null}
      </FormShell>
    </>
  )

  /** Why it cannot begin although the server is free, or undefined. */
  function useStays(of: Begun, known: InstallPlan, destroys: boolean, toType: string | null) {
    if ((of === 'install' || of === 'clear_hdd') && !known.live) return said(noLiveSystem)
    if (destroys && of !== 'install' && !known.report?.disks.length) return t('disks.noReportWipe')
    return destroys && toType !== null ? t('bar.needs', { expected: toType }) : undefined
  }
}

function useRules(type: Begun, plan: InstallPlan) {
  const t = useTranslations('installing.issues')
  const said = useSaid()
  return useMemo(
    () => async () => {
      const { installRules } = await import('./rules.ts')
      return installRules(type, plan, {
        template: t('template'),
        disks: t('disks'),
        oneDisk: t('oneDisk'),
        raid: (raid, disks) => said(whyNotRaid(raid, disks) ?? ''),
        key: (line) => t('key', { line }),
      })
    },
    [type, plan, t, said],
  )
}
