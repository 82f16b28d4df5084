import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'

/** English is the key itself, so the code reads as the screen does; other languages bring a table of these keys. */
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
