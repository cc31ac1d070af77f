export type LayoutId = 'us' | 'de' | 'ru'

/** One press: the physical key (KeyboardEvent.code), the sign it makes (X11 keysym) and what is held meanwhile. */
export type Stroke = {
  code: string
  keysym: number
  shift?: true
  altGr?: true
  /** Dead keys make their sign only when the space bar follows. */
  dead?: true
}

// Physical keys row by row; ISO keyboards have one more left of Z.
const rows = [
  ['Backquote', ...digits(), 'Minus', 'Equal'],
  [...letters('QWERTYUIOP'), 'BracketLeft', 'BracketRight', 'Backslash'],
  [...letters('ASDFGHJKL'), 'Semicolon', 'Quote'],
  ['IntlBackslash', ...letters('ZXCVBNM'), 'Comma', 'Period', 'Slash'],
]

function digits(): string[] {
  return [...'1234567890'].map((digit) => `Digit${digit}`)
}
function letters(row: string): string[] {
  return [...row].map((letter) => `Key${letter}`)
}

/** The signs of each row, in the order of `rows`; a space stands for a key without one. */
type Signs = { plain: string[]; shift: string[]; altGr?: string[]; dead?: string }

const layouts: Record<LayoutId, Signs> = {
  us: {
    plain: ['`1234567890-=', 'qwertyuiop[]\\', "asdfghjkl;'", ' zxcvbnm,./'],
    shift: ['~!@#$%^&*()_+', 'QWERTYUIOP{}|', 'ASDFGHJKL:"', ' ZXCVBNM<>?'],
  },
  de: {
    plain: ['^1234567890ß´', 'qwertzuiopü+#', 'asdfghjklöä', '<yxcvbnm,.-'],
    shift: ['°!"§$%&/()=?`', "QWERTZUIOPÜ*'", 'ASDFGHJKLÖÄ', '>YXCVBNM;:_'],
    altGr: ['  ²³   {[]}\\ ', '@ €        ~ ', '           ', '|      µ   '],
    dead: '^´`',
  },
  ru: {
    plain: ['ё1234567890-=', 'йцукенгшщзхъ\\', 'фывапролджэ', ' ячсмитьбю.'],
    shift: ['Ё!"№;%:?*()_+', 'ЙЦУКЕНГШЩЗХЪ/', 'ФЫВАПРОЛДЖЭ', ' ЯЧСМИТЬБЮ,'],
  },
}

export const layoutIds = Object.keys(layouts) as LayoutId[]

/** X11 keysym of a sign: Latin-1 is its own number, the rest of Unicode lies above 0x01000000 (X11 protocol, appendix A). */
export function keysymOf(sign: string): number {
  const code = sign.codePointAt(0) ?? 0
  return code < 0x100 ? code : 0x01000000 + code
}

function strokesOf(signs: Signs): Map<string, Stroke> {
  const strokes = new Map<string, Stroke>([
    [' ', { code: 'Space', keysym: 0x20 }],
    ['\t', { code: 'Tab', keysym: 0xff09 }],
  ])
  const levels = [
    [signs.plain, {}],
    [signs.shift, { shift: true }],
    [signs.altGr ?? [], { altGr: true }],
  ] as const
  for (const [table, held] of levels) {
    table.forEach((row, r) => {
      ;[...row].forEach((sign, c) => {
        const code = rows[r]?.[c]
        if (sign === ' ' || !code || strokes.has(sign)) return
        const dead = signs.dead?.includes(sign) ? { dead: true as const } : {}
        strokes.set(sign, { code, keysym: keysymOf(sign), ...held, ...dead })
      })
    })
  }
  return strokes
}

const tables = Object.fromEntries(layoutIds.map((id) => [id, strokesOf(layouts[id])])) as Record<
  LayoutId,
  Map<string, Stroke>
>

/** How a sign is typed on a layout; undefined when it is not on it. */
export const strokeOf = (layout: LayoutId, sign: string): Stroke | undefined => tables[layout].get(sign)
