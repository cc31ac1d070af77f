'use client'
import { useTranslations } from 'use-intl'
import type { OsTemplate } from '../../server/domain/os-template/schema.ts'
import { paths } from '../paths.ts'
import { Copyable } from '../ui/controls/copy.tsx'
import { Tag } from '../ui/display/badge.tsx'
import { TextLink } from '../ui/display/text.tsx'
import { RelativeTime } from '../ui/display/time.tsx'
import { useSizes } from '../ui/display/use-sizes.ts'
import { Facts } from '../ui/layout/facts.tsx'
import { TemplateUse } from './template-use.tsx'
import { useFileSize, useKindWords } from './template-words.ts'

/** What a template is and what a server needs for it. */
export function TemplateFacts({ template }: { template: OsTemplate }) {
  const t = useTranslations('osTemplates')
  const made = useKindWords()
  const files = useFileSize()
  const size = useSizes()
  const { ram_mib, disk_mib, firmware, arch, tags } = template
  const needs = [
    ram_mib > 0 && t('needsRam', { size: size(ram_mib) }),
    disk_mib > 0 && t('needsDisk', { size: size(disk_mib) }),
  ].filter((one) => one !== false)
  return (
    <Facts
      facts={[
        {
          term: t('fields.type'),
          value: [t(`values.type.${template.type}`), template.image ? made(template) : template.answer]
            .filter(Boolean)
            .join(', '),
        },
        { term: t('fields.version'), value: template.version },
        {
          term: t('facts.boots'),
          value: `${firmware.map((one) => t(`firmware.${one}`)).join(', ')}; ${t(`values.arch.${arch}`)}`,
        },
        needs.length > 0 && { term: t('facts.needs'), value: needs.join(', ') },
        template.sha256 !== '' && {
          term: t('facts.checksum'),
          value: <Copyable text={template.sha256} />,
        },
        template.kind === 'system' && { term: t('facts.usedBy'), value: <TemplateUse id={template.id} /> },
        { term: t('facts.size'), value: files(template.size_bytes) },
        tags.length > 0 && {
          term: t('facts.tags'),
          value: (
            <span className="flex flex-wrap gap-1">
              {tags.map((tag) => (
                <Tag key={tag}>{tag}</Tag>
              ))}
            </span>
          ),
        },
        {
          term: t('facts.repository'),
          value: <TextLink href={paths.osTemplates({ tab: 'repositories' })}>{template.repository}</TextLink>,
        },
        { term: t('facts.changed'), value: <RelativeTime at={template.datetime} /> },
      ]}
    />
  )
}
