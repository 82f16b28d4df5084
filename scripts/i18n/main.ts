// Checks the texts of the interface and the files of translations. With `--write`, updates the files; `--write de` also
// adds a file for German. The file en.json lists every text; it is not loaded, since the English text is the key.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { compareTexts, problemsOf, problemsOfTranslations, updateTranslations } from './check-texts.ts'
import { readTexts } from './read-texts.ts'

const root = resolve(import.meta.dirname, '../..')
const folder = join(root, 'apps/web/src/locales')
const [option, added] = process.argv.slice(2)
const texts = readTexts(root)
const listLanguages = () => readdirSync(folder).map((name) => name.replace(/\.json$/, ''))
const fileOf = (language: string) => join(folder, `${language}.json`)
const read = (language: string): Record<string, string> =>
  existsSync(fileOf(language)) ? (JSON.parse(readFileSync(fileOf(language), 'utf8')) as Record<string, string>) : {}

if (option === '--write') {
  for (const language of new Set(['en', ...listLanguages(), ...(added === undefined ? [] : [added])])) {
    const updated = updateTranslations(texts, read(language), (text) => (language === 'en' ? text : ''))
    writeFileSync(fileOf(language), `${JSON.stringify(updated, null, 2)}\n`)
  }
}

const problems = problemsOf(texts)
const languages = listLanguages()
for (const language of languages) {
  const { missing, unused } = compareTexts(texts, read(language))
  problems.push(...missing.map((text) => `${language}.json does not have “${text}”.`))
  problems.push(...problemsOfTranslations(language, read(language)))
  problems.push(...unused.map((text) => `${language}.json has “${text}”, which is not used.`))
}
for (const problem of problems) console.error(problem)
if (problems.length > 0) {
  console.error(`\nFix the texts. To update the files of translations, run: npm run i18n:check -- --write`)
  process.exitCode = 1
} else {
  console.log(`${new Set(texts.map(({ text }) => text)).size} texts, ${languages.length} languages.`)
}
