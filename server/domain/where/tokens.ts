import { msg } from '../../shared/text.ts'
import { invalidQuery } from './query-error.ts'

/** Byte length a list parameter may have after decoding. */
export const MAX_EXPRESSION_BYTES = 8 * 1024

/** `quoted` keeps its text without the quotes; `word` is a keyword, a field, a number or a bareword. */
export type Token = { kind: '(' | ')' | ',' | 'quoted' | 'word' | 'end'; text: string; at: number }

const encoder = new TextEncoder()

const isSpace = (code: number) => code === 32 || (code >= 9 && code <= 13) || code === 0xa0
const isControl = (code: number) => code < 32 || code === 127

/** Where a quoted text ends: a doubled quote inside stands for one. Answers the offset behind the closing quote. */
const readQuoted = (parameter: string, text: string, start: number): Token & { next: number } => {
  const quote = text.charAt(start)
  let value = ''
  let from = start + 1
  for (;;) {
    const close = text.indexOf(quote, from)
    if (close < 0) throw invalidQuery(parameter, msg`the quote ${quote} is never closed, opened`, start)
    value += text.slice(from, close)
    if (text.charAt(close + 1) !== quote) return { kind: 'quoted', text: value, at: start, next: close + 1 }
    value += quote
    from = close + 2
  }
}

const endOfWord = (text: string, start: number): number => {
  let end = start
  while (end < text.length) {
    const char = text.charAt(end)
    const code = text.charCodeAt(end)
    if (isSpace(code) || isControl(code) || '(),\'"'.includes(char)) break
    end++
  }
  return end
}

/**
 * Cuts a `where` or `orderby` text into tokens, the last being `end`.
 * @throws PanelError `invalid_query` when the text is over 8 KiB, a quote stays open or a control character stands outside quotes
 */
export const tokenize = (parameter: string, text: string): Token[] => {
  if (text.length > MAX_EXPRESSION_BYTES || encoder.encode(text).length > MAX_EXPRESSION_BYTES) {
    throw invalidQuery(parameter, msg`longer than 8 KiB, cut off`, MAX_EXPRESSION_BYTES)
  }
  const tokens: Token[] = []
  let at = 0
  while (at < text.length) {
    const char = text.charAt(at)
    if (isSpace(text.charCodeAt(at))) {
      at++
    } else if (char === '(' || char === ')' || char === ',') {
      tokens.push({ kind: char, text: char, at: at++ })
    } else if (char === "'" || char === '"') {
      const { next, ...token } = readQuoted(parameter, text, at)
      tokens.push(token)
      at = next
    } else {
      const end = endOfWord(text, at)
      if (end === at) throw invalidQuery(parameter, msg`control character`, at)
      tokens.push({ kind: 'word', text: text.slice(at, end), at })
      at = end
    }
  }
  tokens.push({ kind: 'end', text: '', at: text.length })
  return tokens
}
