'use client'
import { useTranslations } from 'use-intl'
import { loadKinds } from '../../../server/domain/operation/kinds.ts'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { FormSection } from '../../ui/layout/form-layout.tsx'
import { type InstallControl, useChoice } from './choice-error.tsx'

/** Half of the memory is filled and read twice, at the pace of slow processors. */
const MIB_PER_MINUTE = 16_384

/** Tests under load of diagnostics: what each does and about how long it takes. @param memory_mib of the machine; null: it is not known, or there are several */
export function LoadChoice({ control, memory_mib }: { control: InstallControl; memory_mib: number | null }) {
  const t = useTranslations('installing.load')
  const { field, error } = useChoice(control, 'load', t('title'))
  const minutes = memory_mib && Math.max(1, Math.round(memory_mib / MIB_PER_MINUTE))
  return (
    <FormSection title={t('title')} hint={t('hint')}>
      <fieldset aria-label={t('title')} className="grid min-w-0 grid-cols-3 gap-x-4 gap-y-2 max-[1280px]:grid-cols-1">
        {loadKinds.map((kind) => (
          <Checkbox
            key={kind}
            name={`load.${kind}`}
            checked={field.value.includes(kind)}
            onChange={({ target }) =>
              field.onChange(loadKinds.filter((one) => (one === kind ? target.checked : field.value.includes(one))))
            }
            hint={kind === 'memory' && minutes ? t('memoryHintOf', { minutes }) : t(`${kind}Hint`)}
          >
            {t(kind)}
          </Checkbox>
        ))}
      </fieldset>
      {error}
    </FormSection>
  )
}
