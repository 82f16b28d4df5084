import { declaredMessage, formatMessage, isArrangement, type Message, type MessageValues } from '@parlance/contract'
import i18next, { type I18nFormatModule, type TFunction } from 'i18next'
import { initReactI18next } from 'react-i18next'

/** A language other than English: its BCP 47 tag, and its translation of each English text. */
export interface Translations {
  language: string
  texts: Readonly<Record<string, string>>
}

/** Formats texts as ICU messages. */
const icuMessages = {
  type: 'i18nFormat',
  parse: (text: string, values: MessageValues, language: string) => formatMessage({ text, values }, language),
  addLookupKeys: (keys: string[]) => keys,
} satisfies I18nFormatModule & Record<string, unknown>

/** The English text is the key, so the code reads like the screen; other languages provide a table of these keys. */
export async function startTranslations(translations?: Translations): Promise<void> {
  const { language, texts } = translations ?? { language: 'en', texts: {} }
  await i18next
    .use(icuMessages)
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: false,
      resources: { [language]: { translation: texts } },
      keySeparator: false,
      nsSeparator: false,
      returnEmptyString: false,
    })
}

/** @returns the text of a message in the user's language */
export function translate(t: TFunction, { text, values }: Message): string {
  return values === undefined ? t(text) : t(text, translateValues(values))
}

/**
 * Translates a text from elsewhere: from the server, or a schema's message, which can contain the user's input. So it is
 * a pattern only if it has a translation, or if it only arranges its values. A schema's text knows its own pattern.
 * @returns the text in the user's language, or unchanged without a translation
 */
export function translateText(text: string, pattern = text, values?: MessageValues): string {
  const declared = values === undefined ? declaredMessage(text) : undefined
  if (declared !== undefined) return translateText(text, declared.text, declared.values ?? {})
  if (i18next.exists(pattern)) return i18next.t(pattern, translateValues(values ?? {}))
  return values !== undefined && isArrangement(pattern)
    ? formatMessage({ text: pattern, values: translateValues(values) }, i18next.language)
    : text
}

/**
 * @returns the message with the patterns of the user's language, also in its values; those without a translation stay as
 * they are
 */
export function translateMessage(given: Message): Message {
  const { text, values = {} } = given
  const isKnown = i18next.exists(text)
  if (!isKnown && !isArrangement(text)) return given
  const own: unknown = isKnown ? i18next.getResource(i18next.language, 'translation', text) : text
  const translated = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'object' ? translateMessage(value) : value,
  ])
  return { ...given, text: String(own), values: Object.fromEntries(translated) }
}

/** The parts of a response that say something to users. */
interface Answer {
  message?: string | undefined
  pattern?: string | undefined
  values?: MessageValues | undefined
}

/** @returns the response with its message in the user's language */
export async function withTranslation<A extends Answer>(call: Promise<A>): Promise<A> {
  const answer = await call
  const { message, pattern, values } = answer
  return message === undefined ? answer : { ...answer, message: translateText(message, pattern, values) }
}

function translateValues(values: MessageValues): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'object' ? translateText(formatMessage(value), value.text, value.values) : value,
    ]),
  )
}
