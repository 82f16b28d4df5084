/** The data of each email. */
export interface EmailTemplates {
  activation_code: { username: string; code: string; hours: number }
  password_reset: { username: string; link: string; minutes: number }
  account_approved: { username: string; link: string }
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
  subject: string
  greeting: string | null
  lead: string
  strong: { code: string } | { link: string } | null
  end: string | null
}

const letters: { [T in EmailTemplate]: (data: EmailTemplates[T]) => Letter } = {
  activation_code: ({ username, code, hours }) => ({
    subject: 'Your Parlance activation code',
    greeting: username,
    lead: 'Enter this code to activate your account:',
    strong: { code },
    end: `The code is valid for ${hours} hours. If you did not register, ignore this email.`,
  }),
  password_reset: ({ username, link, minutes }) => ({
    subject: 'Reset your Parlance password',
    greeting: username,
    lead: 'Open this link to set a new password:',
    strong: { link },
    end: `The link works once and expires in ${minutes} minutes. If you did not request it, ignore this email. Your password will not change.`,
  }),
  account_approved: ({ username, link }) => ({
    subject: 'Your Parlance account is approved',
    greeting: username,
    lead: 'An administrator has approved your account. You can sign in now:',
    strong: { link },
    end: null,
  }),
  test: () => ({
    subject: 'Parlance test email',
    greeting: null,
    lead: 'This is a test. Parlance can send email with these settings.',
    strong: null,
    end: null,
  }),
}

const minuteMs = 60_000

/** Milliseconds for which an email is worth sending. Null if it doesn't expire. */
export function lifetimeOf<T extends EmailTemplate>(template: T, data: EmailTemplates[T]): number | null {
  if (template === 'activation_code' && 'hours' in data) return data.hours * 60 * minuteMs
  return template === 'password_reset' && 'minutes' in data ? data.minutes * minuteMs : null
}

/** Renders the same words as plain text and as simple HTML, with user input escaped. */
export function renderEmail<T extends EmailTemplate>(template: T, data: EmailTemplates[T]): EmailText {
  const letter = letters[template](data)
  const greeting = letter.greeting === null ? [] : [`Hello ${oneLine(letter.greeting)},`]
  const end = letter.end === null ? [] : [letter.end]
  const strong = letter.strong === null ? [] : ['code' in letter.strong ? letter.strong.code : letter.strong.link]
  const paragraphs = [
    ...[...greeting, letter.lead].map(escapeHtml),
    ...(letter.strong === null ? [] : [strongHtml(letter.strong)]),
    ...end.map(escapeHtml),
  ]
  return {
    subject: letter.subject,
    text: `${[...greeting, letter.lead, ...strong, ...end].join('\n\n')}\n`,
    html: `<!doctype html><html lang="en"><body>${paragraphs.map((text) => `<p>${text}</p>`).join('')}</body></html>`,
  }
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
