'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { diskRestoreImage } from '../../server/domain/disk/move.ts'
import type { Disk } from '../../server/domain/disk/schema.ts'
import { useTRPC, useTRPCClient } from '../api/trpc.ts'
import { TextField } from '../form/fields.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { usePanelForm } from '../form/use-panel-form.ts'
import { Notice } from '../ui/display/notice.tsx'
import { Mono } from '../ui/display/text.tsx'

/** A disk gets what is in a file on its node; what it has now is lost. */
export default function RestoreImage({ disk, onClose }: { disk: Disk; onClose: () => void }) {
  const t = useTranslations('disks.image')
  const { vm } = useTRPCClient()
  const home = useQuery(
    useTRPC().vm.cluster.get.queryOptions(
      { params: { cluster_id: disk.cluster?.id ?? 0 } },
      { enabled: disk.cluster !== null },
    ),
  )
  const folders =
    home.data && 'image_storage_path' in home.data ? [home.data.image_storage_path, home.data.os_storage_path] : []
  const panel = usePanelForm({
    schema: diskRestoreImage,
    defaultValues: { path: '' },
  })
  const { control } = panel.form
  return (
    <FormDialog
      panel={panel}
      title={t('title', { name: disk.name })}
      description={t('about')}
      submitLabel={t('submit')}
      danger
      onClose={onClose}
      onSubmit={({ path }) => vm.disk.restoreFromImage.mutate({ params: { disk_id: disk.id }, body: { path } })}
    >
      <Notice kind="warn" title={t('lost', { name: disk.name })} />
      <TextField
        control={control}
        name="path"
        label={t('path')}
        hint={t.rich('pathHint', {
          node: disk.node?.name ?? '-',
          folders: () =>
            folders.map((folder, n) => (
              <span key={folder}>
                {n > 0 ? ', ' : ''}
                <Mono>{folder}</Mono>
              </span>
            )),
        })}
        mono
        required
        autoFocus
        autoComplete="off"
      />
      <p className="text-12 text-fg-3">{t('files')}</p>
    </FormDialog>
  )
}
