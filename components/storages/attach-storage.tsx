'use client'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { storageCan, storageKind } from '../../server/domain/storage/kinds.ts'
import type { Storage } from '../../server/domain/storage/schema.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { CheckField, NumberField, PickerField, TextField } from '../form/fields.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { neededShape } from '../form/picked.ts'
import { usePanelForm } from '../form/use-panel-form.ts'
import { pickedId, useLoaders } from '../resource/loaders.ts'
import { FormMore } from '../ui/layout/form-layout.tsx'

/** What is said of the place, by what volumes are. */
const hints = { file: 'form.placeHint', block: 'form.placeThere', rbd: 'form.rbdHint' } as const

/** Attaches a storage to a cluster: where on its nodes, and how much of it may be promised. */
export function AttachStorage({ storage, onClose }: { storage: Storage; onClose: () => void }) {
  const t = useTranslations('storages')
  const { vm } = useTRPCClient()
  const { clusters } = useLoaders()
  const place = storageKind[storage.kind].pool[0] ?? 'vm_storage_path'
  const isCeph = storage.kind === 'ceph'
  // Where disks take all of their size at once, no more than that can be promised.
  const isThin = storageCan(storage.kind, 'thin')
  const panel = usePanelForm({
    schema: z.object({
      cluster: neededShape(t('form.clusterFirst')),
      place: z.string().trim().min(1),
      rbd_user: z.string().trim(),
      placement_groups: z.int().min(1).max(65_536).nullable(),
      hdd_overselling: z.number().min(0.5).max(100),
      is_main: z.boolean(),
      ignore_checks: z.boolean(),
    }),
    defaultValues: {
      cluster: null,
      place: storage.kind === 'nas' ? `/nas/${storage.id}` : '',
      rbd_user: '',
      placement_groups: null,
      hdd_overselling: 1,
      is_main: false,
      ignore_checks: false,
    },
  })
  const { control } = panel.form
  return (
    <FormDialog
      title={t('attachTitle', { name: storage.name })}
      submitLabel={t('form.attach')}
      panel={panel}
      onClose={onClose}
      onSubmit={async ({ cluster, place: where, rbd_user, placement_groups, hdd_overselling, ...body }) => {
        const params = { cluster_id: Number(pickedId(cluster)), storage_id: storage.id }
        const more = { ...(rbd_user !== '' && { rbd_user }), ...(placement_groups !== null && { placement_groups }) }
        await vm.cluster.attachStorage.mutate({
          params,
          body: { ...body, ...(isThin && { hdd_overselling }), virt_pool: { [place]: where, ...more } },
        })
      }}
    >
      <PickerField control={control} name="cluster" label={t('form.cluster')} load={clusters.load} required />
      <TextField
        control={control}
        name="place"
        label={t(`form.places.${place}` as 'form.places.vm_storage_path')}
        hint={t(hints[storageKind[storage.kind].volumes])}
        mono
        autoComplete="off"
        required
      />
      {isThin ? (
        <NumberField
          control={control}
          name="hdd_overselling"
          label={t('fields.hdd_overselling')}
          hint={t('form.oversellingHint')}
          min={0.5}
          max={100}
          step={0.5}
        />
      ) : null}
      <CheckField control={control} name="is_main" hint={t('form.mainHint')}>
        {t('form.isMain')}
      </CheckField>
      <FormMore title={t('form.more')}>
        {isCeph ? (
          <>
            <TextField
              control={control}
              name="rbd_user"
              label={t('form.rbd_user')}
              hint={t('form.rbd_userHint')}
              mono
              autoComplete="off"
            />
            <NumberField
              control={control}
              name="placement_groups"
              label={t('form.placement_groups')}
              hint={t('form.placement_groupsHint')}
              min={1}
              max={65_536}
            />
          </>
        ) : null}
        <CheckField control={control} name="ignore_checks" hint={t('form.ignoreHint')}>
          {t('form.ignoreChecks')}
        </CheckField>
      </FormMore>
    </FormDialog>
  )
}
