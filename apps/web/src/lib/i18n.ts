import type { Message } from '@parlance/contract'
import i18next, { type TFunction } from 'i18next'
import ICU from 'i18next-icu'
import { initReactI18next } from 'react-i18next'

/** A language other than English: its BCP 47 tag, and its translation of each English text. */
export interface Translations {
  language: string
  texts: Readonly<Record<string, string>>
}

/** The English text is the key, so the code reads like the screen; other languages provide a table of these keys. */
export async function startTranslations(translations?: Translations): Promise<void> {
  const { language, texts } = translations ?? { language: 'en', texts: {} }
  await i18next
    .use(new ICU({ memoizeFallback: true }))
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
  return values === undefined ? t(text) : t(text, { ...values })
}
