'use client'
import { useRouter } from 'next/navigation'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { type PlanType, planNeeds } from '../../../../server/domain/operation-plan/kinds.ts'
import { apiFault } from '../../../api/fault.ts'
import { useTRPCClient } from '../../../api/trpc.ts'
import { FormShell } from '../../../form/form-shell.tsx'
import type { SubmitError } from '../../../form/submit-error.ts'
import { usePanelForm } from '../../../form/use-panel-form.ts'
import { paths } from '../../../paths.ts'
import { StateMark } from '../../../ui/display/state-mark.tsx'
import { TypedText } from '../../install/erase-bar.tsx'
import { useKeys } from '../../install/use-keys.ts'
import { PlanFields } from './plan-fields.tsx'
import { PlanPreview } from './plan-preview.tsx'
import type { PlanValues } from './rules.ts'
import { usePreview } from './use-preview.ts'
import { createOf, defaults, previewOf } from './values.ts'

const secret = ['password', 'password_made', 'typed'] as const
/** Keys of owners are not offered: the servers may be of several. */
const noOwner = { owner: null, owner_email: null }

/** What is asked of all servers, what becomes of each, and their number, which is typed before something is erased. */
export function PlanForm({ type, servers }: { type: PlanType; servers: readonly number[] }) {
  const t = useTranslations('operationPlans.new')
  const router = useRouter()
  const { dci } = useTRPCClient()
  const keys = useKeys(noOwner)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<SubmitError | null>(null)
  const schema = useMemo(
    () => async () =>
      (await import('./rules.ts')).planRules(type, { template: t('template'), key: (line) => t('key', { line }) }),
    [type, t],
  )
  const panel = usePanelForm({ schema, defaultValues: defaults, draftKey: `operation-plan.${type}`, secret })
  const { control, setValue, watch } = panel.form
  const values = watch()
  const body = previewOf(type, servers, values)
  const preview = usePreview(body)
  const shown = body ? preview.data : undefined
  const go = shown?.go ?? 0
  const { erases } = planNeeds[type]
  const stays = () => {
    // What is missing is said at its field.
    if (!body) return undefined
    if (!shown || preview.isPlaceholderData) return t('looking')
    if (go === 0) return t('noneCan')
    return !erases || values.typed === String(go) ? undefined : t('typeFirst', { count: go })
  }
  const submit = async (wanted: PlanValues) => {
    const asked = previewOf(type, servers, wanted)
    if (!asked || !shown) return
    setRefusal(null)
    setBusy(true)
    try {
      const offered = keys.map(({ key }) => key)
      const { id } = await dci.operationPlan.create.mutate({ body: createOf(asked, wanted, offered, shown.seen) })
      router.push(paths.operationPlan(id))
    } catch (thrown) {
      const { msg, value } = apiFault(thrown)
      setRefusal({ message: msg, value })
      setBusy(false)
      // Other disks than those that were shown: they are shown now, and their number is typed again.
      setValue('typed', '')
      void preview.refetch()
      throw thrown
    }
  }
  return (
    <FormShell
      panel={panel}
      loading={busy}
      submitError={refusal}
      onSubmit={submit}
      submitLabel={t(`go.${type}`, { count: shown ? go : servers.length })}
      submitKind={erases ? 'destroy' : 'primary'}
      onCancel={() => router.push(paths.servers())}
      disabledReason={stays()}
      note={
        go > 0 && erases ? (
          <span className="flex items-center gap-1.5 font-semibold text-fault-fg">
            <StateMark kind="fault" />
            {t('erases', { count: go })}
          </span>
        ) : null
      }
      footer={
        go > 0 && erases ? (
          <TypedText
            label={t('type')}
            expected={String(go)}
            typed={values.typed}
            onType={(text) => setValue('typed', text)}
            mono
          />
        ) : null
      }
    >
      <PlanFields type={type} control={control} keys={keys} />
      <PlanPreview query={preview} shown={shown} type={type} chosen={body !== null} />
    </FormShell>
  )
}
