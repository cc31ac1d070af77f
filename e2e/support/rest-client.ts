// biome-ignore lint/suspicious/noExplicitAny: tests look at answers field by field
export type RestAnswer = { status: number; body: any }

/** A caller of the documented routes over HTTP, with a token of its own: what a program outside would be. */
export async function restClient(address: string, who: { email: string; password: string }) {
  let token = ''
  async function call(method: string, path: string, given?: unknown): Promise<RestAnswer> {
    const response = await fetch(`${address}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { 'x-xsrf-token': token }) },
      body: given === undefined ? null : typeof given === 'string' ? given : JSON.stringify(given),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return { status: response.status, body: isJson ? JSON.parse(text) : text }
  }
  const signedIn = await call('POST', '/auth/v4/public/token', who)
  if (signedIn.status !== 201) throw new Error(`${who.email} cannot sign in: ${JSON.stringify(signedIn.body)}`)
  token = signedIn.body.token
  return {
    token,
    get: (path: string) => call('GET', path),
    post: (path: string, given: unknown = {}) => call('POST', path, given),
    delete: (path: string) => call('DELETE', path),
    /** The record of a task (the number that operations answer) once it is over; throws when it takes longer. */
    async ended(task: number, seconds = 300) {
      for (const end = Date.now() + seconds * 1000; Date.now() < end; ) {
        const { body } = await call('GET', `/vm/v3/task?where=consul_id EQ ${task}&orderby=id desc`)
        const row = body.list?.[0]
        if (row && ['complete', 'failed', 'aborted'].includes(row.status)) return row
        await new Promise((go) => setTimeout(go, 200))
      }
      throw new Error(`Task ${task} is not over after ${seconds} s`)
    },
  }
}
export type RestClient = Awaited<ReturnType<typeof restClient>>
