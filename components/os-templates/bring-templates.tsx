'use client'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import type { Location } from '../../server/domain/location/schema.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { MultiPickerField } from '../form/fields.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { pickedShape } from '../form/picked.ts'
import { usePanelForm } from '../form/use-panel-form.ts'
import { typeahead } from '../resource/loaders.ts'
import { placeIn } from './place.ts'
import { useTemplateLine } from './template-words.ts'

/** Brings several templates to a location at once. */
export default function BringTemplates({ location, onClose }: { location: Location; onClose: () => void }) {
  const t = useTranslations('osTemplates.bring')
  const { dci } = useTRPCClient()
  const words = useTemplateLine()
  const panel = usePanelForm({
    schema: z.object({ os_templates: z.array(pickedShape).min(1, t('choose')) }),
    defaultValues: { os_templates: [] },
  })
  const load = typeahead(dci.osTemplate.list.query, {
    where: 'status_info.offered EQ true',
    more: (one) => ({ hint: placeIn(one, location.id) ? t('thereAlready') : words(one) }),
  })
  return (
    <FormDialog
      panel={panel}
      title={t('title', { location: location.name })}
      description={t('hint')}
      submitLabel={t('send')}
      onClose={onClose}
      onSubmit={({ os_templates }) =>
        dci.osTemplate.install.mutate({
          params: { location_id: location.id },
          body: { os_templates: os_templates.map(({ value }) => Number(value)) },
        })
      }
    >
      <MultiPickerField control={panel.form.control} name="os_templates" label={t('templates')} load={load} required />
    </FormDialog>
  )
}
