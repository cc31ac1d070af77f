'use client'
import { useTranslations } from 'use-intl'
import type { Task } from '../../server/domain/task/schema.ts'
import { paths } from '../paths.ts'
import { TextLink } from '../ui/text.tsx'

const pageOf: Record<string, (id: number) => string> = {
  host: (id) => paths.host(id),
  node: (id) => paths.node(id),
  cluster: (id) => paths.cluster(id),
  ippool: (id) => paths.pool(id),
  repository: () => paths.images(),
}

const known = ['host', 'node', 'cluster', 'repository', 'ippool', 'disk'] as const

type About = Pick<Task, 'entity' | 'registry_id' | 'registry_name' | 'status' | 'name'>

/** What the object of a task is called; one that exists no more by its kind and number. */
export function useSubjectWords() {
  const t = useTranslations('tasks')
  return ({ entity, registry_id, registry_name }: Pick<About, 'entity' | 'registry_id' | 'registry_name'>): string => {
    if (registry_name !== null) return registry_name
    const kind = known.find((one) => one === entity)
    if (kind) return t(`subjects.${kind}`, { id: registry_id })
    return entity === null || entity === 'demo' ? '' : `${entity} ${registry_id}`
  }
}

/** The object a task is about, as a link while there is a page of it. */
export function TaskSubject({ task, plain }: { task: About; plain?: boolean }) {
  const words = useSubjectWords()
  const page = task.entity ? pageOf[task.entity] : undefined
  const text = words(task)
  if (!page || task.registry_name === null) return <span className="text-fg-2">{text}</span>
  return (
    <TextLink href={page(task.registry_id)} {...(plain && { plain })}>
      {text}
    </TextLink>
  )
}
