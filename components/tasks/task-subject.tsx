'use client'
import { useTranslations } from 'use-intl'
import { type SubjectKind, subjectKinds } from '../../server/domain/task/kinds.ts'
import type { Task } from '../../server/domain/task/schema.ts'
import { paths } from '../paths.ts'
import { TextLink } from '../ui/display/text.tsx'

const isKnown = (entity: string | null): entity is SubjectKind => subjectKinds.some((kind) => kind === entity)

const pageOf: Partial<Record<SubjectKind, (id: number) => string>> = {
  host: (id) => paths.host(id),
  node: (id) => paths.node(id),
  cluster: (id) => paths.cluster(id),
  ippool: (id) => paths.pool(id),
  location: (id) => paths.location(id),
  server: (id) => paths.server(id),
  switch: (id) => paths.switch(id),
  pdu: (id) => paths.pdu(id),
  proxy_location: () => paths.remote(),
  repository: () => paths.images('repositories'),
  os: () => paths.images(),
  os_template: (id) => paths.osTemplates({ template: id }),
  storage: (id) => paths.storage(id),
  image: (id) => paths.image(id),
  iso: () => paths.images('isos'),
  backup_location: (id) => paths.backupLocation(id),
  rehearsal: (id) => paths.rehearsal(id),
  name_server: () => paths.nameServers(),
}

type About = Pick<Task, 'entity' | 'registry_id' | 'registry_name'>

/** The page of what a task is about; undefined for what has none, or exists no more. */
export const subjectPage = ({ entity, registry_id, registry_name }: About): string | undefined =>
  isKnown(entity) && registry_name !== null ? pageOf[entity]?.(registry_id) : undefined

/** The words for a task's object: its name, or its kind and number when it exists no more; the kind alone where there is one of it. */
export function useSubjectLabel() {
  const t = useTranslations('tasks')
  return ({ entity, registry_id: id, registry_name }: About): string => {
    if (registry_name !== null) return registry_name
    const kind = isKnown(entity) ? t(`kinds.${entity}`) : (entity ?? '')
    return id === 0 ? kind : `${kind} ${id}`.trim()
  }
}

/** What a task is about, as a link while there is a page of it. */
export function TaskSubject({ task, plain = true }: { task: About; plain?: boolean }) {
  const page = subjectPage(task)
  const text = useSubjectLabel()(task)
  if (!page) return <span className="text-fg-2">{text}</span>
  return (
    <TextLink plain={plain} href={page}>
      {text}
    </TextLink>
  )
}
