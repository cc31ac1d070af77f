'use client'
import { useContext } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { isoFields } from '../../server/domain/iso/fields.ts'
import type { Iso } from '../../server/domain/iso/schema.ts'
import { useMe } from '../api/me.tsx'
import { XsrfContext } from '../api/send-file.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { CheckField, MultiPickerField, SelectField, TextField } from '../form/fields.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { optionOf } from '../form/option-of.ts'
import { pickedShape } from '../form/picked.ts'
import { usePanelForm } from '../form/use-panel-form.ts'
import { useLoaders } from '../resource/loaders.ts'
import { OwnFields } from '../resource/own-fields.tsx'
import { RecordDialogs } from '../resource/record-dialogs.tsx'
import { RecordForm, useRecordForm } from '../resource/record-form.tsx'
import type { DialogsProps } from '../resource/use-record-actions.tsx'
import { FileField } from './file-field.tsx'
import { isOtherFile, noteFile, startUpload, stopUpload, sumOf } from './uploads.ts'
import type { AskedOfIso } from './use-iso-actions.tsx'

/** Dialogs of the commands on ISO images. */
export default function IsoDialogs({ asked, onClose }: DialogsProps<AskedOfIso>) {
  const { vm } = useTRPCClient()
  const from = asked.command === 'create' ? (asked.from ?? 'file') : 'file'
  if (asked.command === 'resume') return <ResumeUpload iso={asked.record} onClose={onClose} />
  return (
    <RecordDialogs
      asked={asked}
      onClose={onClose}
      words="isos"
      form={({ record, onClose: close }) =>
        record ? <EditIso iso={record} onClose={close} /> : <AddIso from={from} onClose={close} />
      }
      remove={({ id }) => ({
        run: async () => {
          await vm.iso.delete.mutate({ params: { os_id: id } })
          stopUpload(id)
        },
      })}
    />
  )
}

/** What an upload says that the server has refused. */
function useSaid() {
  const t = useTranslations('isos')
  return (answer: string): string => {
    try {
      return (JSON.parse(answer) as { error: { msg: string } }).error.msg
    } catch {
      return t('broken')
    }
  }
}

/** From a file of this computer, or from an address that the panel fetches. */
function AddIso({ from, onClose }: { from: 'file' | 'address'; onClose: () => void }) {
  const t = useTranslations('isos')
  const { vm } = useTRPCClient()
  const { isAdmin } = useMe()
  const xsrf = useContext(XsrfContext)
  const said = useSaid()
  const panel = usePanelForm({
    schema: z
      .object({
        source: z.enum(['file', 'address']),
        file: z.custom<File | null>(),
        url: z.string().trim().max(2000),
        name: z.string().trim().max(255),
        for_all: z.boolean(),
      })
      .superRefine(({ source, file, url }, { addIssue }) => {
        if (source === 'file' && !file) addIssue({ code: 'custom', path: ['file'], message: t('fileMissing') })
        if (source === 'address' && !/^https?:\/\/[^\s/]/i.test(url))
          addIssue({ code: 'custom', path: ['url'], message: t('addressMissing') })
      }),
    defaultValues: { source: from, file: null as File | null, url: '', name: '', for_all: false },
  })
  const { control } = panel.form
  const source = useWatch({ control, name: 'source' })
  return (
    <RecordForm
      words="isos"
      record={undefined}
      panel={panel}
      onClose={onClose}
      onSubmit={async ({ file, url, name, for_all }) => {
        const about = { ...(name && { name }), ...(isAdmin && { for_all }) }
        if (source === 'address') return vm.iso.fetch.mutate({ body: { url, ...about } })
        if (!file) return
        const sha256 = await sumOf(file)
        const { id } = await vm.iso.upload.mutate({
          body: { iso_file_name: file.name, size_bytes: file.size, ...(sha256 && { sha256 }), ...about },
        })
        noteFile(id, file)
        void startUpload(id, file, xsrf, said)
      }}
    >
      <SelectField
        control={control}
        name="source"
        label={t('source')}
        options={(['file', 'address'] as const).map((value) => ({ value, label: t(`sources.${value}`) }))}
      />
      {source === 'file' ? (
        <FileField control={control} name="file" label={t('file')} hint={t('fileHint')} />
      ) : (
        <TextField
          control={control}
          name="url"
          label={t('address')}
          hint={isAdmin ? t('addressHintAdmin') : t('addressHint')}
          mono
          placeholder="https://images.example/install.iso"
        />
      )}
      <TextField control={control} name="name" label={t('fields.name')} hint={t('nameHint')} />
      {isAdmin ? (
        <CheckField control={control} name="for_all">
          {t('forAllLong')}
        </CheckField>
      ) : null}
    </RecordForm>
  )
}

/** The same file has to be chosen again: the browser keeps none. */
function ResumeUpload({ iso, onClose }: { iso: Iso; onClose: () => void }) {
  const t = useTranslations('isos')
  const xsrf = useContext(XsrfContext)
  const said = useSaid()
  const panel = usePanelForm({
    schema: z.object({ file: z.custom<File | null>() }).superRefine(({ file }, { addIssue }) => {
      if (!file) addIssue({ code: 'custom', path: ['file'], message: t('fileMissing') })
      else if (isOtherFile(iso.id, file, iso.size_bytes))
        addIssue({ code: 'custom', path: ['file'], message: t('otherFile') })
    }),
    defaultValues: { file: null as File | null },
  })
  return (
    <FormDialog
      panel={panel}
      title={t('resumeTitle', { name: iso.name })}
      description={t('resumeHint')}
      submitLabel={t('resume')}
      onClose={onClose}
      onSubmit={async ({ file }) => {
        if (file) void startUpload(iso.id, file, xsrf, said)
      }}
    >
      <FileField control={panel.form.control} name="file" label={t('file')} />
    </FormDialog>
  )
}

function EditIso({ iso, onClose }: { iso: Iso; onClose: () => void }) {
  const t = useTranslations('isos')
  const { vm } = useTRPCClient()
  const { isAdmin } = useMe()
  const { clusters } = useLoaders()
  const shape = { os_type: z.string().trim().max(50), for_all: z.boolean(), clusters: z.array(pickedShape) }
  const values = { os_type: iso.os_group, for_all: iso.for_all, clusters: iso.clusters.map(optionOf) }
  const { panel, own } = useRecordForm(isoFields, 'isos', 'edit', iso, { shape, values })
  return (
    <RecordForm
      words="isos"
      record={iso}
      panel={panel}
      onClose={onClose}
      onSubmit={({ for_all, clusters: chosen, ...body }) =>
        vm.iso.edit.mutate({
          params: { os_id: iso.id },
          body: {
            ...body,
            ...(isAdmin && { for_all, clusters: chosen.map(({ value }) => Number(value)) }),
          },
          if_match: iso.version,
        })
      }
    >
      <OwnFields {...own} body="edit" />
      <TextField control={own.control} name="os_type" label={t('fields.os_group')} hint={t('osHint')} />
      {isAdmin ? (
        <>
          <MultiPickerField
            control={own.control}
            name="clusters"
            label={t('fields.clusters')}
            hint={t('clustersHint')}
            load={clusters.load}
          />
          <CheckField control={own.control} name="for_all">
            {t('forAllLong')}
          </CheckField>
        </>
      ) : null}
    </RecordForm>
  )
}
