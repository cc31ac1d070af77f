'use client'
import { useTranslations } from 'use-intl'
import { paths } from '../../paths.ts'
import { TextLink } from '../../ui/display/text.tsx'
import { FieldRow, FormSection } from '../../ui/layout/form-layout.tsx'
import { PasswordMade } from '../password-made.tsx'
import type { SectionProps } from './place-section.tsx'

/** How one gets in. */
export function AccessSection({ control, values }: Pick<SectionProps, 'control' | 'values'>) {
  const t = useTranslations('newHost')
  const user = values.os?.login_user ?? 'root'
  return (
    <FormSection title={t('sections.access')}>
      <FieldRow columns={2}>
        <PasswordMade control={control} name="password" label={t('passwordOf', { user })} hint={t('passwordHint')} />
        <div>
          <div className="mb-1 text-12 font-medium">{t('keys')}</div>
          <p className="text-12 text-fg-3">
            {t.rich('keysHint', {
              link: (text) => (
                <TextLink href={paths.account()} className="underline underline-offset-2">
                  {text}
                </TextLink>
              ),
            })}
          </p>
        </div>
      </FieldRow>
    </FormSection>
  )
}
