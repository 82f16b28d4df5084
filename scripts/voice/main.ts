// Reports the worst idioms in strings, comments, and pages, so that they don't come back.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findIdiomsInMarkdown, findIdiomsInSource } from './find-idioms.ts'

const root = resolve(import.meta.dirname, '../..')

/** Files whose words are not ours to choose, or are data. */
const exceptions: Readonly<Record<string, string>> = {
  'scripts/voice/': 'the list itself, and its tests',
  'apps/server/src/agent/data-facts.ts': 'words of column names',
  'apps/server/src/features/wizard/sample-database/vocabulary.ts': 'rows of the sample',
  'packages/engine/src/lexicon/': 'words of questions',
}

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(?:tsx?|mjs|md)$/.test(file) && existsSync(join(root, file)))
  .filter((file) => !Object.keys(exceptions).some((exception) => file.startsWith(exception)))

let count = 0
for (const file of files) {
  const source = readFileSync(join(root, file), 'utf8')
  const found = file.endsWith('.md') ? findIdiomsInMarkdown(source) : findIdiomsInSource(file, source)
  for (const { line, words, instead } of found) console.error(`${file}:${line}: “${words}”. Write: ${instead}.`)
  count += found.length
}
if (count > 0) process.exitCode = 1
else console.log(`No idioms in ${files.length} files.`)
