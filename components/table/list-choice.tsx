'use client'
import { useFormatter } from 'use-intl'
import { Segmented } from '../ui/controls/segmented.tsx'

type ListChoiceProps<Value extends string> = {
  label: string
  value: Value
  onValueChange: (value: Value) => void
  options: readonly { value: Value; label: string; count: number | undefined }[]
}

/** Which of some lists the page shows, with how many rows each has. */
export function ListChoice<Value extends string>({ options, ...rest }: ListChoiceProps<Value>) {
  const format = useFormatter()
  return (
    <div className="px-6 pt-3 phone:px-4">
      <Segmented
        {...rest}
        options={options.map(({ value, label, count }) => ({
          value,
          label: (
            <>
              {label}
              {count === undefined ? null : <span className="num text-11 font-normal">{format.number(count)}</span>}
            </>
          ),
        }))}
      />
    </div>
  )
}
