import { importColumns } from '../../server/domain/import/columns.ts'
import type { ImportKind } from '../../server/domain/import/kinds.ts'

const cell = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** A CSV file of a kind with its columns and one row as an example. */
export function templateOf(kind: ImportKind): string {
  const columns = importColumns[kind]
  const lines = [columns.map(({ name }) => name), columns.map(({ example }) => example ?? '')]
  return `${lines.map((line) => line.map(cell).join(',')).join('\r\n')}\r\n`
}
