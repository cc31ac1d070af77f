'use client'
import { useTranslations } from 'use-intl'
import type { Image } from '../../server/domain/image/schema.ts'
import { useSaid } from '../i18n/said.tsx'
import { useTaskOf } from '../shell/use-running-tasks.ts'
import { State, type StateKind } from '../ui/display/state-mark.tsx'

const kinds: Record<Image['state'], StateKind> = {
  creating: 'run',
  active: 'ok',
  migrating: 'run',
  deleting: 'run',
  crashed: 'fault',
}

/** How an image is, how far what is done to it has come, and why something failed. */
export function ImageState({ image, bare = false }: { image: Image; bare?: boolean }) {
  const t = useTranslations('vmImages.states')
  const said = useSaid()
  const task = useTaskOf()('image', image.id)
  const words = task?.message ?? image.fault
  return (
    <State kind={kinds[image.state]} {...(!bare && words && { detail: said(words) })}>
      {t(image.state)}
    </State>
  )
}

/** The same of what one node has of it. */
export function ImageNodeState({ of }: { of: Image['nodes'][number] }) {
  const t = useTranslations('vmImages.nodeStates')
  const said = useSaid()
  const kind = of.state === 'ready' ? (of.disabled ? 'off' : 'ok') : 'run'
  const word = of.state === 'ready' && of.disabled ? 'disabled' : of.state
  return (
    <State kind={kind} {...(of.fault && { detail: said(of.fault) })}>
      {t(word)}
    </State>
  )
}
