import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

/** What a port says itself, instead of the controller. */
export type PortWord =
  | 'signed_out'
  | 'not_found'
  | 'forbidden'
  | 'foreign'
  | 'certificate'
  | 'unreachable'
  | 'timeout'
  | 'protocol_error'
  | 'redirect'
  | 'worker'
  | 'method'
  | 'host'
  | 'too_large'
  | 'too_many'
  | 'fault'

/** Below this path a port answers itself; the controller never hears of it. */
export const RESERVED = '/.datahall/'

const status: Record<PortWord, number> = {
  signed_out: 401,
  not_found: 404,
  forbidden: 403,
  foreign: 403,
  certificate: 502,
  unreachable: 502,
  timeout: 504,
  protocol_error: 502,
  redirect: 502,
  worker: 403,
  method: 405,
  host: 400,
  too_large: 413,
  too_many: 429,
  fault: 503,
}

const words: Record<'en' | 'ru', Record<PortWord | 'entering' | 'late', string>> = {
  en: {
    signed_out: 'You are not signed in here. Open the web page of the controller from its server in the panel.',
    not_found: 'There is no open session behind this port, or it is not yours. Open it from the server in the panel.',
    forbidden: 'Web pages of controllers are turned off in this panel.',
    foreign: 'This request comes from another page and was not forwarded. Open the web page from the panel.',
    certificate:
      'Warning: the controller presents a certificate other than the trusted one. Nothing was sent to it. The certificate was renewed, the controller was replaced, or the connection may be intercepted. An administrator can trust the new one on the page of the server.',
    unreachable: 'The controller does not answer. Check that it is on and connected, then load the page again.',
    timeout: 'The controller took too long to answer. Load the page again.',
    protocol_error: 'The controller sent an invalid answer.',
    redirect: 'The controller redirects to another address. Such redirects are not followed.',
    worker: 'Service workers are not allowed here.',
    method: 'This method is not forwarded.',
    host: 'The request does not name one host and was not forwarded.',
    too_large: 'This is more than can be sent to a controller in one request.',
    too_many: 'Too many attempts from your network. Wait a moment and load the page again.',
    fault: 'The panel could not forward this. Try again in a moment.',
    entering: 'Opening the web page of the controller …',
    late: 'This link was already used or has expired. Open the web page from the panel again.',
  },
  ru: {
    signed_out: 'Вы здесь не вошли. Откройте веб-страницу контроллера со страницы сервера в панели.',
    not_found: 'За этим портом нет открытого сеанса, или он не ваш. Откройте его со страницы сервера в панели.',
    forbidden: 'Веб-страницы контроллеров в этой панели отключены.',
    foreign: 'Запрос пришёл с другой страницы и не был передан. Откройте веб-страницу из панели.',
    certificate:
      'Внимание: контроллер предъявил не тот сертификат, что при первом знакомстве. Ему ничего не отправлено. Сертификат обновили, плату заменили или кто-то вклинился в соединение. Администратор может доверить новому на странице сервера.',
    unreachable: 'Контроллер не отвечает. Проверьте, включён ли он и подключён ли, и загрузите страницу снова.',
    timeout: 'Контроллер слишком долго не отвечал. Загрузите страницу снова.',
    protocol_error: 'Контроллер прислал недопустимый ответ.',
    redirect: 'Контроллер перенаправляет на другой адрес. Такие перенаправления не выполняются.',
    worker: 'Сервис-воркеры здесь запрещены.',
    method: 'Этот метод не передаётся.',
    host: 'Из запроса не ясно, какому узлу он предназначен; он не был передан.',
    too_large: 'Это больше, чем можно отправить контроллеру за раз.',
    too_many: 'Слишком много попыток из вашей сети. Подождите немного и загрузите страницу снова.',
    fault: 'Панель не смогла передать запрос. Повторите чуть позже.',
    entering: 'Открывается веб-страница контроллера …',
    late: 'Эта ссылка уже использована или устарела. Откройте веб-страницу из панели снова.',
  },
}

const languageOf = ({ headers }: IncomingMessage): 'en' | 'ru' => {
  const chosen = /(?:^|;\s*)locale=(en|ru)\b/.exec(headers.cookie ?? '')?.[1]
  return (chosen as 'en' | 'ru' | undefined) ?? (/^\s*ru\b/i.test(headers['accept-language'] ?? '') ? 'ru' : 'en')
}

const sha = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const ENTER = `
const ticket = location.hash.slice(1)
history.replaceState(null, '', location.pathname)
const late = () => { document.querySelector('p').hidden = true; document.querySelector('p + p').hidden = false }
fetch('/.datahall/enter', { method: 'POST', body: ticket, credentials: 'same-origin' })
  .then((answer) => (answer.ok ? location.replace('/') : late()), late)
`
const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:36rem;margin:15vh auto;padding:0 1rem;color-scheme:light dark}h1{font-size:1.1rem}'
const POLICY = `default-src 'none'; style-src ${sha(STYLE)}; script-src ${sha(ENTER)}; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** Headers of the port's own answers. */
const OWN = {
  'content-security-policy': POLICY,
  'cache-control': 'no-store',
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const

const page = (language: 'en' | 'ru', body: string) =>
  `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Datahall</title><style>${STYLE}</style><main><h1>Datahall</h1>${body}</main>`

/** Answers in the port's own words; the connection ends when the request still has a body to send. */
export function sayWord(req: IncomingMessage, res: ServerResponse, word: PortWord) {
  if (res.headersSent) return void res.destroy()
  const language = languageOf(req)
  const html = req.headers.accept?.includes('text/html') ?? false
  const text = words[language][word]
  const unread = !req.complete && req.method !== 'GET' && req.method !== 'HEAD'
  res.writeHead(status[word], {
    ...OWN,
    'content-type': `text/${html ? 'html' : 'plain'}; charset=utf-8`,
    'x-datahall-refused': word,
    ...(word === 'too_many' && { 'retry-after': '10' }),
    ...((unread || word === 'host') && { connection: 'close' }),
  })
  res.end(html ? page(language, `<p>${text}`) : text)
}

/** The page that changes a ticket, which stands behind the # of its address, for the port's cookie. */
export function sayEnter(req: IncomingMessage, res: ServerResponse) {
  const language = languageOf(req)
  res.writeHead(200, { ...OWN, 'content-type': 'text/html; charset=utf-8' })
  const { entering, late } = words[language]
  res.end(`${page(language, `<p>${entering}<p hidden>${late}`)}<script>${ENTER}</script>`)
}

export function sayEntered(res: ServerResponse, cookie: string, secure: boolean) {
  res.writeHead(200, {
    ...OWN,
    'content-type': 'application/json',
    'set-cookie': cookie,
    // What the page of another session has left behind under this port. Never "cookies": that would be those of the whole host.
    ...(secure && { 'clear-site-data': '"cache", "storage"' }),
  })
  res.end('{}')
}

export function sayPlain(res: ServerResponse, type: string, text: string) {
  res.writeHead(200, { ...OWN, 'content-type': `${type}; charset=utf-8` })
  res.end(text)
}

export const rejectionLine = (word: PortWord) =>
  `HTTP/1.1 ${status[word]} Refused\r\nConnection: close\r\nContent-Length: 0\r\nX-Datahall-Refused: ${word}\r\n\r\n`
