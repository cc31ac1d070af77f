'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ProblemRuleSettings, ProblemRulesEdit } from '../../server/domain/problem/rule-schema.ts'
import { type ProblemRuleName, problemRuleNames, problemRules, ruleLimits } from '../../server/domain/problem/rules.ts'
import { apiFault } from '../api/fault.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { CheckField, NumberField } from '../form/fields.tsx'
import { FormShell } from '../form/form-shell.tsx'
import type { SubmitError } from '../form/submit-error.ts'
import { usePanelForm } from '../form/use-panel-form.ts'
import { toast } from '../ui/floating/toast.tsx'
import { FieldRow, FormSection } from '../ui/layout/form-layout.tsx'

/** What is asked for: a rule without a limit has no field for it. */
const valuesOf = (rules: ProblemRuleSettings): ProblemRulesEdit =>
  Object.fromEntries(
    problemRuleNames.map((name) => {
      const { limit, ...rest } = rules[name]
      return [name, limit === null ? rest : { ...rest, limit }]
    }),
  )

/** A rule a section: whether it holds, from which limit on, for how long. */
export function RulesForm({ rules }: { rules: ProblemRuleSettings }) {
  const t = useTranslations('problems.rules')
  const [loading, setLoading] = useState(false)
  const [submitError, setSubmitError] = useState<SubmitError | null>(null)
  const { vm } = useTRPCClient()
  const panel = usePanelForm({
    schema: async () => (await import('../../server/domain/problem/rule-schema.ts')).problemRulesEdit,
    defaultValues: valuesOf(rules),
  })
  const { control } = panel.form
  const send = async (body: ProblemRulesEdit) => {
    setLoading(true)
    setSubmitError(null)
    try {
      await vm.problem.setRules.mutate({ body })
      toast({ kind: 'ok', title: t('saved') })
    } catch (thrown) {
      const { msg: message, value } = apiFault(thrown)
      setSubmitError({ message, value })
      throw thrown
    } finally {
      setLoading(false)
    }
  }
  const section = (name: ProblemRuleName) => (
    <FormSection key={name} title={t(`names.${name}`)}>
      <div className="flex flex-col gap-3">
        <CheckField control={control} name={`${name}.enabled`} hint={t(`hints.${name}`)}>
          {t('enabled')}
        </CheckField>
        <FieldRow columns={2} className="max-w-md">
          {problemRules[name].limit === null ? null : (
            <NumberField control={control} name={`${name}.limit`} label={t('limit')} unit="%" {...ruleLimits.limit} />
          )}
          <NumberField
            control={control}
            name={`${name}.minutes`}
            label={t('minutes')}
            unit={t('minutesUnit')}
            {...ruleLimits.minutes}
          />
        </FieldRow>
      </div>
    </FormSection>
  )
  return (
    <FormShell panel={panel} loading={loading} submitError={submitError} submitLabel={t('submit')} onSubmit={send}>
      {problemRuleNames.map(section)}
    </FormShell>
  )
}
