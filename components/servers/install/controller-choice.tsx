'use client'
import { useTranslations } from 'use-intl'
import { freshUser, whyNotInside } from '../../../server/domain/operation/controller.ts'
import type { Server } from '../../../server/domain/server/record.ts'
import { CheckField } from '../../form/fields.tsx'
import { useSaid } from '../../i18n/said.tsx'
import { FormSection } from '../../ui/layout/form-layout.tsx'
import type { InstallControl } from './choice-error.tsx'

/** Whether the management controller is set up from inside, and what that does to it. */
export function ControllerChoice({ server, control }: { server: Server; control: InstallControl }) {
  const t = useTranslations('installing.controller')
  const said = useSaid()
  const why = server.ipmi && whyNotInside(server.ipmi.type)
  const user = freshUser(server.ipmi?.username)
  return (
    <FormSection title={t('title')}>
      <CheckField
        control={control}
        name="setup_ipmi"
        disabled={why !== null}
        hint={why ? said(why) : t(server.ipmi ? 'hint' : 'hintNew', { user })}
      >
        {t('label')}
      </CheckField>
    </FormSection>
  )
}
