'use client'
import type { Control } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { raids, templateTypesOf } from '../../../../server/domain/operation/kinds.ts'
import { MOST_AT_ONCE, type PlanType, planNeeds } from '../../../../server/domain/operation-plan/kinds.ts'
import { useTRPCClient } from '../../../api/trpc.ts'
import { NumberField, PickerField, SelectField, TextareaField } from '../../../form/fields.tsx'
import { PasswordMade } from '../../../hosts/password-made.tsx'
import { typeahead } from '../../../resource/loaders.ts'
import type { LoadOptions } from '../../../ui/controls/use-options.ts'
import { FieldRow, FormSection } from '../../../ui/layout/form-layout.tsx'
import { Keys } from '../../install/access-section.tsx'
import type { InstallControl } from '../../install/choice-error.tsx'
import { ClearChoice } from '../../install/clear-choice.tsx'
import { LoadChoice } from '../../install/load-choice.tsx'
import type { OfferedKey } from '../../install/use-keys.ts'
import type { PlanValues } from './rules.ts'

type PlanControl = Control<PlanValues, unknown, PlanValues>
type Props = { type: PlanType; control: PlanControl; keys: readonly OfferedKey[] }

/** What is asked of all servers alike. */
export function PlanFields({ type, control, keys }: Props) {
  const t = useTranslations('operationPlans.new')
  const raid = useTranslations('installing.raids')
  const access = useTranslations('installing.access')
  const sections = useTranslations('installing.sections')
  const load = useTemplates(type)
  // They read only fields that both forms have.
  const shared = control as unknown as InstallControl
  return (
    <>
      <FormSection title={sections(type)}>
        <div className="flex flex-col gap-3">
          {type === 'diag' ? <TemplateField {...{ control, load }} hint={t('diagHint')} /> : null}
          {type === 'install' ? (
            <FieldRow columns={2}>
              <TemplateField {...{ control, load }} hint={t('templateHint')} />
              <SelectField
                control={control}
                name="hdd_raid"
                label={raid('label')}
                hint={t('raidHint')}
                options={raids.map((value) => ({ value, label: raid(value) }))}
              />
            </FieldRow>
          ) : null}
          {planNeeds[type].erases ? <ClearChoice type={type} control={shared} /> : null}
        </div>
      </FormSection>
      {type === 'diag' ? <LoadChoice control={shared} memory_mib={null} /> : null}
      {type === 'install' ? (
        <FormSection title={sections('access')} hint={t('accessHint')}>
          <FieldRow columns={2}>
            <PasswordMade control={control} name="password" label={access('password')} hint={t('passwordHint')} />
            <Keys control={shared} keys={keys} />
            <TextareaField
              control={control}
              name="pasted"
              label={access('pasted')}
              hint={access('pastedHint')}
              placeholder="ssh-ed25519 …"
              rows={2}
              mono
            />
          </FieldRow>
        </FormSection>
      ) : null}
      <FormSection title={t('pace')}>
        <FieldRow columns={2}>
          <NumberField
            control={control}
            name="limit_per_location"
            label={t('limit')}
            hint={t('limitHint')}
            min={1}
            max={MOST_AT_ONCE}
          />
          <NumberField
            control={control}
            name="stagger_seconds"
            label={t('stagger')}
            hint={t('staggerHint')}
            min={0}
            max={600}
            unit={t('seconds')}
          />
        </FieldRow>
      </FormSection>
    </>
  )
}

/** What is installed, or booted. */
function TemplateField({ control, load, hint }: { control: PlanControl; load: LoadOptions; hint: string }) {
  const t = useTranslations('operationPlans.new')
  return (
    <PickerField control={control} name="os_template_id" label={t('templateLabel')} hint={hint} load={load} required />
  )
}

/** Templates that operations of a type use, found by their names. */
function useTemplates(type: PlanType): LoadOptions {
  const { dci } = useTRPCClient()
  return typeahead(dci.osTemplate.list.query, {
    where: templateTypesOf[type].map((one) => `(type EQ ${one})`).join(' OR '),
    more: ({ version }) => ({ hint: version }),
  })
}
