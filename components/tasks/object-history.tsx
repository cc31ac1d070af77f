import { ObjectTasks } from './object-tasks.tsx'

/** The last tasks about an object, as a tab of its page. */
export function ObjectHistory({ entity, id }: { entity: string; id: number }) {
  return (
    <div className="max-w-200 px-6 py-3 phone:px-4">
      <ObjectTasks entity={entity} id={id} count={100} />
    </div>
  )
}
