'use client'
import { useTranslations } from 'use-intl'
import type { InstallPlan } from '../../../server/domain/operation/plan.ts'
import type { Server } from '../../../server/domain/server/record.ts'
import { useMe } from '../../api/me.tsx'
import { TextareaField } from '../../form/fields.tsx'
import { PasswordMade } from '../../hosts/password-made.tsx'
import { paths } from '../../paths.ts'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { Mono, TextLink } from '../../ui/display/text.tsx'
import { FieldRow, FormSection } from '../../ui/layout/form-layout.tsx'
import { type InstallControl, useChoice } from './choice-error.tsx'
import type { OfferedKey } from './use-keys.ts'

type Props = { plan: InstallPlan; server: Server; control: InstallControl; keys: readonly OfferedKey[] }

/** How one gets into the installed system. */
export function AccessSection({ plan, server, control, keys }: Props) {
  const t = useTranslations('installing.access')
  const words = useTranslations('installing.sections')
  const { isAdmin } = useMe()
  return (
    <FormSection title={words('access')}>
      <FieldRow columns={2}>
        <div>
          <div className="mb-1 text-12 font-medium">{t('hostname')}</div>
          <Mono className="flex min-h-(--ctl-h) items-center wrap-anywhere">{plan.hostname}</Mono>
          <p className="mt-1 text-12 text-fg-3">
            {isAdmin
              ? t.rich('hostnameHint', {
                  link: (text) => (
                    <TextLink href={paths.server(server.id)} className="underline underline-offset-2">
                      {text}
                    </TextLink>
                  ),
                })
              : t('hostnameHintOwner')}
          </p>
        </div>
        <PasswordMade control={control} name="password" label={t('password')} hint={t('passwordHint')} />
        <Keys control={control} keys={keys} />
        <Pasted control={control} />
      </FieldRow>
    </FormSection>
  )
}

/** How one gets into the rescue system. */
export function RescueAccess({ control, keys }: Pick<Props, 'control' | 'keys'>) {
  const t = useTranslations('installing.access')
  const words = useTranslations('installing.sections')
  return (
    <FormSection title={words('access')}>
      <FieldRow columns={2}>
        <PasswordMade control={control} name="password" label={t('passwordRescue')} hint={t('passwordHint')} />
        <Keys control={control} keys={keys} />
        <Pasted control={control} />
      </FieldRow>
    </FormSection>
  )
}

function Pasted({ control }: Pick<Props, 'control'>) {
  const t = useTranslations('installing.access')
  return (
    <TextareaField
      control={control}
      name="pasted"
      label={t('pasted')}
      hint={t('pastedHint')}
      placeholder="ssh-ed25519 …"
      rows={2}
      mono
    />
  )
}

/** Keys that the panel knows and that are put into the system. */
export function Keys({ control, keys }: Pick<Props, 'control' | 'keys'>) {
  const t = useTranslations('installing.access')
  const { field, error } = useChoice(control, 'ssh_pub_keys', t('keys'))
  const chosen = field.value ?? keys.map(({ key }) => key)
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-12 font-medium">{t('keys')}</legend>
      {keys.length === 0 ? <p className="text-12 text-fg-3">{t('noKeys')}</p> : null}
      <div className="flex flex-col gap-1">
        {keys.map(({ id, name, key, of }) => (
          <Checkbox
            key={id}
            checked={chosen.includes(key)}
            onChange={({ target: { checked } }) =>
              field.onChange(checked ? [...chosen, key] : chosen.filter((one) => one !== key))
            }
            {...(of !== null && { hint: t('ownerKeys', { email: of }) })}
          >
            {name}
          </Checkbox>
        ))}
      </div>
      {error}
    </fieldset>
  )
}
