'use client'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { parseAsInteger, useQueryState } from 'nuqs'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Node } from '../../../server/domain/node/record.ts'
import { ObjectGate } from '../../api/object-gate.tsx'
import { useTRPC } from '../../api/trpc.ts'
import { PageCrumbs } from '../../frame/crumbs.tsx'
import { paths } from '../../paths.ts'
import { isOpen } from '../../tasks/labels.ts'
import { useTask } from '../../tasks/use-task.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { attachFault } from './attach-fault.ts'
import { AttachForm } from './attach-form.tsx'
import { AttachProgress } from './attach-progress.tsx'

/**
 * Attaches a node: form, live progress of every step, and back to the form with the cause when a step fails; nothing
 * has to be typed again. `?again=` holds the node, so a reload in the middle continues where it was.
 */
export function AttachPage() {
  const t = useTranslations('attach')
  const trpc = useTRPC()
  const [again, setAgain] = useQueryState('again', parseAsInteger.withOptions({ history: 'replace' }))
  // Known only here: a page that is opened with `?again=` shows the form, unless the node is being attached right now.
  const [watched, setWatched] = useState<number | null>(null)
  const node = useQuery(trpc.vm.node.get.queryOptions(again === null ? skipToken : { params: { node_id: again } }))
  if (again !== null && watched === null && node.data === undefined)
    return (
      <>
        <PageHeader title={t('title')} />
        <ObjectGate query={node}>{() => null}</ObjectGate>
      </>
    )
  return (
    <Wizard
      key={again !== null && watched === null ? `again ${again}` : 'new'}
      node={node.data ?? null}
      watched={watched}
      onStarted={(id, task) => {
        setWatched(task)
        void setAgain(id)
      }}
    />
  )
}

type WizardProps = {
  node: Node | null
  watched: number | null
  onStarted: (node: number, task: number) => void
}

function Wizard({ node, watched, onStarted }: WizardProps) {
  const t = useTranslations('attach')
  const trpc = useTRPC()
  const router = useRouter()
  const moving = node?.state === 'creating'
  const last = useQuery(
    trpc.vm.task.list.queryOptions(
      node && watched === null && (moving || node.state === 'crashed')
        ? {
            query: {
              where: `entity EQ 'node' AND registry_id EQ ${node.id} AND name EQ 'node_create'`,
              orderby: 'id desc',
              limit: '0,1',
            },
          }
        : skipToken,
    ),
  )
  const { task } = useTask(watched ?? last.data?.list[0]?.id ?? null)
  // One that had ended before the page was opened is no news.
  const [seen, setSeen] = useState<number | null>(null)
  useEffect(() => {
    if (task && isOpen(task.status)) setSeen(task.id)
  }, [task])
  const done = task?.status === 'complete' && (task.id === watched || task.id === seen)
  useEffect(() => {
    if (done && node) router.replace(paths.node(node.id))
  }, [done, node, router])
  const going = task ? isOpen(task.status) || done : watched !== null || moving
  const failed = task && (task.status === 'failed' || task.status === 'aborted') ? task : null
  // What was begun here is no second time, as long as it has not failed.
  const title = node && (failed || watched === null) ? t('titleAgain', { name: node.name }) : t('title')
  return (
    <>
      <PageCrumbs crumbs={[{ label: title }]} />
      <PageHeader title={title} />
      {/* The form stays mounted while the task runs, so that what was typed, the password too, is there for another try. */}
      <div className={going ? 'hidden' : 'contents'}>
        <AttachForm
          node={node}
          failed={
            failed && { ...attachFault(failed), task: failed.id, words: failed.error?.msg ?? null, steps: failed.steps }
          }
          onStarted={onStarted}
        />
      </div>
      {going ? <AttachProgress task={task ?? null} done={done} page={node && paths.node(node.id)} /> : null}
    </>
  )
}
