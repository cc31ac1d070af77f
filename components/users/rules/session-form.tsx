'use client'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { sessionBounds } from '../../../server/domain/user/kinds.ts'
import { apiFault, saidFault } from '../../api/fault.ts'
import { NumberField } from '../../form/fields.tsx'
import { FormDialog } from '../../form/form-dialog.tsx'
import { usePanelForm } from '../../form/use-panel-form.ts'
import { FieldRow } from '../../ui/layout/form-layout.tsx'
import { HOUR, MINUTE } from './units.ts'

const names = ['token_ttl', 'session_max_age'] as const

type SessionFormProps = {
  values: Record<(typeof names)[number], number>
  onSave: (name: (typeof names)[number], value: number) => Promise<unknown>
  onClose: () => void
}

/** Both limits of sessions; each is a setting of its own, and a refused one stands at its field. */
export default function SessionForm({ values, onSave, onClose }: SessionFormProps) {
  const t = useTranslations('userRules.sessions')
  const within = (name: (typeof names)[number], unit: number) => {
    const { min, max } = sessionBounds[name]
    const words = t('bounds', { min: min / unit, max: max / unit })
    return z.int(words).min(min, words).max(max, words)
  }
  const panel = usePanelForm({
    schema: z.object({ token_ttl: within('token_ttl', MINUTE), session_max_age: within('session_max_age', HOUR) }),
    defaultValues: values,
  })
  const { control } = panel.form
  return (
    <FormDialog
      panel={panel}
      title={t('formTitle')}
      description={t('formHint')}
      submitLabel={t('save')}
      onClose={onClose}
      onSubmit={async (chosen) => {
        for (const name of names) {
          if (chosen[name] === values[name]) continue
          await onSave(name, chosen[name]).catch((thrown: unknown) => {
            throw saidFault({ ...apiFault(thrown), value: name })
          })
        }
      }}
    >
      <FieldRow>
        <NumberField
          control={control}
          name="token_ttl"
          label={t('token_ttl')}
          factor={MINUTE}
          unit={t('minutes')}
          required
        />
        <NumberField
          control={control}
          name="session_max_age"
          label={t('session_max_age')}
          factor={HOUR}
          unit={t('hours')}
          required
        />
      </FieldRow>
    </FormDialog>
  )
}
