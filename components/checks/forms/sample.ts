import type { z } from 'zod'

type Def = z.core.$ZodTypeDef & Record<string, unknown>
type Inner = z.core.$ZodType & { _zod: { def: Def } }

/**
 * A record as its schema describes it, with every part filled in: forms that edit one have something in each field that can be changed
 * and emptied. Texts that must look like something (addresses, names) come from `given`, which is laid over the whole.
 */
export function sampleOf<S extends z.ZodType>(schema: S, given: Partial<z.output<S>> = {}): z.output<S> {
  return { ...(make(schema as unknown as Inner) as object), ...given } as z.output<S>
}

function make(schema: Inner): unknown {
  const def = schema._zod.def
  const inner = def.innerType as Inner
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape as Record<string, Inner>).map(([key, part]) => [key, make(part)]),
      )
    case 'array':
      return [make(def.element as Inner)]
    case 'enum':
      return Object.values(def.entries as object)[0]
    case 'literal':
      return (def.values as unknown[])[0]
    case 'union':
      return make((def.options as Inner[])[0] as Inner)
    case 'intersection':
      return { ...(make(def.left as Inner) as object), ...(make(def.right as Inner) as object) }
    case 'pipe':
      return make(def.out as Inner)
    case 'nullable':
    case 'optional':
    case 'default':
    case 'readonly':
    case 'nonoptional':
    case 'prefault':
    case 'catch':
      return make(inner)
    case 'string':
      return 'text'
    case 'number':
      return 5
    case 'boolean':
      return false
    case 'record':
    case 'unknown':
    case 'any':
      return {}
    case 'null':
      return null
    default:
      throw new Error(`No sample of ${def.type}`)
  }
}
