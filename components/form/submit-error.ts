/**
 * What a refused request is to a form: the sentence, and which field, id or state it is about (`value` of the API's
 * error body). Anything thrown by the client fits, since `value` is optional.
 */
export type SubmitError = { message: string; value?: string | undefined }

/**
 * The field a refusal belongs to. The server may name it as the API does (`ram_mib`), inside an object (`disks.0.size`,
 * `disk.size_mib`) or not at all; then the message stands over the whole form.
 * @param fields names of the form's fields, in its own order
 */
export function fieldOf(error: SubmitError, fields: readonly string[]): string | undefined {
  const named = error.value
  if (!named) return undefined
  if (fields.includes(named)) return named
  // `disks.0.size` belongs to the field `disks` when the form has that only.
  const parts = named.split('.')
  for (let length = parts.length - 1; length > 0; length--) {
    const shorter = parts.slice(0, length).join('.')
    if (fields.includes(shorter)) return shorter
  }
  return fields.find((field) => field.split('.').at(-1) === named)
}

/** The sentence as it stands beside its field: without the API's name of the field in front (`ssh_pub_key: …`). */
export const besideField = ({ message, value }: SubmitError): string =>
  value && message.startsWith(`${value}: `) ? message.slice(value.length + 2) : message

type Errors = { [key: string]: unknown }

/** Names of the fields that carry an error, nested ones with dots, in the order they are found. */
export function namesOf(errors: Errors, before = ''): string[] {
  return Object.entries(errors).flatMap(([key, value]): string[] => {
    if (key === 'root' || typeof value !== 'object' || value === null) return []
    if ('type' in value || 'message' in value) return [before + key]
    return namesOf(value as Errors, `${before}${key}.`)
  })
}
