/** Whether the value of a parameter of this name is a secret: it is typed unseen, and covered in output. */
export const isSecretName = (name: string): boolean => /pass|secret|token|private|(^|_)key$/i.test(name)
