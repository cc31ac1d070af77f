'use client'
import { useSearchParams } from 'next/navigation'
import { useTranslations } from 'use-intl'
import type { Task } from '../../server/domain/task/schema.ts'
import { useTRPC } from '../api/trpc.ts'
import { useSaid } from '../i18n/said.tsx'
import { paths } from '../paths.ts'
import { ResourceList } from '../resource/resource-list.tsx'
import { Button } from '../ui/controls/button.tsx'
import { Link } from '../ui/controls/link.tsx'
import { EmptyState } from '../ui/layout/empty-state.tsx'
import { useTaskLabels } from './labels.ts'
import { TaskState, useTaskColumns } from './task-columns.tsx'
import { taskViews, useTaskFilters } from './task-filters.ts'
import { useSubjectLabel } from './task-subject.tsx'
import { useTaskActions } from './use-task-actions.tsx'

const newest = { field: 'id', desc: true }

/** Tasks of the account; for administrators, of all accounts. */
export function TasksPage() {
  const t = useTranslations('tasks')
  const said = useSaid()
  const trpc = useTRPC()
  const words = useTaskLabels()
  const subject = useSubjectLabel()
  const address = useSearchParams()
  const actions = useTaskActions()
  return (
    <ResourceList<Task>
      id="tasks"
      words="tasks"
      csv="vm/task"
      list={trpc.vm.task.list}
      sort={newest}
      filters={useTaskFilters()}
      columns={useTaskColumns()}
      actions={actions}
      views={taskViews}
      bulk={actions.bulk}
      mostChosen={5000}
      rowName={(task) => `${words.name(task.name)}, ${task.id}`}
      // The drawer opens over the table as it stands: filters and page stay in the address.
      rowHref={(task) => paths.tasks({ ...Object.fromEntries(address), task: task.id })}
      phone={(task) => ({
        name: words.name(task.name),
        detail: said((task.status === 'failed' ? task.error?.msg : null) ?? '') || subject(task),
        state: <TaskState task={task} bare />,
      })}
      empty={
        <EmptyState
          title={t('none')}
          actions={
            <Button asChild>
              <Link href={paths.hosts()}>{t('toHosts')}</Link>
            </Button>
          }
        >
          {t('noneHint')}
        </EmptyState>
      }
    />
  )
}
