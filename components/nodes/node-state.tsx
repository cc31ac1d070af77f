'use client'
import { useTranslations } from 'use-intl'
import type { Node } from '../../server/domain/node/record.ts'
import type { FaceTask } from '../hosts/host-face.ts'
import { useSaid } from '../i18n/said.tsx'
import { StateBadge } from '../ui/display/badge.tsx'
import { State } from '../ui/display/state-mark.tsx'
import { nodeFace } from './node-face.ts'

type Shown = Pick<Node, 'state' | 'libvirt_error' | 'maintenance_mode' | 'host_creation_blocked'>

/** State of a node in a line: mark, word, cause or progress. */
export function NodeStateLine({ node, task, bare }: { node: Shown; task?: FaceTask; bare?: boolean }) {
  const t = useTranslations('nodes')
  const said = useSaid()
  const face = nodeFace(node)
  const doing = task?.message ? t('withPercent', { text: said(task.message), percent: task.percent }) : null
  const detail =
    doing ?? (face.cause && said(face.cause)) ?? (face.also && face.state === 'active' ? t(`also.${face.also}`) : null)
  return (
    <State kind={face.kind} {...(face.state === 'active' && { plain: true })} {...(!bare && detail && { detail })}>
      {bare && face.also && face.state === 'active' ? t(`also.${face.also}`) : t(`states.${face.state}`)}
    </State>
  )
}

/** The same for the head of its page. */
export function NodeBadge({ node }: { node: Shown }) {
  const t = useTranslations('nodes')
  const face = nodeFace(node)
  return (
    <>
      <StateBadge kind={face.kind === 'pause' ? 'on' : face.kind}>{t(`states.${face.state}`)}</StateBadge>
      {face.also ? <StateBadge kind="pause">{t(`also.${face.also}`)}</StateBadge> : null}
    </>
  )
}
