import { msg, quote, Text } from './text.ts'

/** An issue of Zod, as far as its words are made of it. */
type Issue = {
  code?: string | undefined
  message: string
  expected?: string
  origin?: string
  inclusive?: boolean
  maximum?: unknown
  minimum?: unknown
}

const units: Partial<Record<string, (bound: string) => { most: Text; least: Text }>> = {
  string: (n) => ({
    most: msg`Too big: expected string to have ${n} characters`,
    least: msg`Too small: expected string to have ${n} characters`,
  }),
  array: (n) => ({
    most: msg`Too big: expected array to have ${n} items`,
    least: msg`Too small: expected array to have ${n} items`,
  }),
}

/** The sentence of an issue in Zod's own words (its English locale), apart from what is filled in; other words are quoted. */
export function issueText(issue: Issue): Text {
  const text = ownMessage(issue)
  return text?.toString() === issue.message ? text : quote(issue.message)
}

function ownMessage({ code, message, origin = '', inclusive, ...issue }: Issue): Text | null {
  switch (code) {
    case 'invalid_type': {
      const [, received] = message.split(', received ')
      const expected = issue.expected ?? ''
      return msg`Invalid input: expected ${new Text(expected)}, received ${new Text(received ?? '')}`
    }
    case 'too_big': {
      const bound = `${inclusive ? '<=' : '<'}${String(issue.maximum)}`
      return units[origin]?.(bound).most ?? msg`Too big: expected ${new Text(origin)} to be ${bound}`
    }
    case 'too_small': {
      const bound = `${inclusive ? '>=' : '>'}${String(issue.minimum)}`
      return units[origin]?.(bound).least ?? msg`Too small: expected ${new Text(origin)} to be ${bound}`
    }
    case 'invalid_value': {
      const [, options] = message.split('Invalid option: expected one of ')
      return msg`Invalid option: expected one of ${options ?? ''}`
    }
    default:
      return null
  }
}

/** Messages of libraries and of the system that need no further explanation. */
const plain = new Set([
  'read ECONNRESET',
  'write EPIPE',
  'socket hang up',
  'This operation was aborted',
  'Timed out while waiting for handshake',
  'All configured authentication methods failed',
  'Permission denied',
  'No such file',
])

/** Text for an error of a library: our own sentence if it is a known one, else a quotation. */
export function errorText(message: string): Text {
  if (plain.has(message)) return new Text(message)
  const [, code, place = ''] = /^connect (ECONNREFUSED|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH) (\S+)$/.exec(message) ?? []
  switch (code) {
    case 'ECONNREFUSED':
      return msg`connect ECONNREFUSED ${place}`
    case 'ETIMEDOUT':
      return msg`connect ETIMEDOUT ${place}`
    case 'EHOSTUNREACH':
      return msg`connect EHOSTUNREACH ${place}`
    case 'ENETUNREACH':
      return msg`connect ENETUNREACH ${place}`
    default:
      return quote(message)
  }
}
