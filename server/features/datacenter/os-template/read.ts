import { createHash } from 'node:crypto'
import { checkOffered } from '../../../domain/os-template/check.ts'
import type { OfferedTemplate, ReadTemplate } from '../../../domain/os-template/index.ts'
import { MAX_ANSWER, MAX_ANSWERS } from '../../../domain/os-template/kinds.ts'
import { PanelError, refused } from '../../../domain/shared/errors.ts'
import { textOf } from '../../../shared/spoken-error.ts'
import { msg } from '../../../shared/text.ts'
import { readText } from '../../virtualization/repository/source.ts'

/**
 * The templates of an index with the texts of their answer files.
 * @throws PanelError about the first that cannot be read or filled in
 */
export async function readTemplates(
  url: string,
  offered: readonly OfferedTemplate[],
  signal: AbortSignal,
): Promise<ReadTemplate[]> {
  const read: ReadTemplate[] = []
  let size = 0
  for (const { answer, ...rest } of offered) {
    const text = answer && (await readText(url, answer.file, MAX_ANSWER, signal))
    size += answer?.bytes ?? 0
    if (size > MAX_ANSWERS)
      throw refused(msg`The answer files of the repository have over ${MAX_ANSWERS / 2 ** 20} MiB together`)
    const template: ReadTemplate = { ...rest, ...(answer && text !== undefined && { answer: { ...answer, text } }) }
    try {
      if (answer) requireSum(text ?? '', answer)
      checkOffered(template)
    } catch (fault) {
      if (!(fault instanceof PanelError)) throw fault
      throw refused(msg`The OS template ${rest.name} of the repository: ${textOf(fault)}`)
    }
    read.push(template)
  }
  return read
}

/** A file with bytes that are no UTF-8 is another one as a text, and found here. */
function requireSum(text: string, { file, sha256, bytes }: { file: string; sha256: string; bytes: number }): void {
  const content = Buffer.from(text)
  if (content.length !== bytes || createHash('sha256').update(content).digest('hex') !== sha256)
    throw refused(msg`The file ${file} is not the one that the index states, or no text in UTF-8`)
}
