import type { z } from 'zod'

/** The part of an issue that the words need. */
export type Issue = Pick<z.core.$ZodRawIssue, 'code' | 'input'> & Record<string, unknown>

/** A key of the catalogue's `form.issues` and what is filled in. */
export type IssueMessage = { key: IssueKey; limit?: number }
export type IssueKey =
  | 'missing'
  | 'notNumber'
  | 'notWhole'
  | 'tooShort'
  | 'tooLong'
  | 'tooSmall'
  | 'tooLarge'
  | 'tooFew'
  | 'tooMany'
  | 'format'
  | 'choice'
  | 'invalid'

/** Words for what a schema refuses without a message of its own, so that they come in the reader's language. */
export function issueMessage(issue: Issue): IssueMessage {
  const empty = issue.input === undefined || issue.input === null || issue.input === ''
  const limit = Number(issue.minimum ?? issue.maximum)
  switch (issue.code) {
    case 'invalid_type':
      if (empty) return { key: 'missing' }
      if (issue.expected === 'int') return { key: 'notWhole' }
      return { key: issue.expected === 'number' ? 'notNumber' : 'invalid' }
    case 'too_small':
      if (issue.origin === 'string') return empty ? { key: 'missing' } : { key: 'tooShort', limit }
      return { key: issue.origin === 'array' || issue.origin === 'set' ? 'tooFew' : 'tooSmall', limit }
    case 'too_big':
      if (issue.origin === 'string') return { key: 'tooLong', limit }
      return { key: issue.origin === 'array' || issue.origin === 'set' ? 'tooMany' : 'tooLarge', limit }
    case 'invalid_format':
      return { key: empty ? 'missing' : 'format' }
    case 'invalid_value':
    case 'invalid_union':
      return { key: empty ? 'missing' : 'choice' }
    default:
      return { key: 'invalid' }
  }
}
