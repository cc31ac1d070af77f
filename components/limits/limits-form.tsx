'use client'
import { useTranslations } from 'use-intl'
import type { LimitsView, UserLimits } from '../../server/domain/user-limit/schema.ts'
import { NumberField, SelectField } from '../form/fields.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { type PanelForm, usePanelForm } from '../form/use-panel-form.ts'
import { FormSection } from '../ui/layout/form-layout.tsx'
import { type EditedLimit, eachLimits, isSize, totalLimits } from './kinds.ts'
import { type LimitMode, type LimitValues, limitModes, limitsOf, limitsSchema, valuesOf } from './limit-values.ts'
import { useAmount } from './use-amount.ts'

type LimitsFormProps = {
  title: string
  /** As they were set, null where nothing was. */
  own: LimitsView
  /** Limits of the role that hold where the account has none; absent for a role. */
  role?: LimitsView
  onSave: (limits: UserLimits) => Promise<unknown>
  onClose: () => void
}

/** The limits of an account or a role: for each, whether it is inherited, none, or a number. */
export function LimitsForm({ title, own, role, onSave, onClose }: LimitsFormProps) {
  const t = useTranslations('limits')
  const panel = usePanelForm({
    schema: limitsSchema(t('form.missing')),
    defaultValues: valuesOf(own),
  })
  const row = (field: EditedLimit) => <LimitRow key={field} panel={panel} field={field} role={role} />
  return (
    <FormDialog
      panel={panel}
      width="lg"
      title={title}
      description={t(role ? 'form.accountHint' : 'form.roleHint')}
      submitLabel={t('form.save')}
      onClose={onClose}
      onSubmit={(values) => onSave(limitsOf(values))}
    >
      <FormSection title={t('form.together')}>
        <div className="flex flex-col gap-3">{totalLimits.map(row)}</div>
      </FormSection>
      <FormSection title={t('form.each')}>
        <div className="flex flex-col gap-3">{eachLimits.map(row)}</div>
      </FormSection>
    </FormDialog>
  )
}

function LimitRow({
  panel,
  field,
  role,
}: {
  panel: PanelForm<LimitValues, LimitValues>
  field: EditedLimit
  role: LimitsView | undefined
}) {
  const t = useTranslations('limits')
  const units = useTranslations('ui.units')
  const amount = useAmount()
  const { control, watch } = panel.form
  const inherited = role?.[field] ?? null
  const words = (mode: LimitMode) => {
    if (mode !== 'inherited') return t(`form.modes.${mode}`)
    if (!role) return t('form.modes.none')
    return t('form.modes.inherited', {
      limit: inherited === null || inherited < 0 ? t('form.modes.free') : amount(field, inherited),
    })
  }
  // Of a role "none" and "unlimited" are the same.
  const modes = limitModes.filter((mode) => role || mode !== 'free' || panel.form.getValues(`${field}_mode`) === mode)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] items-end gap-3">
      <SelectField
        control={control}
        name={`${field}_mode`}
        label={t(`fields.${field}`)}
        options={modes.map((value) => ({ value, label: words(value) }))}
      />
      {watch(`${field}_mode`) === 'limited' ? (
        <NumberField
          control={control}
          name={field}
          label={t('form.most')}
          {...(isSize(field) && { factor: 1024, unit: units('GiB') })}
        />
      ) : null}
    </div>
  )
}
