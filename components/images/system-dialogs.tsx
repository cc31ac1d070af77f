'use client'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { osFields } from '../../server/domain/os/fields.ts'
import type { Os } from '../../server/domain/os/schema.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { CheckField, MultiPickerField, PasswordField, TextField } from '../form/fields.tsx'
import { optionOf } from '../form/option-of.ts'
import { pickedShape } from '../form/picked.ts'
import { useLoaders } from '../resource/loaders.ts'
import { OwnFields } from '../resource/own-fields.tsx'
import { RecordDialogs } from '../resource/record-dialogs.tsx'
import { RecordForm, useRecordForm } from '../resource/record-form.tsx'
import type { DialogsProps } from '../resource/use-record-actions.tsx'
import { FieldRow } from '../ui/layout/form-layout.tsx'
import { SystemNodes } from './system-nodes.tsx'
import type { AskedOfSystem } from './use-system-actions.tsx'

const shape = {
  clusters: z.array(pickedShape),
  product_key: z.string().trim().max(30),
  no_product_key: z.boolean(),
  kms_ip: z.string().trim(),
  kms_port: z.string().trim(),
}

/** Dialogs of the commands on systems. They are created by reading repositories. */
export default function SystemDialogs({ asked, onClose }: DialogsProps<AskedOfSystem>) {
  const t = useTranslations('images.systems')
  const { vm } = useTRPCClient()
  if (asked.command === 'nodes') return <SystemNodes os={asked.record} onClose={onClose} />
  return (
    <RecordDialogs
      asked={asked}
      onClose={onClose}
      words="images.systems"
      form={({ record, onClose }) => record && <SystemForm os={record} onClose={onClose} />}
      remove={({ id, repository }) => ({
        lost: t('lost', { repository }),
        run: () => vm.os.delete.mutate({ params: { os_id: id } }),
      })}
    />
  )
}

function SystemForm({ os, onClose }: { os: Os; onClose: () => void }) {
  const t = useTranslations('images')
  const { vm } = useTRPCClient()
  const { clusters } = useLoaders()
  const values = {
    clusters: os.clusters.map(optionOf),
    product_key: '',
    no_product_key: false,
    kms_ip: os.kms_ip ?? '',
    kms_port: os.kms_port ?? '',
  }
  const { panel, own } = useRecordForm(osFields, 'images', 'edit', os, { shape, values }, { secret: ['product_key'] })
  return (
    <RecordForm
      words="images.systems"
      record={os}
      panel={panel}
      onClose={onClose}
      onSubmit={async ({ clusters: chosen, product_key, no_product_key, kms_ip, kms_port, ...rest }) => {
        const key = no_product_key ? { product_key: '' } : product_key ? { product_key } : {}
        await vm.os.edit.mutate({
          params: { os_id: os.id },
          body: {
            ...rest,
            clusters: chosen.map((one) => Number(one.value)),
            ...(os.kms_supported && { ...key, kms_ip, kms_port }),
          },
          if_match: os.version,
        })
      }}
    >
      <MultiPickerField
        control={own.control}
        name="clusters"
        label={t('fields.clusters')}
        hint={t('systems.clustersHint')}
        load={clusters.load}
      />
      <OwnFields {...own} body="edit" />
      {os.kms_supported ? (
        <>
          <PasswordField
            control={own.control}
            name="product_key"
            label={t('licence.product_key')}
            hint={t('licence.hint')}
            autoComplete="off"
            {...(os.has_product_key && { placeholder: t('licence.kept') })}
          />
          {os.has_product_key ? (
            <CheckField control={own.control} name="no_product_key">
              {t('licence.none')}
            </CheckField>
          ) : null}
          <FieldRow>
            <TextField control={own.control} name="kms_ip" label={t('licence.kms_ip')} mono />
            <TextField control={own.control} name="kms_port" label={t('licence.kms_port')} placeholder="1688" mono />
          </FieldRow>
        </>
      ) : null}
    </RecordForm>
  )
}
