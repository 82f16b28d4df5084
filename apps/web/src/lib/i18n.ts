import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'

/** The English text is the key, so the code reads like the screen; other languages provide a table of these keys. */
export async function startTranslations(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    resources: { en: { translation: {} } },
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    returnEmptyString: false,
  })
}
