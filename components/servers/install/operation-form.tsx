'use client'
import { useRouter } from 'next/navigation'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { InstallPlan } from '../../../server/domain/operation/plan.ts'
import type { Server } from '../../../server/domain/server/record.ts'
import { apiFault } from '../../api/fault.ts'
import { FormShell } from '../../form/form-shell.tsx'
import type { SubmitError } from '../../form/submit-error.ts'
import { usePanelForm } from '../../form/use-panel-form.ts'
import { paths } from '../../paths.ts'
import { Erases, TypedName } from './erase-bar.tsx'
import { InstallHead } from './install-head.tsx'
import { Hindered, OperationFields } from './operation-fields.tsx'
import type { InstallValues } from './rules.ts'
import type { Begun } from './types.ts'
import { useBegin } from './use-begin.ts'
import { useKeys } from './use-keys.ts'
import { useRules } from './use-rules.ts'
import { useStays } from './use-stays.tsx'
import { apiCall, bodyOf, defaults, erasedBy, erasesAny, expectedOf, templateOf, whyNotCleared } from './values.ts'

// What comes of the choice is read when the choice is there.
const InstallSide = lazy(() => import('./install-side.tsx').then((all) => ({ default: all.InstallSide })))

const secret = ['password', 'password_made', 'typed'] as const

type Props = { type: Begun; types: readonly Begun[]; plan: InstallPlan; server: Server }

/** One operation as it is begun: what is chosen, what that does, and what is typed before something is erased. */
export function OperationForm({ type, types, plan, server }: Props) {
  const t = useTranslations('installing')
  const router = useRouter()
  const keys = useKeys(server)
  const begin = useBegin(server.id)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<SubmitError | null>(null)
  const schema = useRules(type, plan)
  const panel = usePanelForm({ schema, defaultValues: defaults, draftKey: `server.${server.id}.${type}`, secret })
  const { control, setValue, watch } = panel.form
  const values = watch()
  const { why, stays } = useStays({ type, plan, server, values })
  const erases = erasesAny(type, values)
  const count = erasedBy(type, plan, values)?.length ?? null
  const unknown = whyNotCleared(type, plan, values, server.name)?.code === 'unknown'
  const body = (wanted: InstallValues) =>
    bodyOf[type](
      wanted,
      plan,
      keys.map(({ key }) => key),
    )

  const submit = async (wanted: InstallValues) => {
    setRefusal(null)
    setBusy(true)
    try {
      router.push(await begin(type, body(wanted)))
    } catch (thrown) {
      const { msg, value } = apiFault(thrown)
      setRefusal({ message: msg, value })
      setBusy(false)
      throw thrown
    }
  }
  const template = templateOf(type, plan, values)
  const go = {
    install: () => (template ? t('go.installOf', { name: template.name }) : t('go.install')),
    rescue: () => t('go.rescue'),
    diag: () => t(erases ? 'go.diagClear' : 'go.diag'),
    clear_hdd: () => (count ? t('go.clear_hdd', { count }) : t('go.wipe')),
  }[type]
  return (
    <>
      <InstallHead {...{ type, server, plan }} call={(origin) => apiCall(type, server.id, body(values), origin)} />
      <FormShell
        panel={panel}
        loading={busy}
        submitError={refusal}
        onSubmit={submit}
        submitLabel={go()}
        submitKind={erases ? 'destroy' : 'primary'}
        onCancel={() => router.push(paths.server(server.id))}
        disabledReason={stays}
        note={<Erases disks={count} erases={erases} unknown={unknown} />}
        {...(erases && {
          footer: (
            <TypedName
              name={server.name}
              expected={expectedOf(plan, server.name)}
              typed={values.typed}
              onType={(text) => setValue('typed', text)}
            />
          ),
        })}
        sideLabel={t('side.label')}
        side={
          <Suspense>
            <InstallSide {...{ type, plan, server, values }} />
          </Suspense>
        }
      >
        {why ? <Hindered why={why} /> : null}
        <OperationFields {...{ type, types, plan, server, values, control, keys }} />
      </FormShell>
    </>
  )
}
