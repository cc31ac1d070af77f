'use client'
import { useTranslations } from 'use-intl'
import type { LocationServicesInside } from '../../../server/domain/location/services.ts'
import { paths } from '../../paths.ts'
import { Meter } from '../../ui/display/progress.tsx'
import { State } from '../../ui/display/state-mark.tsx'
import { Mono, TextLink } from '../../ui/display/text.tsx'
import { useByteSizes } from '../../ui/display/use-byte-sizes.ts'
import { Rows } from '../../ui/layout/rows.tsx'
import { Section } from '../../ui/layout/section.tsx'

type StoredFile = LocationServicesInside['files']['list'][number]

/** The files that servers fetch from the control host, and the disk that holds them. */
export function Cache({ inside: { files, disk } }: { inside: LocationServicesInside }) {
  const t = useTranslations('locations.services')
  const size = useByteSizes()
  const used = disk.bytes - disk.free_bytes
  const words = t('diskUsed', { used: size(used), bytes: size(disk.bytes) })
  return (
    <Section
      title={t('cache')}
      count={
        <span className="flex flex-wrap items-center gap-x-2 text-12">
          {t('filesCount', { count: files.total, bytes: size(files.bytes) })}
          <Meter used={used} of={disk.bytes} label={words} className="w-25" />
          {words}
        </span>
      }
      line
    >
      {files.list.length > 0 ? <Files list={files.list} /> : <p className="py-1 text-fg-2">{t('noFiles')}</p>}
      {files.total > files.list.length ? (
        <p className="pt-2 text-12 text-fg-3">{t('largest', { shown: files.list.length, total: files.total })}</p>
      ) : null}
    </Section>
  )
}

function Files({ list }: { list: readonly StoredFile[] }) {
  const t = useTranslations('locations.services')
  const size = useByteSizes()
  return (
    <Rows
      label={t('cache')}
      rows={list}
      rowKey={({ sha256, bytes, complete }) => `${sha256} ${bytes} ${complete}`}
      columns={[
        {
          head: t('file'),
          cell: ({ file, sha256 }) => (
            <span title={sha256}>
              <Mono className="break-all whitespace-normal">
                {file?.split('/').at(-1) ?? `${sha256.slice(0, 16)}…`}
              </Mono>
            </span>
          ),
        },
        {
          head: t('template'),
          wide: true,
          cell: ({ templates }) =>
            templates.map(({ id, name }, place) => (
              <span key={id}>
                {place > 0 ? ', ' : ''}
                <TextLink href={paths.osTemplates({ template: id })}>{name}</TextLink>
              </span>
            )),
        },
        { head: t('size'), right: true, cell: ({ bytes }) => size(bytes) },
        { head: t('state'), cell: (file) => <FileState file={file} /> },
      ]}
    />
  )
}

function FileState({ file: { complete, file } }: { file: StoredFile }) {
  const t = useTranslations('locations.services')
  if (!complete) return <State kind="warn">{t('partial')}</State>
  return file === null ? <State kind="off">{t('unneeded')}</State> : <State kind="ok">{t('complete')}</State>
}
