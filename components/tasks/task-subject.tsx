'use client'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { Task } from '../../server/domain/task/schema.ts'
import { useMe } from '../api/me.tsx'
import { useTRPC } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { TextLink } from '../ui/text.tsx'

export const subjectKinds = ['host', 'node', 'cluster', 'repository', 'os'] as const
type SubjectKind = (typeof subjectKinds)[number]
const isKnown = (entity: string | null): entity is SubjectKind => subjectKinds.some((kind) => kind === entity)

const pageOf: Record<SubjectKind, (id: number) => string> = {
  host: (id) => paths.host(id),
  node: (id) => paths.node(id),
  cluster: (id) => paths.cluster(id),
  repository: () => paths.images('repositories'),
  os: () => paths.images(),
}

type About = Pick<Task, 'entity' | 'registry_id'>
const keyOf = ({ entity, registry_id }: About) => `${entity}:${registry_id}`

/** The page of what a task is about; undefined for what has none. */
export const subjectPage = ({ entity, registry_id }: About): string | undefined =>
  isKnown(entity) ? pageOf[entity](registry_id) : undefined

/** Names of the objects that tasks are about, where they still exist: one question for each kind. */
export function useSubjectNames(tasks: readonly About[]): ReadonlyMap<string, string> {
  const trpc = useTRPC()
  const { isAdmin } = useMe()
  const asked = (kind: SubjectKind) => {
    const ids = [...new Set(tasks.filter((task) => task.entity === kind).map((task) => task.registry_id))]
    return {
      input: { query: { where: `id IN (${ids.sort((a, b) => a - b).join(',')})`, limit: '0,1000' } },
      options: { enabled: ids.length > 0 && (isAdmin || kind === 'host'), placeholderData: kept },
    }
  }
  const [host, node, cluster, repository] = [asked('host'), asked('node'), asked('cluster'), asked('repository')]
  const hosts = useQuery(trpc.vm.host.list.queryOptions(host.input, host.options)).data
  const nodes = useQuery(trpc.vm.node.list.queryOptions(node.input, node.options)).data
  const clusters = useQuery(trpc.vm.cluster.list.queryOptions(cluster.input, cluster.options)).data
  const repositories = useQuery(trpc.vm.repository.list.queryOptions(repository.input, repository.options)).data
  return useMemo(() => {
    const found = { host: hosts, node: nodes, cluster: clusters, repository: repositories }
    return new Map(
      Object.entries(found).flatMap(([kind, data]) =>
        (data?.list ?? []).map((row) => [keyOf({ entity: kind, registry_id: row.id }), row.name] as const),
      ),
    )
  }, [hosts, nodes, clusters, repositories])
}

/** Names stay while a page more of tasks is read. */
const kept = <Data,>(before: Data | undefined) => before

/** The words for a task's object: its name where it is known, else its kind and number. */
export function useSubjectWords() {
  const t = useTranslations('tasks.subjects')
  return (task: About, names?: ReadonlyMap<string, string>) => {
    const { entity, registry_id: id } = task
    return (
      names?.get(keyOf(task)) ??
      (isKnown(entity) ? t(entity, { id }) : entity === 'demo' ? t('demo') : `${entity ?? ''} ${id}`.trim())
    )
  }
}

/** What a task is about, as a link to its page. */
export function TaskSubject({ task, names }: { task: About; names?: ReadonlyMap<string, string> }) {
  const page = subjectPage(task)
  const text = useSubjectWords()(task, names)
  return page ? (
    <TextLink plain href={page}>
      {text}
    </TextLink>
  ) : (
    text
  )
}
