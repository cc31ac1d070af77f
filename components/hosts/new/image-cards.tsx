'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import Search from 'lucide-react/icons/search'
import { useDeferredValue, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Image } from '../../../server/domain/image/schema.ts'
import { Loaded } from '../../api/loaded.tsx'
import { useTRPC } from '../../api/trpc.ts'
import { CheckField } from '../../form/fields.tsx'
import { Input } from '../../ui/controls/input.tsx'
import { ChoiceCard, RadioGroup } from '../../ui/controls/radio.tsx'
import type { SectionProps } from './place-section.tsx'

const SHOWN = 8

/** Which image of a VM is installed: cards, the rest by typing. */
export function ImageCards({ control, values, setValue }: SectionProps) {
  const t = useTranslations('newHost')
  const trpc = useTRPC()
  const [text, setText] = useState('')
  const search = useDeferredValue(text.trim())
  const query = useQuery({
    ...trpc.vm.image.list.queryOptions({
      query: { where: "state EQ 'active'", orderby: 'name', limit: `0,${SHOWN}`, ...(search && { search }) },
    }),
    placeholderData: keepPreviousData,
  })
  const choose = (image: Image) => {
    const { id, os_name: system, min_ram_mib, size_mib: hdd_mib_required, login_user } = image
    const os = { id, image: true, name: image.name, min_ram_mib, hdd_mib_required, login_user, system }
    setValue('os', os, { shouldDirty: true, shouldValidate: true, shouldTouch: true })
    // A size that the image does not fit into is raised to what it needs.
    if (values.ram_mib < min_ram_mib) setValue('ram_mib', min_ram_mib, { shouldValidate: true })
    if (values.hdd_mib < hdd_mib_required) setValue('hdd_mib', hdd_mib_required, { shouldValidate: true })
  }
  return (
    <div className="flex flex-col gap-2">
      <Input
        icon={<Search />}
        aria-label={t('findImage')}
        placeholder={t('findImage')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        boxClassName="w-52 phone:w-full"
      />
      <Loaded query={query} rows={2} label={t('source.image')} unread={t('imagesUnread')}>
        {({ list }) =>
          list.length === 0 ? (
            <p className="text-fg-2">{search ? t('noSuchSystem', { text: search }) : t('noImageHere')}</p>
          ) : (
            <RadioGroup
              label={t('source.image')}
              hideLabel
              className="grid grid-cols-4 gap-2 max-[1280px]:grid-cols-3 phone:grid-cols-1"
            >
              {list.map((image) => (
                <ChoiceCard
                  key={image.id}
                  name="image"
                  checked={values.os?.image === true && values.os.id === image.id}
                  onChange={() => choose(image)}
                  mark={image.name.slice(0, 1).toLocaleUpperCase()}
                  hint={t('madeOf', { name: image.host_name })}
                >
                  {image.name}
                </ChoiceCard>
              ))}
            </RadioGroup>
          )
        }
      </Loaded>
      <CheckField control={control} name="linked_clone" hint={t('linkedHint')}>
        {t('linked')}
      </CheckField>
    </div>
  )
}
