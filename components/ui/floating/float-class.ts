/** Ground of everything that floats: menus, popovers, dialogs, toasts, the palette. */
export const floatClass =
  'rounded-lg border border-line-strong bg-raised text-fg shadow-pop outline-none [--bg-hover:var(--bg-hover-raised)]'

/** Ground of tooltips. */
export const tipClass =
  'z-50 max-w-70 animate-pop rounded-md bg-invert px-2.5 py-1.5 text-12 text-fg-invert shadow-pop outline-none [&_.quiet]:text-fg-invert-2'
