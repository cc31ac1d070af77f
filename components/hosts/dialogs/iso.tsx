'use client'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { useTRPCClient } from '../../api/trpc.ts'
import { CheckField, PickerField } from '../../form/fields.tsx'
import { FormDialog } from '../../form/form-dialog.tsx'
import { neededShape } from '../../form/picked.ts'
import { usePanelForm } from '../../form/use-panel-form.ts'
import { typeahead } from '../../resource/loaders.ts'
import type { HostDialogProps } from '../host-dialogs.tsx'

/** Images that can be mounted: on the panel, or offered by a repository. */
const MOUNTABLE = { where: "state IN ('ready', 'offered')" }

/** Puts an image of the library into the drive of a VM, or starts the VM from it. */
export function MountIso({ host, calls, onClose }: HostDialogProps) {
  const t = useTranslations('hosts.iso')
  const { vm } = useTRPCClient()
  const load = typeahead(vm.iso.list.query, MOUNTABLE)
  const panel = usePanelForm({
    schema: z.object({ image: neededShape(t('choose')), reboot: z.boolean() }),
    defaultValues: { image: null, reboot: false },
  })
  return (
    <FormDialog
      panel={panel}
      title={t('title', { name: host.name })}
      description={t('about')}
      submitLabel={t('mount')}
      onClose={onClose}
      onSubmit={async ({ image, reboot }) => {
        if (image) await calls.mountIso(host.id, { image: Number(image.value), reboot })
      }}
    >
      <PickerField control={panel.form.control} name="image" label={t('image')} load={load} />
      <CheckField control={panel.form.control} name="reboot" hint={t('rebootHint')}>
        {t('reboot')}
      </CheckField>
    </FormDialog>
  )
}

/** Takes it out again; what the VM is afterwards depends on whether a system was installed. */
export function EjectIso({ host, calls, onClose }: HostDialogProps) {
  const t = useTranslations('hosts.iso')
  const panel = usePanelForm({
    schema: z.object({ installed: z.boolean() }),
    defaultValues: { installed: false },
  })
  const image = host.iso?.name ?? ''
  return (
    <FormDialog
      panel={panel}
      title={t('ejectTitle', { image, name: host.name })}
      description={t(host.iso_reboot && host.state === 'active' ? 'ejectRestarts' : 'ejectAbout')}
      submitLabel={t('eject')}
      onClose={onClose}
      onSubmit={({ installed }) => calls.ejectIso(host.id, installed)}
    >
      {host.iso_status === 'mounted' ? (
        <CheckField control={panel.form.control} name="installed" hint={t('installedHint', { image })}>
          {t('installed')}
        </CheckField>
      ) : null}
    </FormDialog>
  )
}
