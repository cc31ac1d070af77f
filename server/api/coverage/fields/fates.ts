/** By service and group of operations, then by file or reason: the fields it is about. */
export type FieldFates = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
