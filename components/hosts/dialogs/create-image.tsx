'use client'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { imageFields } from '../../../server/domain/image/fields.ts'
import { useMe } from '../../api/me.tsx'
import { CheckField } from '../../form/fields.tsx'
import { FormDialog } from '../../form/form-dialog.tsx'
import { OwnFields } from '../../resource/own-fields.tsx'
import { useRecordForm } from '../../resource/record-form.tsx'
import { Notice } from '../../ui/display/notice.tsx'
import type { HostDialogProps } from '../host-dialogs.tsx'

/** Keeps the main disk of a VM as an image of which others can be made. */
export function CreateImage({ host, calls, onClose }: HostDialogProps) {
  const t = useTranslations('vmImages')
  const { isAdmin } = useMe()
  const { panel, own } = useRecordForm(
    imageFields,
    'vmImages',
    'create',
    { name: host.name },
    { shape: { cleared: z.boolean(), for_all: z.boolean() }, values: { cleared: true, for_all: false } },
  )
  const cleared = useWatch({ control: own.control, name: 'cleared' })
  return (
    <FormDialog
      title={t('make.title', { name: host.name })}
      description={t(host.state === 'active' ? 'make.aboutRunning' : 'make.about')}
      submitLabel={t('make.submit')}
      panel={panel}
      onClose={onClose}
      onSubmit={({ for_all, ...body }) => calls.makeImage(host.id, { ...body, ...(isAdmin && { for_all }) })}
    >
      <OwnFields {...own} body="create" />
      <CheckField control={own.control} name="cleared" hint={t('make.clearedHint')}>
        {t('make.cleared')}
      </CheckField>
      {cleared ? null : (
        <Notice kind="warn" title={t('make.kept')}>
          {t('make.keptHint')}
        </Notice>
      )}
      {isAdmin ? (
        <CheckField control={own.control} name="for_all">
          {t('forAllLong')}
        </CheckField>
      ) : null}
    </FormDialog>
  )
}
