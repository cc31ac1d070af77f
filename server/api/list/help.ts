import { MAX_DEPTH } from '../../domain/where/parse.ts'
import { MAX_EXPRESSION_BYTES } from '../../domain/where/tokens.ts'
import { MAX_ROWS } from './limit.ts'
import { MAX_ORDER_FIELDS } from './orderby.ts'

/** What the API document says about lists, once for all of them. CommonMark. */
export const listParameterHelp = `
Every list answers \`{"list": [...], "size": n, "last_notify": n}\`. \`size\` counts all rows that match \`where\`, before \`limit\`;
\`last_notify\` is the number of the last change event the answer contains. An answer holds ${MAX_ROWS.toLocaleString('en')} rows at most, also without \`limit\`.

**where** — a filter. Keywords in any case:

    expr    = or ;  or = and { OR and } ;  and = not { AND not } ;  not = [NOT] primary
    primary = "(" expr ")" | field op value | field IS [NOT] NULL | field [NOT] IN "(" value { "," value } ")"
    op      = EQ | NE | NEQ | LT | LE | GT | GE | CP | NCP
    field   = ident { "." ident } ;  value = 'text' | "text" | number | true | false | null | bareword

- \`NOT\` binds to the next comparison or bracket only.
- \`CP\` is LIKE without case on the value's text: \`%\` any run, \`_\` one character, no \`%\` = the whole text; nothing else has a meaning.
- In quotes the other quote is a character, and a doubled one stands for itself: \`'it''s'\`.
- Types are tolerant: \`id EQ '5'\` equals 5; true and false are also 1, 0, yes, no, on, off, t, f. A value that the field's type cannot hold
  (\`id EQ 'abc'\`) matches no row and is no error; a number beyond the type's range is greater, or less, than every value.
- \`EQ null\` is \`IS NULL\`, \`NE null\` is \`IS NOT NULL\`; the text null is \`'null'\`. A field without value meets no comparison, and so meets the
  negation of each: \`comment NE 'x'\`, \`comment NCP 'x'\`, \`comment NOT IN ('x')\` and \`NOT comment EQ 'x'\` all hold where there is no comment.
- EQ and IN tell capitals from small letters; texts are ordered by the database's collation, addresses as addresses.
- Times are \`YYYY-MM-DD\`, \`YYYY-MM-DD HH:MM[:SS[.mmm]]\` or ISO 8601, UTC unless they say otherwise. A time covers the second (with a fraction: the
  millisecond) it names, so that EQ with a shown value finds its row; a date alone is its midnight. CP sees \`YYYY-MM-DD HH:MM:SS\`.
- Lists and objects of a row are compared as their JSON text (\`roles CP '%@admin%'\`). The name of a linked object means its id
  (\`cluster EQ 1\` = \`cluster.id EQ 1\`); the singular of one of a row's lists means that some member matches, NE that none does.
- An unknown field, bad syntax, more than ${MAX_EXPRESSION_BYTES / 1024} KiB or more than ${MAX_DEPTH} nested brackets: 400, code 9001, with the position.

**orderby** — \`field\`, \`field asc\`, \`field desc\`, or a comma list of up to ${MAX_ORDER_FIELDS}. Ascending id when absent, and among equals. No value counts as the least.

**limit** — \`COUNT\` or \`OFFSET,COUNT\`. A greater count than ${MAX_ROWS.toLocaleString('en')} means that many.

In the query string \`+\` and \`%20\` are spaces and \`%25\` is \`%\`; raw quotes, brackets and a \`%\` that encodes nothing are taken as they are.
`.trim()
