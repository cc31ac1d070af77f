'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Rehearsal } from '../../server/domain/rehearsal/schema.ts'
import { useTRPC } from '../api/trpc.ts'
import { cn } from '../ui/class-names.ts'

type Props = {
  rehearsal: Pick<Rehearsal, 'id' | 'host' | 'has_picture' | 'picture_at'>
  className?: string
}

/** The last picture of the screen of a rehearsal; nothing when none was kept. */
export function RehearsalPicture({ rehearsal: { id, host, has_picture, picture_at }, className }: Props) {
  const t = useTranslations('rehearsals')
  const trpc = useTRPC()
  const query = useQuery({
    // One that runs gets another picture now and then.
    ...trpc.vm.rehearsal.picture.queryOptions({ params: { rehearsal_id: id } }, { enabled: has_picture }),
    staleTime: picture_at === null ? 0 : Number.POSITIVE_INFINITY,
  })
  if (!has_picture) return null
  const box = cn('block rounded-sm border border-line bg-inset object-contain', className)
  if (!query.data) return <span className={box} />
  const { type, data } = query.data
  return (
    // biome-ignore lint/performance/noImgElement: it lies in the page already.
    <img src={`data:${type};base64,${data}`} alt={t('pictureOf', { name: host.name })} className={box} />
  )
}
