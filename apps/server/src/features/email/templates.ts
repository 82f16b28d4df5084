import { formatMessage, joinMessages, message, type Message } from '@parlance/contract'

/** The data of each email. */
export interface EmailTemplates {
  activation_code: { username: string; code: string; hours: number }
  password_reset: { username: string; link: string; minutes: number }
  account_approved: { username: string; link: string }
  invitation: { inviter: string; link: string; days: number }
  evaluation_fell: {
    username: string
    area: string
    set: string
    right: number
    rightBefore: number
    total: number
    link: string
  }
  /** Names of connections whose state has changed. */
  connections_changed: { username: string; failed: string[]; recovered: string[]; link: string }
  test: Record<string, never>
}

export type EmailTemplate = keyof EmailTemplates

export interface EmailText {
  subject: string
  text: string
  html: string
}

/** The paragraphs of an email. The strong one is separate, for a code or a link. */
interface Letter {
  subject: Message
  greeting: Message | null
  lead: Message
  strong: { code: string } | { link: string } | null
  end: Message | null
}

const letters: { [T in EmailTemplate]: (data: EmailTemplates[T]) => Letter } = {
  activation_code: ({ username, code, hours }) => ({
    subject: message('Your Parlance activation code'),
    greeting: greet(username),
    lead: message('Enter this code to activate your account:'),
    strong: { code },
    end: message(
      'The code is valid for {hours, plural, one {# hour} other {# hours}}. If you did not register, ignore this email.',
      { hours },
    ),
  }),
  password_reset: ({ username, link, minutes }) => ({
    subject: message('Reset your Parlance password'),
    greeting: greet(username),
    lead: message('Open this link to set a new password:'),
    strong: { link },
    end: message(
      'The link works once and expires in {minutes, plural, one {# minute} other {# minutes}}. If you did not request it, ignore this email. Your password will not change.',
      { minutes },
    ),
  }),
  account_approved: ({ username, link }) => ({
    subject: message('Your Parlance account is approved'),
    greeting: greet(username),
    lead: message('An administrator has approved your account. You can sign in now:'),
    strong: { link },
    end: null,
  }),
  invitation: ({ inviter, link, days }) => ({
    subject: message('You are invited to Parlance'),
    greeting: null,
    lead: message(
      '{inviter} invites you to ask questions about your data in Parlance. Open this link to set a password:',
      {
        inviter: oneLine(inviter),
      },
    ),
    strong: { link },
    end: message(
      'The link works once and expires in {days, plural, one {# day} other {# days}}. If you did not expect it, ignore this email.',
      { days },
    ),
  }),
  evaluation_fell: ({ username, area, set, right, rightBefore, total, link }) => ({
    subject: message('Fewer right answers in {area}', { area: oneLine(area) }),
    greeting: greet(username),
    lead: message(
      'The last evaluation of the question set {set} in {area} got {right, number} of {total, plural, one {# answer} other {# answers}} right. The run before got {rightBefore, number} of them right. Compare the two runs:',
      { set: oneLine(set), area: oneLine(area), right, rightBefore, total },
    ),
    strong: { link },
    end: null,
  }),
  connections_changed: ({ username, failed, recovered, link }) => ({
    subject: changeSubject(failed, recovered),
    greeting: greet(username),
    lead: joinMessages([
      ...(failed.length === 0
        ? []
        : [message('These connections failed their check: {names}.', { names: listed(failed) })]),
      ...(recovered.length === 0
        ? []
        : [message('These connections work again: {names}.', { names: listed(recovered) })]),
      message('Open Database Management for details:'),
    ]),
    strong: { link },
    end: null,
  }),
  test: () => ({
    subject: message('Parlance test email'),
    greeting: null,
    lead: message('This is a test. Parlance can send email with these settings.'),
    strong: null,
    end: null,
  }),
}

function changeSubject(failed: string[], recovered: string[]): Message {
  if (failed.length === 0) {
    return message('{n, plural, one {A connection works} other {# connections work}} again', { n: recovered.length })
  }
  return message('{n, plural, one {A connection} other {# connections}} failed', { n: failed.length })
}

/** The most names in one email. */
const mostNames = 50

function listed(names: string[]): string {
  const shown = names.slice(0, mostNames).map(oneLine)
  return shown.length < names.length ? `${shown.join(', ')}, …` : shown.join(', ')
}

const minuteMs = 60_000

/** Milliseconds for which an email is worth sending. Null if it doesn't expire. */
export function lifetimeOf<T extends EmailTemplate>(template: T, data: EmailTemplates[T]): number | null {
  if (template === 'activation_code' && 'hours' in data) return data.hours * 60 * minuteMs
  if (template === 'invitation' && 'days' in data) return data.days * 24 * 60 * minuteMs
  return template === 'password_reset' && 'minutes' in data ? data.minutes * minuteMs : null
}

/** Renders the same words as plain text and as simple HTML, with user input escaped. */
export function renderEmail<T extends EmailTemplate>(template: T, data: EmailTemplates[T]): EmailText {
  const { subject, greeting, lead, strong, end } = letters[template](data)
  const beginning = [greeting, lead].flatMap((part) => (part === null ? [] : [formatMessage(part)]))
  const rest = end === null ? [] : [formatMessage(end)]
  const plain = strong === null ? [] : ['code' in strong ? strong.code : strong.link]
  const paragraphs = [
    ...beginning.map(escapeHtml),
    ...(strong === null ? [] : [strongHtml(strong)]),
    ...rest.map(escapeHtml),
  ]
  return {
    subject: formatMessage(subject),
    text: `${[...beginning, ...plain, ...rest].join('\n\n')}\n`,
    html: `<!doctype html><html lang="en"><body>${paragraphs.map((text) => `<p>${text}</p>`).join('')}</body></html>`,
  }
}

function greet(username: string): Message {
  return message('Hello {username},', { username: oneLine(username) })
}

function strongHtml(strong: { code: string } | { link: string }): string {
  if ('code' in strong) return `<strong>${escapeHtml(strong.code)}</strong>`
  const address = escapeHtml(strong.link)
  return `<a href="${address}">${address}</a>`
}

/** A name with line breaks could look like one of our paragraphs. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u{2028}\u{2029}]+/gu, ' ')
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
