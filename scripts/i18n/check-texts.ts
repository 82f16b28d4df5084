import { formatMessage } from '@parlance/contract'
import { valuesOf, type Text } from './read-texts.ts'

/** Lists what is wrong with the texts of the code: patterns that aren't valid, and values that are missing. */
export function problemsOf(texts: readonly Text[]): string[] {
  return texts.flatMap(({ text, file, line, values }) => {
    const place = `${file}:${line}: “${text}”`
    try {
      formatMessage({ text })
      const missing = values === null ? [] : valuesOf(text).filter((name) => !values.includes(name))
      return missing.map((name) => `${place} needs a value for {${name}}.`)
    } catch (error) {
      return [`${place} is not a valid ICU message: ${error instanceof Error ? error.message : String(error)}.`]
    }
  })
}

/** Lists the translations that aren't valid, or that use a value that the code doesn't pass. */
export function problemsOfTranslations(language: string, translations: Readonly<Record<string, string>>): string[] {
  const filled = Object.entries(translations).filter(([, translation]) => translation !== '')
  const texts = filled.map(([text, translation]) => ({
    text: translation,
    file: `${language}.json`,
    line: Object.keys(translations).indexOf(text) + 2,
    values: valuesOf(text),
  }))
  return problemsOf(texts)
}

/** Compares the texts of the code with the keys of a file of translations. */
export function compareTexts(texts: readonly Text[], translations: Readonly<Record<string, string>>) {
  const used = new Set(texts.map(({ text }) => text))
  return {
    missing: [...used].filter((text) => !Object.hasOwn(translations, text)).toSorted(),
    unused: Object.keys(translations).filter((text) => !used.has(text)),
  }
}

/** Returns a file of translations with exactly the texts of the code, in order. An empty translation means English. */
export function updateTranslations(
  texts: readonly Text[],
  translations: Readonly<Record<string, string>>,
  fresh: (text: string) => string,
): Record<string, string> {
  const used = [...new Set(texts.map(({ text }) => text))].toSorted()
  return Object.fromEntries(used.map((text) => [text, translations[text] ?? fresh(text)]))
}
