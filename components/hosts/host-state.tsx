'use client'
import { useTranslations } from 'use-intl'
import { useSaid } from '../i18n/said.tsx'
import { useTaskLabels } from '../tasks/labels.ts'
import { StateBadge } from '../ui/display/badge.tsx'
import { State } from '../ui/display/state-mark.tsx'
import { type FaceOf, type FaceTask, hostFace } from './host-face.ts'

function useFace(host: FaceOf, task: FaceTask, brief: boolean) {
  const t = useTranslations('hosts')
  const said = useSaid()
  const words = useTaskLabels()
  const face = hostFace(host, task)
  const { detail } = face
  const text = !detail
    ? ''
    : 'text' in detail
      ? brief && detail.step
        ? words.step(detail.step)
        : said(detail.text)
      : 'silent' in detail
        ? t('nodeSilent', { node: detail.silent })
        : t('waits')
  return {
    ...face,
    words: t(face.word as 'states.active'),
    text: face.percent !== null && text ? t('withPercent', { text, percent: face.percent }) : text,
  }
}

/** State of a VM in a line: mark, word, cause or progress; `brief` names the step alone, `bare` nothing of it. */
export function HostState(props: { host: FaceOf; task?: FaceTask; brief?: boolean; bare?: boolean }) {
  const { host, task, brief = false, bare } = props
  const face = useFace(host, task, brief)
  // A calm state keeps its plain word even when a fault stands beside it; the mark and the cause say it.
  const calm = face.word === 'states.active' || face.word === 'states.stopped'
  return (
    <State kind={face.kind} {...(calm && { plain: true })} {...(!bare && face.text && { detail: face.text })}>
      {face.words}
    </State>
  )
}

/** The same for the head of its page. */
export function HostBadge({ host, task }: { host: FaceOf; task?: FaceTask }) {
  const face = useFace(host, task, false)
  return <StateBadge kind={face.kind}>{face.words}</StateBadge>
}
