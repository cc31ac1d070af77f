import { allEndpoints } from '../../server/api/catalogue.ts'
import { canonicalUrl } from '../../server/api/rest.ts'
import { type Route, routesOf } from '../../server/api/routes.ts'

let routes: (Route & { pattern: RegExp })[] | undefined

/** What stands in a path before it is filled in counts more than what is filled in: `/host/all` before `/host/{host_id}`. */
const allRoutes = () =>
  (routes ??= routesOf(allEndpoints)
    .map((route) => ({ ...route, pattern: new RegExp(`^${route.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) }))
    .sort((a, b) => a.path.split('{').length - b.path.split('{').length))

/** Names in `value` that are not in `known`, at any depth: `.list.#.note`. */
function* unknownNames(value: unknown, known: unknown, at = ''): Generator<string> {
  if (Array.isArray(value))
    for (const [index, item] of value.entries())
      yield* unknownNames(item, (known as unknown[] | undefined)?.[index], `${at}.#`)
  else if (value !== null && typeof value === 'object' && known !== null && typeof known === 'object')
    for (const [name, part] of Object.entries(value)) {
      const own = known as Record<string, unknown>
      if (name in own) yield* unknownNames(part, own[name], `${at}.${name}`)
      else yield `${at}.${name}`
    }
}

/** Throws where an answer is not what the document of its operation says: a field is missing, of another type, or not named there. */
export function checkDocumented(method: string, url: string, answer: unknown) {
  const { pathname } = new URL(canonicalUrl(url))
  const route = allRoutes().find((each) => each.method === method && each.pattern.test(pathname))
  if (!route) return
  const read = route.endpoint.answer.safeParse(answer)
  const wrong = read.success
    ? [...new Set(unknownNames(answer, read.data))].map((name) => `${name} is not documented`)
    : read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  if (wrong.length > 0)
    throw new Error(`${method} ${route.path} answers what its document does not say: ${wrong.join('; ')}`)
}
