import type { ImportFormat, ImportKind } from '../../../domain/import/kinds.ts'
import { msg } from '../../../shared/text.ts'
import { type FileRow, invalid } from './file-rows.ts'
import { parseCsv } from './parse-csv.ts'
import { parseYaml } from './parse-yaml.ts'

/** @throws PanelError when it is not in UTF-8: other encodings would be imported garbled without notice */
export function decodeFile(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw invalid(msg`The file is not encoded as UTF-8: save it as UTF-8`)
  }
}

/**
 * Reads a file of a hostile sender: rows, columns, cells and nodes are bounded. It may take seconds, so the server calls it in a
 * thread of its own, see `parse-thread.ts`.
 * @throws PanelError when it is no such file at all; the words name line and column, and hold no values
 */
export function parseFile(format: ImportFormat, kind: ImportKind | 'all', text: string): FileRow[] {
  const plain = text.replace(/^\ufeff/, '')
  if (format === 'yaml') return parseYaml(kind, plain)
  if (kind === 'all') throw invalid(msg`A CSV file holds records of one kind: choose the kind`)
  return parseCsv(kind, plain)
}
