'use client'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import type { Disk } from '../../../server/domain/disk/schema.ts'
import type { Host } from '../../../server/domain/host/record.ts'
import { CheckField, NumberField, TextField } from '../../form/fields.tsx'
import { FormDialog } from '../../form/form-dialog.tsx'
import { usePanelForm } from '../../form/use-panel-form.ts'
import { gib } from '../../ui/display/size.ts'
import { useHostCalls } from '../use-host-calls.ts'

type Props = { host: Host; disk: Disk; onClose: () => void }

/** A larger size for a disk; it never gets smaller. */
export default function GrowDisk({ host, disk, onClose }: Props) {
  const t = useTranslations('hosts.growDisk')
  const units = useTranslations('ui.units')
  const calls = useHostCalls()
  const present = disk.size_mib_new ?? disk.size_mib
  const schema = z.object({
    size_mib: z.int().min(present + 1, t('larger')),
    later: z.boolean(),
    expand_part: z.string().trim().max(255),
  })
  const panel = usePanelForm({
    schema,
    defaultValues: { size_mib: present, later: false, expand_part: disk.expand_part ?? '' },
  })
  const { control } = panel.form
  const runs = host.state !== 'stopped'
  return (
    <FormDialog
      panel={panel}
      title={t('title', { name: disk.name })}
      description={t(runs ? 'about' : 'aboutOff')}
      submitLabel={t('grow')}
      onClose={onClose}
      onSubmit={({ size_mib, later, expand_part }) =>
        calls.growDisk(host.id, disk.id, {
          size_mib,
          ...(expand_part !== (disk.expand_part ?? '') && { expand_part }),
          ...(later && { defer: { action: 'host_stop' } }),
        })
      }
    >
      <NumberField
        control={control}
        name="size_mib"
        label={t('size')}
        hint={t('was', { size: gib(present) })}
        factor={1024}
        min={gib(present)}
        unit={units('GiB')}
        required
      />
      <TextField control={control} name="expand_part" label={t('part')} hint={t('partHint')} mono optional />
      {runs ? (
        <CheckField control={control} name="later" hint={t('laterHint')}>
          {t('later')}
        </CheckField>
      ) : null}
    </FormDialog>
  )
}
