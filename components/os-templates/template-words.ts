'use client'
import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { OsTemplate } from '../../server/domain/os-template/schema.ts'
import { useSizes } from '../ui/display/use-sizes.ts'

const MIB = 2 ** 20

/** What a template is, in a few words: "image, zst", "installer, kickstart", "in memory". */
export function useKindWords() {
  const t = useTranslations('osTemplates.made')
  return useCallback(
    ({ image, answer, kind, type }: Pick<OsTemplate, 'image' | 'answer' | 'kind' | 'type'>) => {
      if (image) return t('image', { format: image })
      if (answer) return t('installer', { answer })
      return kind === 'system' ? t(type === 'isotemplate' ? 'medium' : 'booted') : t('memory')
    },
    [t],
  )
}

/** The size of its files. */
export function useFileSize() {
  const size = useSizes()
  return useCallback((bytes: number) => (bytes < MIB ? `< ${size(1)}` : size(bytes / MIB)), [size])
}

/** The line under the name of a template: version, what it is, its size. */
export function useTemplateLine() {
  const made = useKindWords()
  const size = useFileSize()
  return useCallback(
    (template: OsTemplate) => [template.version, made(template), size(template.size_bytes)].join(', '),
    [made, size],
  )
}
