'use client'
import Pencil from 'lucide-react/icons/pencil'
import { parseAsInteger, useQueryState } from 'nuqs'
import { type ComponentType, type ReactNode, useCallback, useEffect, useEffectEvent } from 'react'
import { useTranslations } from 'use-intl'
import { useAsking } from '../form/use-asking.tsx'
import { Button } from '../ui/controls/button.tsx'
import { CreateButton } from '../ui/controls/create-button.tsx'
import { DeleteIcon } from '../ui/display/icons.tsx'
import type { MenuItem } from '../ui/floating/menu-entries.ts'
import type { Namespace } from './field-labels.ts'

/** What is asked in a dialog before it is done: `create` belongs to no record yet, `New` is what is known of it. */
export type Asking<Row, Other extends string = never, New = unknown> =
  | ({ command: 'create' } & New)
  | { command: 'edit' | 'delete'; record: Row }
  | { command: Other; record: Row }

export type DialogsProps<Asked> = { asked: Asked; onClose: () => void }

/** Why an entry cannot be chosen, and what helps. */
type Hindrance = Pick<MenuItem, 'disabledReason' | 'fix'>

/**
 * What every resource has: its dialogs, and the entries and buttons that create, edit and delete a record.
 * @param words part of the catalogue that has `create` and `delete`
 * @param Dialogs loaded with the first command
 */
export function useRecordActions<Row, Asked = Asking<Row>>(
  words: Namespace,
  Dialogs: ComponentType<DialogsProps<Asked>>,
) {
  const t = useTranslations(words) as unknown as (key: string) => string
  const common = useTranslations('resource')
  const { ask, dialogs } = useAsking<Asked>((asked, onClose) => <Dialogs asked={asked} onClose={onClose} />)
  const toEdit = useCallback((record: Row) => ask({ command: 'edit', record } as Asked), [ask])
  const edit = useCallback(
    (record: Row): MenuItem => ({ label: common('edit'), icon: <Pencil />, onSelect: () => toEdit(record) }),
    [toEdit, common],
  )
  const remove = useCallback(
    (record: Row, hindrance: Hindrance | false = false): MenuItem => ({
      label: t('delete'),
      icon: <DeleteIcon />,
      danger: true,
      ...hindrance,
      onSelect: () => ask({ command: 'delete', record } as Asked),
    }),
    [ask, t],
  )
  /** For the head of a record's page. */
  const editButton = (record: Row) => <Button onClick={() => toEdit(record)}>{common('edit')}</Button>
  /** For the head of the list. */
  const createButton = (given: object = {}) => (
    <CreateAsked create={() => ask({ command: 'create', ...given } as Asked)}>{t('create')}</CreateAsked>
  )
  return { ask, dialogs, edit, remove, editButton, createButton }
}

/** The button, and what it does is done at once where the address asks for it (`NEW`). */
function CreateAsked({ create, children }: { create: () => void; children: ReactNode }) {
  const [wanted, want] = useQueryState('new', parseAsInteger)
  const open = useEffectEvent(() => {
    create()
    void want(null, { history: 'replace' })
  })
  useEffect(() => {
    if (wanted !== null) open()
  }, [wanted])
  return <CreateButton onClick={create}>{children}</CreateButton>
}
