'use client'
import ChevronRight from 'lucide-react/icons/chevron-right'
import type { OsTemplate } from '../../server/domain/os-template/schema.ts'
import type { MatrixGroup } from './matrix-table.tsx'
import { PlacesState } from './places-state.tsx'
import { useTemplateLine } from './template-words.ts'

/** The matrix on a telephone: a line a template, with where it is summed up; its panel has the locations. */
export function TemplateList(props: {
  groups: readonly MatrixGroup[]
  locations: number
  onChoose: (template: OsTemplate) => void
}) {
  const words = useTemplateLine()
  return (
    <div className="min-h-0 flex-1 overflow-y-auto border-t border-line">
      {props.groups.map(({ key, head, rows, foot }) => (
        <section key={key}>
          <h2 className="flex h-9 items-center border-b border-line bg-subtle px-4 text-12 font-medium text-fg-2">
            {head}
          </h2>
          <ul>
            {rows.map((template) => (
              <li key={template.id} className="border-b border-line">
                <button
                  type="button"
                  onClick={() => props.onChoose(template)}
                  className="flex min-h-14 w-full items-center gap-2 px-4 py-2 text-left hover:bg-hover"
                >
                  <span className="min-w-0 flex-1">
                    <span className="block truncate font-medium">{template.name}</span>
                    <span className="block truncate text-12 text-fg-3">{words(template)}</span>
                  </span>
                  <PlacesState template={template} of={props.locations} />
                  <ChevronRight className="size-4 flex-none text-fg-3" />
                </button>
              </li>
            ))}
          </ul>
          {foot ? <div className="px-4 py-2">{foot}</div> : null}
        </section>
      ))}
    </div>
  )
}
